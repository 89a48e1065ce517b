import type { ConnectRequest } from '../../core/adapter/ChainAdapter.js';
import type { WagmiConnector } from '../../core/adapter/WagmiConnector.js';
import type { WagmiConfig, WagmiConnection } from '../WagmiConfig.js';
import { putFirst, rememberInWagmi } from './activateConnection.js';
import { isWalletConnector } from './walletConnector.js';

/** The role that the connection has among wagmi's connections. */
export type AdoptedRole = NonNullable<ConnectRequest['role']>;

/**
 * Adds a connection to wagmi's state, as wagmi's own `connect` does once the wallet has responded. Wagmi's action can't
 * be cancelled: a late response would connect a visitor who closed the modal long ago. Importing it would also split
 * the first chunk of a host that uses wagmi.
 *
 * With the role `only`, all other connections end in wagmi's state too, so that wagmi's hooks don't fall back to a
 * replaced wallet when the new one disconnects. Their wallets aren't notified: they still authorize the page and
 * reconnect without a prompt.
 */
export function adoptConnection(
  config: WagmiConfig,
  connector: WagmiConnector,
  connection: Pick<WagmiConnection, 'accounts' | 'chainId'>,
  role: AdoptedRole,
): void {
  const { events } = config._internal;
  if (role === 'only') endOthers(config, connector);
  connector.emitter.off('connect', events.connect);
  connector.emitter.off('change', events.change);
  connector.emitter.off('disconnect', events.disconnect);
  connector.emitter.on('change', events.change);
  connector.emitter.on('disconnect', events.disconnect);
  const { state } = config;
  const isLed = state.status === 'connected' && state.connections.has(state.current ?? '');
  if (role === 'further' && isLed) {
    const connections = new Map(state.connections).set(connector.uid, { ...connection, connector });
    config.setState(before => ({ ...before, connections }));
    return;
  }
  putFirst(config, { ...connection, connector });
  // Wagmi restores this connector first after a reload.
  rememberInWagmi(config, 'recentConnectorId', connector.id);
}

function endOthers(config: WagmiConfig, connector: WagmiConnector): void {
  for (const [uid, one] of config.state.connections) {
    if (uid !== connector.uid) release(config, one.connector);
  }
  config.setState(state => ({ ...state, connections: new Map() }));
}

/** Stops wagmi from following a replaced connector and from restoring it after a reload. */
function release(config: WagmiConfig, connector: WagmiConnector): void {
  // Connections read from wagmi's storage have records instead of connectors.
  if (typeof connector.getProvider !== 'function') return;
  const { events } = config._internal;
  connector.emitter.off('change', events.change);
  connector.emitter.off('disconnect', events.disconnect);
  if (isWalletConnector(connector)) connector.unlisten();
  // wagmi's injected connector sets this flag on disconnect and clears it on connect.
  else if (connector.type === 'injected') rememberInWagmi(config, `${connector.id}.disconnected`, true);
}
