import type { AccountReference } from '../../core/adapter/ChainAdapter.js';
import type { WagmiConfig, WagmiConnection } from '../WagmiConfig.js';
import { connectedConnector } from './connectedConnector.js';
import type { EngineContext } from './EngineContext.js';

/**
 * Makes an account of an existing connection the one that wagmi's hooks report, as wagmi's `switchAccount` does for a
 * whole connection. No wallet is asked.
 *
 * @throws PROVIDER_NOT_FOUND the wallet is not connected.
 */
export async function activateConnection(
  context: EngineContext,
  { connectorId, address }: AccountReference,
): Promise<void> {
  const { config, watch } = context;
  const connector = await connectedConnector(context, connectorId);
  const connection = config.state.connections.get(connector.uid);
  if (!connection) return;
  watch.silently(() =>
    putFirst(config, { ...connection, accounts: withFirst(connection.accounts, address) }),
  );
  // Wagmi restores this connector first after a reload.
  rememberInWagmi(config, 'recentConnectorId', connector.id);
}

/**
 * Puts a connection first and makes it current. When the current connection ends, wagmi falls back to the first of the
 * rest, which is then the one that was current before.
 */
export function putFirst(config: WagmiConfig, connection: WagmiConnection): void {
  const { uid } = connection.connector;
  config.setState(state => {
    const others = [...state.connections].filter(([key]) => key !== uid);
    return {
      ...state,
      connections: new Map([[uid, connection], ...others]),
      current: uid,
      status: 'connected',
    };
  });
}

function withFirst(accounts: WagmiConnection['accounts'], address: string): WagmiConnection['accounts'] {
  const first = accounts.find(account => account === address);
  return first ? [first, ...accounts.filter(account => account !== address)] : accounts;
}

/** Writes to the storage of wagmi's configuration. A full storage must not fail the connection. */
export function rememberInWagmi(config: WagmiConfig, key: string, value: unknown): void {
  // Async, because a host's storage may throw synchronously.
  (async () => config.storage?.setItem(key, value))().catch(() => {});
}
