import { disconnect } from '@wagmi/core';
import type { AdapterHost } from '../../core/contracts/ChainAdapter.js';
import { catalogueError } from '../../protocol/errors.js';
import type { Discovery } from '../discovery/createDiscovery.js';
import type { EvmOptions } from '../EvmOptions.js';
import { DISCONNECT_TIMEOUT } from '../evmLimits.js';
import { connectedConnector } from './connectedConnector.js';
import { connectWallet } from './connectWallet.js';
import type { ChainReads } from './createChainReads.js';
import { createConnectors } from './createConnectors.js';
import type { WalletRequests } from './createWalletRequests.js';
import type { EngineContext } from './EngineContext.js';
import type { EvmEngine } from './EvmEngine.js';
import { reconnectWallet } from './reconnectWallet.js';
import { switchWallet } from './switchWallet.js';
import { watchConnections } from './watchConnections.js';
import { withDeadline } from './withDeadline.js';

/** Makes the working part of the adapter, on the host's wagmi configuration or on one of its own. */
export async function createEngine(
  host: AdapterHost,
  discovery: Discovery,
  options: EvmOptions,
): Promise<EvmEngine> {
  const own = options.wagmiConfig ? undefined : await import('./createOwnConfig.js');
  const config = options.wagmiConfig ?? own?.createOwnConfig(host, options.batch);
  if (!config) throw catalogueError('FAILED_TO_CONNECT');
  const connectors = createConnectors(config, { host, discovery, options });
  const watch = watchConnections(config, host, connectors);
  const context: EngineContext = { host, discovery, options, config, connectors, watch };
  // A connection inside the host's own configuration is the host's: it outlives this instance.
  if (own) host.signal.addEventListener('abort', connectors.release, { once: true });

  const ready = () => {
    if (host.signal.aborted) throw catalogueError('DESTROYED');
    own?.syncChains(config, host);
    return context;
  };
  const connected = async (connectorId: string) => connectedConnector(ready(), connectorId);

  // What only a connected wallet needs stays out of what connecting loads.
  let reads: Promise<ChainReads> | undefined;
  let requests: Promise<WalletRequests> | undefined;
  const chain = () => {
    ready();
    reads ??= import('./createChainReads.js').then(
      module => module.createChainReads(context),
      cause => {
        reads = undefined;
        throw catalogueError('REQUEST_FAILED', { cause });
      },
    );
    return reads;
  };
  const wallet = () => {
    requests ??= import('./createWalletRequests.js').then(
      module => module.createWalletRequests(context, connected),
      cause => {
        requests = undefined;
        throw catalogueError('REQUEST_FAILED', { cause });
      },
    );
    return requests;
  };

  return {
    getBalance: async request => (await chain()).getBalance(request),
    estimateGas: async request => (await chain()).estimateGas(request),
    signMessage: async request => (await wallet()).signMessage(request),
    signTypedData: async request => (await wallet()).signTypedData(request),
    sendTransaction: async request => (await wallet()).sendTransaction(request),
    sendCalls: async request => (await wallet()).sendCalls(request),
    getCapabilities: async request => (await wallet()).getCapabilities(request),
    connect: async (...args) => connectWallet(ready(), ...args),
    reconnect: async (...args) => reconnectWallet(ready(), ...args),
    switchNetwork: async (...args) => switchWallet(ready(), ...args),
    getProvider: async connectorId => (await connected(connectorId)).getProvider(),
    async disconnect(connectorId) {
      const connector = await connected(connectorId).catch(() => undefined);
      // Ended meanwhile, by the wallet or the host: nothing is left to do.
      if (!connector) return;
      try {
        const ended = watch.asked(connector, () => disconnect(config, { connector }));
        const late = Symbol('late');
        if ((await withDeadline(ended, DISCONNECT_TIMEOUT, late)) === late) {
          throw new Error('The connector did not finish disconnecting.');
        }
      } catch (cause) {
        throw catalogueError('FAILED_TO_DISCONNECT', { cause });
      }
    },
  };
}
