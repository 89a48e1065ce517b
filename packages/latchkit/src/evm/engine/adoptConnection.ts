import type { ConnectRequest } from '../../core/adapter/ChainAdapter.js';
import type { WagmiConnector } from '../../core/adapter/WagmiConnector.js';
import type { WagmiConfig, WagmiConnection } from '../WagmiConfig.js';
import { putFirst } from './activateConnection.js';
import { rememberInWagmi } from './rememberInWagmi.js';
import { isWalletConnector } from './walletConnector.js';

/** What the connection becomes among wagmi's. */
export type AdoptedRole = NonNullable<ConnectRequest['role']>;

/**
 * Enters a connection into wagmi's state, as wagmi's own `connect` does once the wallet has answered. Wagmi's action
 * cannot be left: a late answer to it would connect a visitor who has long closed the modal. And to import it would
 * split the first chunk of a host that uses wagmi itself.
 *
 * Where the role is `only`, the other connections end in wagmi's state too, so that wagmi's hooks know one connection as
 * core does: without it they would fall back to a replaced wallet once the new one is disconnected. They end without a
 * word to their wallets, which still authorise the page, and connect again without a prompt.
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

/** Lets wagmi hear no more of a connector that was replaced, and not restore it after a reload. */
function release(config: WagmiConfig, connector: WagmiConnector): void {
  // What wagmi read from its storage is a record, not a connector.
  if (typeof connector.getProvider !== 'function') return;
  const { events } = config._internal;
  connector.emitter.off('change', events.change);
  connector.emitter.off('disconnect', events.disconnect);
  if (isWalletConnector(connector)) connector.unlisten();
  // The mark that wagmi's injected connector leaves itself when it disconnects, and takes away when it connects.
  else if (connector.type === 'injected') rememberInWagmi(config, `${connector.id}.disconnected`, true);
}
