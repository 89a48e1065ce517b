import type { ChainNamespace } from '../../protocol/caip.js';
import type { FrameUser } from '../../protocol/frame/frameUser.js';
import { toAccountInfo } from './account.js';
import { listConnections } from './chainState.js';
import type { ChainState, LatchkitState } from './LatchkitState.js';

/** The change of the state that makes `user` the one whom the embedded wallet has signed in; undefined: nobody. */
export function applyUser(state: LatchkitState, user: FrameUser | undefined): Partial<LatchkitState> {
  const entries = Object.entries(state.chains) as [ChainNamespace, ChainState][];
  const chains: LatchkitState['chains'] = Object.fromEntries(
    entries.map(([namespace, chain]) => {
      const account = toAccountInfo(namespace, chain.connection, user);
      const isSame = JSON.stringify(account) === JSON.stringify(chain.account);
      return [namespace, isSame ? chain : { ...chain, account }];
    }),
  );
  return {
    chains,
    connections: listConnections(chains, user),
    embeddedWallet: { ...state.embeddedWallet, user },
  };
}
