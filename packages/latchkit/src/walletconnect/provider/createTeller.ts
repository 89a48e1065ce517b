import type { Emitter } from '../createEmitter.js';
import { addressesOn } from '../session/namespaceReads.js';
import type { Session } from '../session/Session.js';
import type { ChainChoice } from './createChainChoice.js';
import type { ProviderEvents } from './ProviderEvents.js';

/** Knows what listeners were told of chains and accounts, and tells them what differs from it. */
export interface Teller {
  /** Remembers how a session is, without a word. */
  note(session: Session): void;
  tell(session: Session): void;
}

export function createTeller(chains: ChainChoice, events: Emitter<ProviderEvents>): Teller {
  const told = new Map<
    string,
    { readonly chainId: string | undefined; readonly addresses: readonly string[] }
  >();

  const look = (session: Session, emit: boolean) => {
    const namespaces = new Set(Object.keys(session.namespaces).map(key => key.split(':')[0] ?? key));
    for (const namespace of new Set([...told.keys(), ...namespaces])) {
      const chainId = chains.of(session, namespace);
      const addresses = chainId === undefined ? [] : addressesOn(session.namespaces, chainId);
      const before = told.get(namespace);
      told.set(namespace, { chainId, addresses });
      if (!emit) continue;
      if (chainId !== undefined && chainId !== before?.chainId)
        events.emit('chainChanged', { namespace, chainId });
      if (addresses.join() !== before?.addresses.join())
        events.emit('accountsChanged', { namespace, addresses });
    }
  };

  return {
    note(session) {
      told.clear();
      look(session, false);
    },
    tell: session => look(session, true),
  };
}
