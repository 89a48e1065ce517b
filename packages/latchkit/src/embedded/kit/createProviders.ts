import type { Latchkit } from '../../core/Latchkit.js';
import { createEmbeddedProvider, type EmbeddedProvider } from '../provider/createEmbeddedProvider.js';
import type { UserSession } from './createUserSession.js';
import { embeddedEip1193 } from './embeddedEip1193.js';
import { embeddedSolanaWallet } from './embeddedSolanaWallet.js';
import type { ApprovalView } from './followApprovals.js';
import { notifyMethodNotAllowed } from './notifyMethodNotAllowed.js';

/** The embedded wallet's interfaces for adapters, by namespace: EIP-1193, and a Wallet Standard wallet. */
export function createProviders(
  kit: Latchkit,
  session: UserSession,
  view: ApprovalView,
): Readonly<Record<'eip155' | 'solana', unknown>> {
  const made: EmbeddedProvider[] = [];
  view.onLeave(() => {
    for (const provider of made) provider.abortApprovals();
  });
  const providerOf = (namespace: 'eip155' | 'solana') => {
    const provider = createEmbeddedProvider({
      frame: session.frame,
      chainId: () => session.chainOf(namespace),
      accounts: () => session.addresses(namespace),
      onApproval: view.hear,
      onRefused: () => notifyMethodNotAllowed(kit),
    });
    made.push(provider);
    kit.kernel.signal.addEventListener('abort', provider.close, { once: true });
    return provider;
  };
  return {
    eip155: embeddedEip1193(providerOf('eip155'), session),
    solana: embeddedSolanaWallet(kit, providerOf('solana'), session),
  };
}
