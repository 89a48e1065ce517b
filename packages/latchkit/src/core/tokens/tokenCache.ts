import * as z from 'zod/mini';
import type { CaipAddress } from '../../protocol/caip.js';
import { tokenBalance } from '../../protocol/gateway/chainData.js';
import type { Storage } from '../contracts/Storage.js';
import { readTokens, writeTokens } from '../storage/tokenRecord.js';
import type { TokenBalance } from './TokenBalance.js';
import { toTokens } from './toTokens.js';

/** How long token balances are taken as current, in ms [TIME-04]. */
export const TOKENS_FRESH_MS = 30_000;

/** What was read, and when in milliseconds since the epoch. */
export interface CachedTokens {
  readonly timestamp: number;
  readonly tokens: readonly TokenBalance[];
}

/** Entries by `namespace:reference:address` [ENT-13]. */
const record = z.record(z.string(), z.object({ timestamp: z.number(), tokens: z.array(tokenBalance) }));

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

function readCurrent(storage: Storage): z.output<typeof record> {
  const read = z.safeParse(record, readTokens(storage));
  if (!read.success) return {};
  const now = Date.now();
  return Object.fromEntries(
    Object.entries(read.data).filter(
      ([, { timestamp }]) => timestamp <= now && now - timestamp < TOKENS_FRESH_MS,
    ),
  );
}
