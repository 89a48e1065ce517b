import type { AdapterHost, ChainAdapter } from '../../core/adapter/ChainAdapter.js';
import { delegate, lazily } from '../../core/adapter/lazily.js';
import { createConnections } from '../../core/adapter/wallets/createConnections.js';
import type { WalletDiscovery } from '../../core/adapter/wallets/createWalletDiscovery.js';
import type { BitcoinWallet } from '../account/BitcoinWallet.js';
import type { BitcoinActions } from '../BitcoinActions.js';

/** The working part of the adapter, loaded on intent. */
export type BitcoinEngine = Pick<
  ChainAdapter,
  'connect' | 'reconnect' | 'disconnect' | 'switchNetwork' | 'getProvider' | 'signMessage'
> &
  BitcoinActions;

export function createEngine(host: AdapterHost, discovery: WalletDiscovery<BitcoinWallet>): BitcoinEngine {
  const { context, ...connections } = createConnections(host, discovery, ({ chains }, chainId) =>
    chains.includes(chainId),
  );
  const requests = lazily(async () =>
    (await import('./createWalletRequests.js')).createWalletRequests(context),
  );
  return { ...connections, ...delegate(requests, 'signMessage', 'signText', 'signPsbt', 'sendTransfer') };
}
