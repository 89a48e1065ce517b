import type { AdapterHost } from '../../core/adapter/ChainAdapter.js';
import { delegate, lazily } from '../../core/adapter/lazily.js';
import { createConnections } from '../../core/adapter/wallets/createConnections.js';
import type { WalletDiscovery } from '../../core/adapter/wallets/createWalletDiscovery.js';
import { walletChain } from '../chain/walletChain.js';
import type { SolanaWallet } from '../discovery/solanaWallet.js';
import type { SolanaEngine } from '../SolanaEngine.js';

/** Creates the working part of the adapter. */
export function createEngine(host: AdapterHost, discovery: WalletDiscovery<SolanaWallet>): SolanaEngine {
  const { context, ...connections } = createConnections(
    host,
    discovery,
    ({ chains }, chainId) => walletChain(chains, chainId) !== undefined,
  );
  // Code that only connected wallets need is not part of what connecting loads.
  const wallet = lazily(async () =>
    (await import('./createWalletRequests.js')).createWalletRequests(context),
  );
  const chain = lazily(async () => (await import('../chain/createChainReads.js')).createChainReads(host));
  const transfers = lazily(async () =>
    (await import('../chain/createTransfers.js')).createTransfers(host, await wallet()),
  );
  return {
    ...connections,
    ...delegate(wallet, 'signMessage', 'signIn', 'signTransaction', 'sendTransaction'),
    ...delegate(chain, 'getBalance', 'waitForTransaction'),
    ...delegate(transfers, 'prepareTransfer', 'transfer'),
  };
}
