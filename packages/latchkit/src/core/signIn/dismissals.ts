import type { Storage } from '../kernel/storage.js';
import { storedRecord } from '../kernel/storedRecord.js';
import type { SignInTarget } from './SignInRun.js';

/** Accounts on networks, as CAIP-10 ids, whose visitor skipped an optional sign-in. */
const KEY = 'latchkit.v1.sign_in_dismissed';
const LIMIT = 20;

/** Whether the visitor skipped sign-in. */
export function isDismissed(storage: Storage, target: SignInTarget): boolean {
  return read(storage).includes(idOf(target));
}

/** Stores that the visitor skipped sign-in, so that a reload does not ask again. */
export function rememberDismissal(storage: Storage, target: SignInTarget): void {
  const id = idOf(target);
  const others = read(storage).filter(one => one !== id);
  storage.setItem(KEY, JSON.stringify([id, ...others].slice(0, LIMIT)));
}

/** A visitor who connects again is asked again. */
export function forgetDismissals(storage: Storage, { namespace }: SignInTarget): void {
  const others = read(storage).filter(id => !id.startsWith(`${namespace}:`));
  if (others.length > 0) storage.setItem(KEY, JSON.stringify(others));
  else storage.removeItem(KEY);
}

function read(storage: Storage): readonly string[] {
  const value = storedRecord(storage, KEY);
  return Array.isArray(value) ? value.filter(id => typeof id === 'string') : [];
}

function idOf({ chainId, address }: SignInTarget): string {
  return `${chainId}:${address}`;
}
