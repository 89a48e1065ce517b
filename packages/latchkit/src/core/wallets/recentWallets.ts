import type { Storage } from '../kernel/storage.js';
import { isStoredId, storedRecord } from '../kernel/storedRecord.js';

/** Wallet ids, most recent first. */
const KEY = 'latchkit.v1.recent_wallets';

/** Number of recent wallets stored. */
const RECENT_LIMIT = 2;

export function readRecent(storage: Storage): readonly string[] {
  const value = storedRecord(storage, KEY);
  return Array.isArray(value) ? value.filter(isStoredId).slice(0, RECENT_LIMIT) : [];
}

/** Puts a wallet first among the recent ones and returns the new list. */
export function writeRecent(storage: Storage, walletId: string): readonly string[] {
  const recent = [walletId, ...readRecent(storage).filter(id => id !== walletId)].slice(0, RECENT_LIMIT);
  storage.setItem(KEY, JSON.stringify(recent));
  return recent;
}

/** Removes a wallet from the recent ones and returns the new list. */
export function forgetRecent(storage: Storage, walletId: string): readonly string[] {
  const recent = readRecent(storage).filter(id => id !== walletId);
  storage.setItem(KEY, JSON.stringify(recent));
  return recent;
}
