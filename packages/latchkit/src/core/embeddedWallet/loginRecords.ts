import { isRecord } from '../adapter/untrusted.js';
import type { Storage } from '../kernel/storage.js';
import { storedRecord } from '../kernel/storedRecord.js';
import { PENDING_LOGIN } from './hasPendingLogin.js';

/** What is remembered of logins to the embedded wallet. Keys carry the version; what is corrupt counts as absent. */
const KEYS = {
  /** Email address of the last login [ENT-25]. */
  email: 'latchkit.v1.last_email',
  /** '1' while somebody is logged in by email [ENT-28]. */
  login: 'latchkit.v1.email_login',
  /** When a mail was asked for last, in milliseconds since 1970 [ENT-29]. */
  mailed: 'latchkit.v1.last_email_login_time',
  /** A login that waits for its mail: address and step. */
  pending: PENDING_LOGIN,
  /** Numbers of the chains that have smart accounts [ENT-30]. */
  smartNetworks: 'latchkit.v1.smart_account_networks',
  /** Kinds of accounts that the visitor used last, by namespace [STATE-30]. */
  accountTypes: 'latchkit.v1.account_types',
} as const;

/** The longest address that mail can be sent to (RFC 5321). */
const LONGEST_EMAIL = 254;

export function readLastEmail(storage: Storage): string | undefined {
  const email = storage.getItem(KEYS.email);
  return email && isEmail(email) ? email : undefined;
}

const isEmail = (text: string) => text.length <= LONGEST_EMAIL && text.includes('@');

export function writeLastEmail(storage: Storage, email: string): void {
  storage.setItem(KEYS.email, email);
}

/** Whether somebody is logged in by email, as far as this page knows. */
export function readEmailLogin(storage: Storage): boolean {
  return storage.getItem(KEYS.login) === '1';
}

export function writeEmailLogin(storage: Storage): void {
  storage.setItem(KEYS.login, '1');
}

/** When a mail was asked for last; undefined: never, or by a clock that was ahead of this one. */
export function readLastMail(storage: Storage, now: number): number | undefined {
  const time = Number(storage.getItem(KEYS.mailed) || Number.NaN);
  return Number.isSafeInteger(time) && time > 0 && time <= now ? time : undefined;
}

/** Milliseconds between two mails [VAL-08]. */
const MAIL_COOLDOWN = 30_000;

/** When another mail can be asked for, in milliseconds since 1970. */
export function mailRestedAt(storage: Storage, now: number): number {
  return (readLastMail(storage, now) ?? -MAIL_COOLDOWN) + MAIL_COOLDOWN;
}

export function writeLastMail(storage: Storage, time: number): void {
  storage.setItem(KEYS.mailed, String(time));
}

/** A login that waits for the visitor to read a mail. */
export interface PendingLogin {
  readonly email: string;
  readonly step: 'device' | 'code';
}

/** Milliseconds after its last mail that a login is gone on with: as long as it lives at the gateway. */
const PENDING_LIFE = 30 * 60_000;

/** The login that waited for its mail when the page was left; undefined: there was none, or its time is over. */
export function readPendingLogin(storage: Storage, now: number): PendingLogin | undefined {
  const value = storedRecord(storage, KEYS.pending);
  if (!isRecord(value) || (readLastMail(storage, now) ?? 0) + PENDING_LIFE <= now) return undefined;
  const { email, step } = value;
  if (typeof email !== 'string' || !isEmail(email)) return undefined;
  return step === 'device' || step === 'code' ? { email, step } : undefined;
}

/** Undefined forgets it. */
export function writePendingLogin(storage: Storage, login: PendingLogin | undefined): void {
  if (login) storage.setItem(KEYS.pending, JSON.stringify({ email: login.email, step: login.step }));
  else storage.removeItem(KEYS.pending);
}

/** Keeps which chains have smart accounts, as the wallet page answered. */
export function writeSmartNetworks(storage: Storage, networks: readonly number[]): void {
  storage.setItem(KEYS.smartNetworks, JSON.stringify(networks));
}

/** The kind of account that was used last in a namespace, as it was stored. */
export function readAccountType(storage: Storage, namespace: string): unknown {
  const value = storedRecord(storage, KEYS.accountTypes);
  return isRecord(value) ? value[namespace] : undefined;
}

export function writeAccountType(storage: Storage, namespace: string, type: string): void {
  const before = storedRecord(storage, KEYS.accountTypes);
  storage.setItem(KEYS.accountTypes, JSON.stringify({ ...(isRecord(before) && before), [namespace]: type }));
}

/** Forgets who was logged in [STATE-22] [STATE-24]. When the last mail went out stays: the cooldown is not over with it. */
export function clearLogin(storage: Storage): void {
  for (const key of [KEYS.email, KEYS.login, KEYS.accountTypes]) storage.removeItem(key);
}
