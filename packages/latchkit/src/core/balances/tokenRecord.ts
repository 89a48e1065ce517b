import type { Storage } from '../kernel/storage.js';
import { storedRecord } from '../kernel/storedRecord.js';

/** Token balances by account, each with its time; current for seconds [ENT-13]. */
const KEY = 'latchkit.v1.token_balances';

/** The token balances as stored, of whatever shape. */
export function readTokens(storage: Storage): unknown {
  return storedRecord(storage, KEY);
}

/** Stores token balances; undefined forgets them. */
export function writeTokens(storage: Storage, balances: unknown): void {
  if (balances === undefined) storage.removeItem(KEY);
  else storage.setItem(KEY, JSON.stringify(balances));
}
