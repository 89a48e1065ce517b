import { createStandardWallet } from '../../core/adapter/createStandardWallet.js';
import type { Latchkit } from '../../core/Latchkit.js';
import { type ChainId, isChainId } from '../../protocol/caip.js';
import { APPROVED_METHODS } from '../../protocol/frame/rpcPolicy.js';
import type { EmbeddedProvider } from '../provider/createEmbeddedProvider.js';
import type { UserSession } from './createUserSession.js';

/** The embedded wallet on Solana as a Wallet Standard wallet. Its account supports every network of the host. */
export function embeddedSolanaWallet(kit: Latchkit, provider: EmbeddedProvider, session: UserSession) {
  const chains = (): readonly ChainId[] =>
    kit.store.getState().namespaces.solana?.networks.map(({ caipNetworkId }) => caipNetworkId) ?? [];
  return createStandardWallet({
    name: 'Email',
    chains,
    methods: () => APPROVED_METHODS,
    accounts: () => session.addresses('solana').map(address => ({ address, chains: chains() })),
    request: (method, params, chain) =>
      provider.request({ method, params, ...(isChainId(chain) && { chainId: chain }) }),
    connect: () => session.restore(),
    disconnect: session.end,
    onChange(listener) {
      provider.on('accountsChanged', listener);
      return () => provider.removeListener('accountsChanged', listener);
    },
  });
}
