import type { Storage } from '../kernel/storage.js';
import { storedRecord } from '../kernel/storedRecord.js';

/** Token balances by account, each with its time; valid for seconds. */
const KEY = 'latchkit.v1.token_balances';

/** The stored token balances, not yet validated. */
export function readTokens(storage: Storage): unknown {
  return storedRecord(storage, KEY);
}

/** Stores token balances; undefined removes them. */
export function writeTokens(storage: Storage, balances: unknown): void {
  if (balances === undefined) storage.removeItem(KEY);
  else storage.setItem(KEY, JSON.stringify(balances));
}
