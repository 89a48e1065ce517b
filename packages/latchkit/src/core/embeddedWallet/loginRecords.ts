import { isRecord } from '../adapter/untrusted.js';
import type { Storage } from '../kernel/storage.js';
import { storedRecord } from '../kernel/storedRecord.js';
import type { RemoteFeatures } from '../LatchkitOptions.js';
import { PENDING_LOGIN } from './offeredLogins.js';
import { LAST_SOCIAL } from './socialRecords.js';

/** Stored records of logins to the embedded wallet. The keys include the version; a corrupt record counts as absent. */
const KEYS = {
  /** Email address of the last login. */
  email: 'latchkit.v1.last_email',
  /** '1' while a user is logged in by email. */
  login: 'latchkit.v1.email_login',
  /** The provider while a user is logged in by a social login. */
  social: 'latchkit.v1.social_login',
  /** The user's name at that provider. */
  userName: 'latchkit.v1.social_username',
  /** When an email was last requested, in milliseconds since the epoch. */
  mailed: 'latchkit.v1.last_email_login_time',
  /** A login that waits for its email: address and step. */
  pending: PENDING_LOGIN,
  /** Numeric ids of the chains that have smart accounts. */
  smartNetworks: 'latchkit.v1.smart_account_networks',
  /** Preferred account types of the visitor, by namespace. */
  accountTypes: 'latchkit.v1.account_types',
} as const;

/** The maximum length of an email address (RFC 5321). */
const LONGEST_EMAIL = 254;

export function readLastEmail(storage: Storage): string | undefined {
  const email = storage.getItem(KEYS.email);
  return email && isEmail(email) ? email : undefined;
}

const isEmail = (text: string) => text.length <= LONGEST_EMAIL && text.includes('@');

export function writeLastEmail(storage: Storage, email: string): void {
  storage.setItem(KEYS.email, email);
}

/** Whether a user is logged in by email, according to this page's storage. */
export function readEmailLogin(storage: Storage): boolean {
  return storage.getItem(KEYS.login) === '1';
}

export function writeEmailLogin(storage: Storage): void {
  storage.setItem(KEYS.login, '1');
}

/** Whether a user is logged in, by email or by a social login that the host still offers. */
export function readLogin(
  storage: Storage,
  { email, socials }: Pick<RemoteFeatures, 'email' | 'socials'>,
): boolean {
  return (email && readEmailLogin(storage)) || (socials !== false && storage.getItem(KEYS.social) !== null);
}

/** Stores a social login. */
export function writeSocialLogin(storage: Storage, provider: string, userName: string | undefined): void {
  storage.setItem(KEYS.social, provider);
  storage.setItem(LAST_SOCIAL, provider);
  if (userName === undefined) storage.removeItem(KEYS.userName);
  else storage.setItem(KEYS.userName, userName);
}

/** When an email was last requested; undefined: never, or at a time in this clock's future. */
export function readLastMail(storage: Storage, now: number): number | undefined {
  const time = Number(storage.getItem(KEYS.mailed) || Number.NaN);
  return Number.isSafeInteger(time) && time > 0 && time <= now ? time : undefined;
}

/** Minimum time between two emails, in ms. */
const MAIL_COOLDOWN = 30_000;

/** When another email can be requested, in milliseconds since the epoch. */
export function mailRestedAt(storage: Storage, now: number): number {
  return (readLastMail(storage, now) ?? -MAIL_COOLDOWN) + MAIL_COOLDOWN;
}

export function writeLastMail(storage: Storage, time: number): void {
  storage.setItem(KEYS.mailed, String(time));
}

/** A login that waits for the visitor to read an email. */
export interface PendingLogin {
  readonly email: string;
  readonly step: 'device' | 'code';
  /** Whether it takes two emails: with `device` always. */
  readonly twoEmails?: true | undefined;
  /** End of the recovery delay or of the freeze that it waits for, in milliseconds since the epoch. */
  readonly opensAt?: number | undefined;
  /** Whether the wallet was frozen. */
  readonly isFrozen?: boolean | undefined;
}

/** How long after its last email a login can be resumed, in ms: the lifetime of a login at the gateway. */
const PENDING_LIFE = 30 * 60_000;

/** Milliseconds after the recovery delay in which a login can be resumed: seven days. */
export const WAITED_LIFE = 7 * 86_400_000;

/** The login that was waiting for its email when the page was closed; undefined if there is none, or it has expired. */
export function readPendingLogin(storage: Storage, now: number): PendingLogin | undefined {
  const value = storedRecord(storage, KEYS.pending);
  if (!isRecord(value)) return undefined;
  const { email, step } = value;
  const opensAt = typeof value.opensAt === 'number' ? value.opensAt : undefined;
  const end =
    opensAt === undefined ? (readLastMail(storage, now) ?? 0) + PENDING_LIFE : opensAt + WAITED_LIFE;
  if (end <= now) return undefined;
  if (typeof email !== 'string' || !isEmail(email)) return undefined;
  if (step !== 'device' && step !== 'code') return undefined;
  const twoEmails = step === 'device' || value.twoEmails === true || undefined;
  const login = { email, step, opensAt, twoEmails } as const;
  return value.isFrozen === true ? { ...login, isFrozen: true } : login;
}

/** Stores a pending login; undefined removes it. */
export function writePendingLogin(storage: Storage, login: PendingLogin | undefined): void {
  if (login) storage.setItem(KEYS.pending, JSON.stringify(login));
  else storage.removeItem(KEYS.pending);
}

/** Stores which chains have smart accounts, as reported by the wallet page. */
export function writeSmartNetworks(storage: Storage, networks: readonly number[]): void {
  storage.setItem(KEYS.smartNetworks, JSON.stringify(networks));
}

/** The visitor's preferred account type in a namespace, not yet validated. */
export function readAccountType(storage: Storage, namespace: string): unknown {
  const value = storedRecord(storage, KEYS.accountTypes);
  return isRecord(value) ? value[namespace] : undefined;
}

export function writeAccountType(storage: Storage, namespace: string, type: string): void {
  const before = storedRecord(storage, KEYS.accountTypes);
  storage.setItem(KEYS.accountTypes, JSON.stringify({ ...(isRecord(before) && before), [namespace]: type }));
}

/** Removes the login. The time of the last email stays, because its cooldown continues. */
export function clearLogin(storage: Storage): void {
  for (const key of [KEYS.email, KEYS.login, KEYS.social, KEYS.userName, KEYS.accountTypes])
    storage.removeItem(key);
}
