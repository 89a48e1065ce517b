import type { CaipAddress } from '../../protocol/caip.js';
import type { TokenBalance } from '../adapter/TokenBalance.js';
import { isRecord } from '../adapter/untrusted.js';
import type { Storage } from '../kernel/storage.js';
import { readTokens, writeTokens } from './tokenRecord.js';
import { toTokens } from './toTokens.js';

/** How long token balances are cached, in ms. */
export const TOKENS_FRESH_MS = 30_000;

/** Token balances, and when they were read, in milliseconds since the epoch. */
export interface CachedTokens {
  readonly timestamp: number;
  readonly tokens: readonly TokenBalance[];
}

/** The stored balances of an account that have not expired. */
export function readCachedTokens(storage: Storage, account: CaipAddress): CachedTokens | undefined {
  const found = readCurrent(storage)[account];
  return found && { timestamp: found.timestamp, tokens: toTokens(found.tokens) };
}

/** Stores token balances. Removes expired entries; skips storage that servers read. */
export function writeCachedTokens(storage: Storage, account: CaipAddress, cached: CachedTokens): void {
  // Cookies are small and are sent with every request of the page.
  if (storage.readableOnServer) return;
  writeTokens(storage, { ...readCurrent(storage), [account]: cached });
}

/** Entries by `namespace:reference:address`. */
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
