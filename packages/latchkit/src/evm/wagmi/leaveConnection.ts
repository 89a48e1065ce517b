import type { WagmiConnector } from '../../core/adapter/WagmiConnector.js';
import type { WagmiConfig } from '../WagmiConfig.js';

/** Removes a connection from wagmi's state, as wagmi's `disconnect` does once the connector has disconnected. */
export function leaveConnection(config: WagmiConfig, connector: WagmiConnector): void {
  const { emitter, uid } = connector;
  const { events } = config._internal;
  emitter.off('change', events.change);
  emitter.off('disconnect', events.disconnect);
  // Wallets may connect on their own afterwards.
  emitter.off('connect', events.connect);
  emitter.on('connect', events.connect);
  config.setState(state => {
    const connections = new Map(state.connections);
    connections.delete(uid);
    const current = state.current === uid ? ([...connections.keys()][0] ?? null) : state.current;
    return { ...state, connections, current, status: current ? state.status : 'disconnected' };
  });
  const id = config.state.connections.get(config.state.current ?? '')?.connector.id;
  if (id) (async () => config.storage?.setItem('recentConnectorId', id))().catch(() => {});
}
