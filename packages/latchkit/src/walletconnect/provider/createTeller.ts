import type { Emitter } from '../createEmitter.js';
import { addressesOn } from '../session/namespaceReads.js';
import type { Session } from '../session/Session.js';
import type { ChainChoice } from './createChainChoice.js';
import type { ProviderEvents } from './ProviderEvents.js';

/** Remembers the last emitted chains and accounts, and emits only changes. */
export interface Teller {
  /** Records the session without emitting. */
  note(session: Session): void;
  tell(session: Session): void;
  /** The wallet reported the accounts in use, the selected one first. */
  tellAccounts(namespace: string, addresses: readonly string[]): void;
}

interface Told {
  readonly chainId: string | undefined;
  /** The accounts of the session. */
  readonly approved: readonly string[];
  readonly selected: string | undefined;
}

function hasSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every(address => other.includes(address));
}

export function createTeller(chains: ChainChoice, events: Emitter<ProviderEvents>): Teller {
  const told = new Map<string, Told>();

  const look = (session: Session, emit: boolean) => {
    const namespaces = new Set(Object.keys(session.namespaces).map(key => key.split(':')[0] ?? key));
    for (const namespace of new Set([...told.keys(), ...namespaces])) {
      const chainId = chains.of(session, namespace);
      const addresses = chainId === undefined ? [] : addressesOn(session.namespaces, chainId);
      const before = told.get(namespace);
      const isNew = addresses.join() !== before?.approved.join();
      told.set(namespace, {
        chainId,
        approved: addresses,
        selected: isNew ? addresses[0] : before?.selected,
      });
      if (!emit) continue;
      if (chainId !== undefined && chainId !== before?.chainId)
        events.emit('chainChanged', { namespace, chainId });
      // Many wallets report the selected account in an event and also reorder the session: that is one change.
      if (isNew && !(before?.selected === addresses[0] && hasSame(before?.approved ?? [], addresses)))
        events.emit('accountsChanged', { namespace, addresses });
    }
  };

  return {
    note(session) {
      told.clear();
      look(session, false);
    },
    tell: session => look(session, true),
    tellAccounts(namespace, addresses) {
      const before = told.get(namespace);
      if (before !== undefined && before.selected === addresses[0]) return;
      if (before !== undefined) told.set(namespace, { ...before, selected: addresses[0] });
      events.emit('accountsChanged', { namespace, addresses });
    },
  };
}
