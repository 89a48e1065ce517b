import { isRecord } from '../adapter/untrusted.js';
import type { Storage } from '../kernel/storage.js';
import { storedRecord } from '../kernel/storedRecord.js';
import { type LeftFor, providerOf } from './leftFor.js';
import { WAITED_LIFE } from './loginRecords.js';
import { PENDING_LOGIN } from './offeredLogins.js';

/** A social login that can be repeated later, because the wallet makes new browsers wait or is frozen. */
export interface WaitingLogin {
  readonly provider: LeftFor;
  readonly isFrozen: boolean;
  /** When it can be repeated, in milliseconds since the epoch. */
  readonly opensAt: number;
}

/** The login that waited when the page was closed; undefined if there is none, or it is too old. */
export function readWaitingLogin(storage: Storage, now: number): WaitingLogin | undefined {
  const value = storedRecord(storage, PENDING_LOGIN);
  if (!isRecord(value)) return undefined;
  const { opensAt, isFrozen } = value;
  const provider = providerOf(value.provider);
  if (provider === undefined || typeof opensAt !== 'number' || opensAt + WAITED_LIFE <= now) return undefined;
  return { provider, isFrozen: isFrozen === true, opensAt };
}

/** Stores a login that waits, in the place of an email login. */
export function writeWaitingLogin(storage: Storage, login: WaitingLogin): void {
  storage.setItem(PENDING_LOGIN, JSON.stringify(login));
}
