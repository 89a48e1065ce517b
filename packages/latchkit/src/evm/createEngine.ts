import type { AdapterHost } from '../core/adapter/ChainAdapter.js';
import { delegate, lazily } from '../core/adapter/lazily.js';
import { anySignal } from '../protocol/anySignal.js';
import { createError } from '../protocol/errors.js';
import type { Discovery } from './discovery/createDiscovery.js';
import type { EvmEngine } from './EvmEngine.js';
import type { EvmOptions } from './EvmOptions.js';
import type { WagmiConfig } from './WagmiConfig.js';
import { connectedConnector } from './wagmi/connectedConnector.js';
import { connectWallet } from './wagmi/connectWallet.js';
import { createConnectors } from './wagmi/createConnectors.js';
import { disconnectWallet } from './wagmi/disconnectWallet.js';
import type { EngineContext } from './wagmi/EngineContext.js';
import type { Hold } from './wagmi/holdReconnecting.js';
import { reconnectWallet } from './wagmi/reconnectWallet.js';
import { watchConnections } from './wagmi/watchConnections.js';

/** Creates the working part of the adapter, on the host's wagmi configuration or on an internal one. */
export async function createEngine(
  host: AdapterHost,
  discovery: Discovery,
  options: EvmOptions,
  hold?: Hold,
): Promise<EvmEngine> {
  const own = options.wagmiConfig ? undefined : await import('./wagmi/createOwnConfig.js');
  // The instance may have been destroyed during loading.
  if (host.signal.aborted) throw createError('DESTROYED');
  const config = (options.wagmiConfig as WagmiConfig | undefined) ?? own?.createOwnConfig(host);
  if (!config) throw createError('FAILED_TO_CONNECT');
  const connectors = createConnectors(config, { host, discovery });
  const watch = watchConnections(config, host, connectors);
  const context: EngineContext = {
    host,
    discovery,
    options,
    config,
    connectors,
    watch,
    hold,
    attempts: new WeakMap(),
  };
  // A connection in the host's own configuration belongs to the host and outlives this instance.
  if (own) host.signal.addEventListener('abort', connectors.release, { once: true });

  const ready = () => {
    if (host.signal.aborted) throw createError('DESTROYED');
    own?.syncChains(config, host);
    return context;
  };
  // A visitor's action cancels a running restore, which must not change wagmi's state afterwards.
  const restoring = new Map<string, AbortController>();
  const supersede = (connectorId?: string) => {
    for (const [id, controller] of restoring) {
      if (connectorId === undefined || connectorId === id) controller.abort();
    }
    return ready();
  };
  const connected = async (connectorId: string) => connectedConnector(ready(), connectorId);

  // Code that only connected wallets need is not part of what connecting loads.
  const account = lazily(async () =>
    (await import('./createAccountEngine.js')).createAccountEngine(context, connected),
  );

  return {
    ...delegate(
      account,
      'getBalance',
      'estimateGas',
      'simulate',
      'getReceipt',
      'getBlockNumber',
      'signMessage',
      'signTypedData',
      'sendTransaction',
      'prepareTransfer',
      'transfer',
      'waitForTransaction',
      'sendCalls',
      'getCallsStatus',
      'showCallsStatus',
      'getCapabilities',
      'grantPermissions',
      'revokePermissions',
    ),
    connect: async (connectorId, request) => {
      const context = supersede((request.role ?? 'only') === 'only' ? undefined : connectorId);
      return connectWallet(context, connectorId, request);
    },
    reconnect: async (connectorId, request) => {
      const controller = new AbortController();
      restoring.get(connectorId)?.abort();
      restoring.set(connectorId, controller);
      const signal = anySignal(request.signal, controller.signal);
      const restored = await reconnectWallet(ready(), connectorId, { ...request, signal });
      // Without one, the wallet may be locked and is followed until the visitor does something else.
      if (restored && restoring.get(connectorId) === controller) restoring.delete(connectorId);
      return restored;
    },
    activate: async account =>
      (await import('./wagmi/activateConnection.js')).activateConnection(ready(), account),
    switchNetwork: async (...args) =>
      (await import('./wagmi/switchWallet.js')).switchWallet(ready(), ...args),
    getProvider: async connectorId => (await connected(connectorId)).getProvider(),
    disconnect: async connectorId => {
      supersede(connectorId);
      // The wallet or the host ended it meanwhile.
      const connector = await connected(connectorId).catch(() => undefined);
      if (connector) await disconnectWallet(context, connector);
    },
  };
}
