import type { ChainNamespace } from '../../protocol/caip.js';
import type { Latchkit } from '../Latchkit.js';
import type { Connection } from './account.js';
import { allowsMultiWallet } from './allowsMultiWallet.js';

/** The visitor's wallets, for a list of several. */
export interface ConnectionList {
  /** The namespace's active connection. */
  readonly active: Connection | undefined;
  /** Other connected wallets, most recently active first. */
  readonly others: readonly Connection[];
  /** Ids of wallets that were used before, are available in this browser and are not connected; most recent first. */
  readonly recent: readonly string[];
}

const NOTHING: ConnectionList = { active: undefined, others: [], recent: [] };

/**
 * The wallets of a namespace: active, connected and recent. With the feature `multiWallet` off, the list is empty and the alert
 * 'Multi-Wallet Not Enabled' is raised; use `getConnections` for the one connection per namespace.
 *
 * @param namespace - Default: the active one.
 */
export function listConnections(
  kit: Latchkit,
  namespace: ChainNamespace = kit.store.getState().activeNamespace,
): ConnectionList {
  if (!allowsMultiWallet(kit)) return NOTHING;
  const { chains, connections, connectors, recentWalletIds } = kit.store.getState();
  const held = connections.filter(one => one.namespace === namespace);
  const isActive = chains[namespace]?.connection.status === 'connected';
  const here = connectors.flatMap(one => one.connectors ?? [one]).filter(({ chain }) => chain === namespace);
  return {
    active: isActive ? held[0] : undefined,
    others: isActive ? held.slice(1) : held,
    recent: recentWalletIds.filter(
      id => here.some(one => one.id === id) && !held.some(({ connectorId }) => connectorId === id),
    ),
  };
}
