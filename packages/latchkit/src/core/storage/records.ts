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
  /** Connector ids by namespace, the active one's first; a single id where only one was ever kept. */
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

/** Connectors remembered in one namespace: more are a mistake. */
const CONNECTIONS_LIMIT = 12;

/** Ids of the connectors to restore, the active one's first. */
export function readConnections(storage: Storage): ByNamespace<readonly string[]> {
  const stored = Object.entries(readByNamespace(storage, KEYS.connections, isIdOrIds));
  return Object.fromEntries(stored.map(([namespace, ids]) => [namespace, [ids].flat()]));
}

export function writeConnections(storage: Storage, connections: ByNamespace<readonly string[]>): void {
  const held = Object.entries(connections).filter(([, ids]) => ids.length > 0);
  const kept = held.map(([namespace, ids]) => [namespace, ids.slice(0, CONNECTIONS_LIMIT)]);
  if (kept.length > 0) storage.setItem(KEYS.connections, JSON.stringify(Object.fromEntries(kept)));
  else storage.removeItem(KEYS.connections);
  storage.setItem(KEYS.status, kept.length > 0 ? 'connected' : 'disconnected');
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

/** Takes a wallet off the recent ones and answers the new list. */
export function forgetRecent(storage: Storage, walletId: string): readonly string[] {
  const recent = readRecent(storage).filter(id => id !== walletId);
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

function isIdOrIds(value: unknown): value is string | readonly string[] {
  return Array.isArray(value) ? value.length > 0 && value.every(isId) : isId(value);
}

function isId(value: unknown): value is string {
  return typeof value === 'string' && value.length > 0 && value.length <= 256;
}
