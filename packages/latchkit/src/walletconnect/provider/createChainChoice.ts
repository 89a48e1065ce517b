import type { Storage } from '../../core/kernel/storage.js';
import { isChainId, namespaceOf } from '../../protocol/caip.js';
import { approvedChains } from '../session/namespaceReads.js';
import type { Session } from '../session/Session.js';
import { createCollection } from '../storage/createCollection.js';

/** The current chain in each namespace of a session; stored across reloads. */
export interface ChainChoice {
  /**
   * The selected chain while it is approved, else the first approved one. Undefined: none in the namespace is approved.
   */
  of(session: Session, namespace: string): string | undefined;
  /** Does nothing for a chain that is not approved. */
  choose(session: Session, chainId: string): void;
  forget(session: Session): void;
}

export function createChainChoice(storage: Storage): ChainChoice {
  const chains = createCollection({ storage, name: 'chains', isItem: isChainId });
  const keyOf = ({ topic }: Session, namespace: string) => `${topic.slice(0, 16)}:${namespace}`;
  return {
    of(session, namespace) {
      const approved = approvedChains(session.namespaces).filter(chain => chain.startsWith(`${namespace}:`));
      const chosen = chains.get(keyOf(session, namespace));
      return chosen !== undefined && approved.includes(chosen) ? chosen : approved[0];
    },
    choose(session, chainId) {
      const approved = approvedChains(session.namespaces).includes(chainId);
      if (approved && isChainId(chainId)) chains.set(keyOf(session, namespaceOf(chainId)), chainId);
    },
    forget(session) {
      for (const chain of approvedChains(session.namespaces).filter(isChainId)) {
        chains.delete(keyOf(session, namespaceOf(chain)));
      }
    },
  };
}
