import { delegate, lazily } from '../core/adapter/lazily.js';
import type { WagmiConnector } from '../core/adapter/WagmiConnector.js';
import { createReaders, type ReaderSources } from './chain/createReaders.js';
import type { EvmEngine } from './EvmEngine.js';

/** What the engine does for connected accounts, and with their chains. */
export type AccountEngine = Omit<
  EvmEngine,
  'activate' | 'connect' | 'disconnect' | 'getProvider' | 'reconnect' | 'switchNetwork'
>;

/** Creates the part of the engine that only connected accounts need; each group of methods loads on first use. */
export function createAccountEngine(
  sources: ReaderSources,
  connected: (connectorId: string) => Promise<WagmiConnector>,
): AccountEngine {
  const readerOf = createReaders(sources);
  const reads = lazily(async () => (await import('./chain/createChainReads.js')).createChainReads(readerOf));
  const wallet = lazily(async () =>
    (await import('./provider/createWalletRequests.js')).createWalletRequests(connected),
  );
  const { sendTransaction: send, ...signing } = delegate(
    wallet,
    'signMessage',
    'signTypedData',
    'sendTransaction',
  );
  const limits = lazily(async () => (await import('./chain/createGasLimits.js')).createGasLimits());
  const sendTransaction: EvmEngine['sendTransaction'] = async request => {
    const { transaction, network, address } = request;
    if (!('to' in transaction)) return send(request);
    const limited = async () =>
      (await limits()).limit(network.caipNetworkId, await readerOf(network), address, transaction);
    // A network that can't be read leaves the limit to the wallet.
    return send({ ...request, transaction: await limited().catch(() => transaction) });
  };
  const transfers = lazily(async () =>
    (await import('./chain/createTransfers.js')).createTransfers(readerOf, sendTransaction, await limits()),
  );
  const calls = lazily(async () => {
    const networks = () => sources.host.networks();
    const { createCalls } = await import('./calls/createCalls.js');
    return createCalls({ connected, readerOf, networks, sendTransaction, limits: await limits() });
  });
  const permissions = lazily(async () =>
    (await import('./calls/createPermissions.js')).createPermissions(connected),
  );
  return {
    ...delegate(reads, 'getBalance', 'estimateGas', 'simulate', 'getReceipt', 'getBlockNumber'),
    ...signing,
    sendTransaction,
    ...delegate(transfers, 'prepareTransfer', 'transfer', 'waitForTransaction'),
    ...delegate(calls, 'sendCalls', 'getCallsStatus', 'showCallsStatus', 'getCapabilities'),
    ...delegate(permissions, 'grantPermissions', 'revokePermissions'),
  };
}
