import {
  type CaipNetworkId,
  type ChainNamespace,
  isCaipNetworkId,
  isNamespace,
} from '../../protocol/caip.js';
import type { Storage } from '../contracts/Storage.js';

/*
 * What outlives a reload. Each record is checked when read; one that is corrupt, or of another version, counts as
 * absent. Keys carry the version.
 */
const KEYS = {
  /** 'connected' or 'disconnected', never anything between [STATE-05]. */
  status: 'latchkit.v1.connection_status',
  /** Connector ids by namespace. */
  connections: 'latchkit.v1.connections',
  /** CAIP-2 ids of the last-used chain by namespace, and the namespace used last [ENT-27]. */
  networks: 'latchkit.v1.networks',
  namespace: 'latchkit.v1.namespace',
  /** Wallet ids, most recent first [ENT-31]. */
  recent: 'latchkit.v1.recent_wallets',
  /** 'denied' once the visitor refused analytics. */
  analytics: 'latchkit.v1.analytics_consent',
} as const;

/** Recent wallets kept [LIM-12]. */
const RECENT_LIMIT = 2;

type ByNamespace<T> = Partial<Record<ChainNamespace, T>>;

export function readConnections(storage: Storage): ByNamespace<string> {
  return readByNamespace(storage, KEYS.connections, isId);
}

export function writeConnections(storage: Storage, connections: ByNamespace<string>): void {
  const connected = Object.keys(connections).length > 0;
  if (connected) storage.setItem(KEYS.connections, JSON.stringify(connections));
  else storage.removeItem(KEYS.connections);
  storage.setItem(KEYS.status, connected ? 'connected' : 'disconnected');
}

export function readNetworks(storage: Storage): ByNamespace<CaipNetworkId> {
  return readByNamespace(storage, KEYS.networks, isCaipNetworkId);
}

export function writeNetwork(storage: Storage, namespace: ChainNamespace, id: CaipNetworkId): void {
  storage.setItem(KEYS.networks, JSON.stringify({ ...readNetworks(storage), [namespace]: id }));
}

export function readNamespace(storage: Storage): ChainNamespace | undefined {
  const value = storage.getItem(KEYS.namespace);
  return isNamespace(value) ? value : undefined;
}

export function writeNamespace(storage: Storage, namespace: ChainNamespace): void {
  storage.setItem(KEYS.namespace, namespace);
}

export function readRecent(storage: Storage): readonly string[] {
  const value = parse(storage.getItem(KEYS.recent));
  return Array.isArray(value) ? value.filter(isId).slice(0, RECENT_LIMIT) : [];
}

/** Puts a wallet first among the recent ones and answers the new list. */
export function writeRecent(storage: Storage, walletId: string): readonly string[] {
  const recent = [walletId, ...readRecent(storage).filter(id => id !== walletId)].slice(0, RECENT_LIMIT);
  storage.setItem(KEYS.recent, JSON.stringify(recent));
  return recent;
}

/** Whether analytics may run as far as the visitor is concerned: until refused. */
export function readAnalyticsConsent(storage: Storage): boolean {
  return storage.getItem(KEYS.analytics) !== 'denied';
}

export function writeAnalyticsConsent(storage: Storage, consent: boolean): void {
  storage.setItem(KEYS.analytics, consent ? 'granted' : 'denied');
}

function readByNamespace<T>(
  storage: Storage,
  key: string,
  is: (value: unknown) => value is T,
): ByNamespace<T> {
  const value = parse(storage.getItem(key));
  if (typeof value !== 'object' || value === null) return {};
  const entries = Object.entries(value).filter(([namespace, item]) => isNamespace(namespace) && is(item));
  return Object.fromEntries(entries) as ByNamespace<T>;
}

function parse(text: string | null): unknown {
  if (!text) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isId(value: unknown): value is string {
  return typeof value === 'string' && value.length > 0 && value.length <= 256;
}
