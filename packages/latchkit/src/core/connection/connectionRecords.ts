import { type ChainId, type ChainNamespace, isChainId } from '../../protocol/caip.js';
import type { Storage } from '../kernel/storage.js';
import { type ByNamespace, isStoredId, storedByNamespace } from '../kernel/storedRecord.js';

/**
 * Records that persist across reloads. Each is validated when read; a corrupt record, or one of another version, counts as
 * absent. The keys include the version.
 */
const KEYS = {
  /** 'connected' or 'disconnected', never an intermediate status. */
  status: 'latchkit.v1.connection_status',
  /** Connector ids by namespace, the active one's first; a single id in records of an older version. */
  connections: 'latchkit.v1.connections',
  /** CAIP-2 ids of the last-used chain by namespace. */
  networks: 'latchkit.v1.networks',
} as const;

/** Maximum number of connectors stored per namespace; a longer list is invalid. */
const CONNECTIONS_LIMIT = 12;

/** Ids of the connectors to restore, the active one's first. */
export function readConnections(storage: Storage): ByNamespace<readonly string[]> {
  const stored = Object.entries(storedByNamespace(storage, KEYS.connections, isIdOrIds));
  return Object.fromEntries(stored.map(([namespace, ids]) => [namespace, [ids].flat()]));
}

export function writeConnections(storage: Storage, connections: ByNamespace<readonly string[]>): void {
  const held = Object.entries(connections).filter(([, ids]) => ids.length > 0);
  const kept = held.map(([namespace, ids]) => [namespace, ids.slice(0, CONNECTIONS_LIMIT)]);
  if (kept.length > 0) storage.setItem(KEYS.connections, JSON.stringify(Object.fromEntries(kept)));
  else storage.removeItem(KEYS.connections);
  storage.setItem(KEYS.status, kept.length > 0 ? 'connected' : 'disconnected');
}

export function readNetworks(storage: Storage): ByNamespace<ChainId> {
  return storedByNamespace(storage, KEYS.networks, isChainId);
}

export function writeNetwork(storage: Storage, namespace: ChainNamespace, id: ChainId): void {
  storage.setItem(KEYS.networks, JSON.stringify({ ...readNetworks(storage), [namespace]: id }));
}

function isIdOrIds(value: unknown): value is string | readonly string[] {
  return Array.isArray(value) ? value.length > 0 && value.every(isStoredId) : isStoredId(value);
}
