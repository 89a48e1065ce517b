import type { ChainNamespace } from '../../protocol/caip.js';
import type { Latchkit } from '../Latchkit.js';
import type { Connection } from './account.js';
import { allowsMultiWallet } from './allowsMultiWallet.js';

/** The visitor's wallets, as a list of several shows them. */
export interface ConnectionList {
  /** The connection that read-outs of the namespace speak of. */
  readonly active: Connection | undefined;
  /** Further connected wallets, most recently active first. */
  readonly others: readonly Connection[];
  /** Ids of wallets that were used before, are found in this browser and are not connected; most recent first. */
  readonly recent: readonly string[];
}

const NOTHING: ConnectionList = { active: undefined, others: [], recent: [] };

/**
 * The wallets of a namespace: active, connected and recent. With the feature `multiWallet` off it lists nothing and raises
 * the alert 'Multi-Wallet Not Enabled' [PERM-03]; the one connection of each namespace is then `getConnections`.
 *
 * @param namespace Default: the active one.
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
