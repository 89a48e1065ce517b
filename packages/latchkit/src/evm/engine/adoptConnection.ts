import type { Config, Connection, Connector } from '@wagmi/core';

/**
 * Enters a connection into wagmi's state, as wagmi's own `connect` does once the wallet has answered. Wagmi's action
 * cannot be left: a late answer to it would connect a visitor who has long closed the modal.
 */
export function adoptConnection(
  config: Config,
  connector: Connector,
  connection: Pick<Connection, 'accounts' | 'chainId'>,
): void {
  const { events } = config._internal;
  connector.emitter.off('connect', events.connect);
  connector.emitter.off('change', events.change);
  connector.emitter.off('disconnect', events.disconnect);
  connector.emitter.on('change', events.change);
  connector.emitter.on('disconnect', events.disconnect);
  config.setState(state => ({
    ...state,
    connections: new Map(state.connections).set(connector.uid, { ...connection, connector }),
    current: connector.uid,
    status: 'connected',
  }));
  // Wagmi restores this connector first after a reload. Not worth a connection when the storage is full.
  Promise.resolve(config.storage?.setItem('recentConnectorId', connector.id)).catch(() => {});
}
