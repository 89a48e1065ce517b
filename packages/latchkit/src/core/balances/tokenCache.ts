import type { CaipAddress } from '../../protocol/caip.js';
import type { TokenBalance } from '../adapter/TokenBalance.js';
import { isRecord } from '../adapter/untrusted.js';
import type { Storage } from '../kernel/storage.js';
import { readTokens, writeTokens } from './tokenRecord.js';
import { toTokens } from './toTokens.js';

/** How long token balances are taken as current, in ms [TIME-04]. */
export const TOKENS_FRESH_MS = 30_000;

/** What was read, and when in milliseconds since the epoch. */
export interface CachedTokens {
  readonly timestamp: number;
  readonly tokens: readonly TokenBalance[];
}

/** What is remembered of an account and still current. */
export function readCachedTokens(storage: Storage, account: CaipAddress): CachedTokens | undefined {
  const found = readCurrent(storage)[account];
  return found && { timestamp: found.timestamp, tokens: toTokens(found.tokens) };
}

/** Remembers what was read. Entries that are no longer current go, and nothing is put where servers read. */
export function writeCachedTokens(storage: Storage, account: CaipAddress, cached: CachedTokens): void {
  // Cookies are small, and travel with every request of the page.
  if (storage.readableOnServer) return;
  writeTokens(storage, { ...readCurrent(storage), [account]: cached });
}

/** Entries by `namespace:reference:address` [ENT-13]. */
function readCurrent(storage: Storage): Readonly<Record<string, StoredTokens>> {
  const stored = readTokens(storage);
  return isRecord(stored) ? Object.fromEntries(Object.entries(stored).filter(isCurrent)) : {};
}

interface StoredTokens {
  readonly timestamp: number;
  readonly tokens: readonly unknown[];
}

function isCurrent(entry: [string, unknown]): entry is [string, StoredTokens] {
  const [, stored] = entry;
  if (!isRecord(stored) || !Array.isArray(stored.tokens) || typeof stored.timestamp !== 'number')
    return false;
  const age = Date.now() - stored.timestamp;
  return age >= 0 && age < TOKENS_FRESH_MS;
}
