import type { Config, Connection, Connector } from '@wagmi/core';
import { isWalletConnector } from './walletConnector.js';

export interface AdoptOptions {
  /**
   * Whether the other connections end in wagmi's state, so that wagmi's hooks know one connection as core does: without
   * it they would fall back to a replaced wallet once the new one is disconnected.
   */
  readonly replace: boolean;
}

/**
 * Enters a connection into wagmi's state, as wagmi's own `connect` does once the wallet has answered. Wagmi's action
 * cannot be left: a late answer to it would connect a visitor who has long closed the modal. And to import it would
 * split the first chunk of a host that uses wagmi itself.
 *
 * A connection that is replaced ends without a word to its wallet: the wallet still authorises the page, and connects
 * again without a prompt.
 */
export function adoptConnection(
  config: Config,
  connector: Connector,
  connection: Pick<Connection, 'accounts' | 'chainId'>,
  { replace }: AdoptOptions,
): void {
  const { events } = config._internal;
  const before = config.state.connections;
  const replaced = replace ? [...before.values()].filter(one => one.connector.uid !== connector.uid) : [];
  for (const one of replaced) release(config, one.connector);
  connector.emitter.off('connect', events.connect);
  connector.emitter.off('change', events.change);
  connector.emitter.off('disconnect', events.disconnect);
  connector.emitter.on('change', events.change);
  connector.emitter.on('disconnect', events.disconnect);
  config.setState(state => ({
    ...state,
    connections: new Map(replace ? [] : state.connections).set(connector.uid, { ...connection, connector }),
    current: connector.uid,
    status: 'connected',
  }));
  // Wagmi restores this connector first after a reload.
  remember(config, 'recentConnectorId', connector.id);
}

/** Lets wagmi hear no more of a connector that was replaced, and not restore it after a reload. */
function release(config: Config, connector: Connector): void {
  // What wagmi read from its storage is a record, not a connector.
  if (typeof connector.getProvider !== 'function') return;
  const { events } = config._internal;
  connector.emitter.off('change', events.change);
  connector.emitter.off('disconnect', events.disconnect);
  if (isWalletConnector(connector)) connector.unlisten();
  // The mark that wagmi's injected connector leaves itself when it disconnects, and takes away when it connects.
  else if (connector.type === 'injected') remember(config, `${connector.id}.disconnected`, true);
}

/** Not worth a connection when the storage is full. */
function remember(config: Config, key: string, value: unknown): void {
  const storage = config.storage as { setItem(key: string, value: unknown): unknown } | null | undefined;
  // Async, because a storage of the host's may throw at once.
  (async () => storage?.setItem(key, value))().catch(() => {});
}
