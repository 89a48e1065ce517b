import * as z from 'zod/mini';
import type { SignInAccount, SiwxSession, Storage } from '../core/index.js';
import { isChainId } from '../protocol/caip.js';
import type { SiwxTokens } from '../protocol/gateway/siwx.js';
import { siwxMessageSchema } from '../protocol/siwx/siwxMessageSchema.js';
import { tokenLife } from './tokenLife.js';

/** Storage key of this browser's sessions, including the format version. */
export const SESSIONS_KEY = 'latchkit.v1.siwx_sessions';

/** Maximum number of stored sessions; the newest are kept. */
const LIMIT = 20;

/** Minimum assumed life of a token in ms, so that it is not renewed constantly. */
const MIN_LIFE_MS = 30_000;

const keptSession = z.object({
  /** CAIP-10. */
  accountAddress: z.string(),
  chainId: z.custom<`${string}:${string}`>(isChainId),
  message: siwxMessageSchema,
  text: z.string(),
  signature: z.string(),
  /** Absolute expiry of the session. */
  expirationTime: z.string(),
  token: z.string(),
  /** When the token was issued and expires, in ms since 1970 by this browser's clock. */
  tokenIssuedAt: z.number(),
  tokenEndsAt: z.number(),
  refreshToken: z.string(),
  /** A renewal was requested and has no response yet. */
  renewing: z.optional(z.boolean()),
});

/** A gateway session as stored across reloads. */
export type KeptSession = z.output<typeof keptSession>;

/** Reads this browser's sessions. Corrupt records count as absent. */
export function readSessions(storage: Storage): readonly KeptSession[] {
  const list = parse(storage.getItem(SESSIONS_KEY));
  if (!Array.isArray(list)) return [];
  return list.flatMap(one => {
    const kept = z.safeParse(keptSession, one);
    return kept.success ? [kept.data] : [];
  });
}

/** Stores a session, replacing the one of the same account and network. */
export function writeSession(storage: Storage, session: KeptSession): void {
  const others = readSessions(storage).filter(one => !isSame(one, session));
  write(storage, [session, ...others].slice(0, LIMIT));
}

/** Removes the session of an account on a network. */
export function removeSession(storage: Storage, id: string): void {
  write(
    storage,
    readSessions(storage).filter(one => !isSame(one, { accountAddress: id })),
  );
}

/** Returns the session of an account on a network. */
export function findSession(storage: Storage, id: string): KeptSession | undefined {
  return readSessions(storage).find(one => isSame(one, { accountAddress: id }));
}

/** Returns the fields of a session that come from the gateway's tokens. */
export function toKeptTokens(tokens: SiwxTokens) {
  const now = Date.now();
  const life = tokenLife(tokens.token) ?? Date.parse(tokens.expirationTime) - now;
  return {
    expirationTime: tokens.session.expirationTime,
    token: tokens.token,
    tokenIssuedAt: now,
    tokenEndsAt: now + Math.max(life, MIN_LIFE_MS),
    refreshToken: tokens.refreshToken,
    renewing: undefined,
  };
}

/** Returns the CAIP-10 id of an account; in lower case on EVM. */
export function sessionId({ chainId, address }: SignInAccount): `${string}:${string}:${string}` {
  return `${chainId}:${address}`;
}

/** Converts a session to its public form, without a token that has expired and is not renewed yet. */
export function toSiwxSession(kept: KeptSession): SiwxSession {
  const { accountAddress, chainId, text, signature, expirationTime, token } = kept;
  const isGood = Date.now() < kept.tokenEndsAt;
  return {
    accountAddress: accountAddress as SiwxSession['accountAddress'],
    chainId,
    message: kept.message as SiwxSession['message'],
    text,
    signature,
    expirationTime,
    ...(isGood ? { token } : {}),
  };
}

function isSame(one: { accountAddress: string }, other: { accountAddress: string }): boolean {
  const [a, b] = [one.accountAddress, other.accountAddress];
  return a === b || (a.startsWith('eip155:') && a.toLowerCase() === b.toLowerCase());
}

function write(storage: Storage, sessions: readonly KeptSession[]): void {
  if (sessions.length === 0) storage.removeItem(SESSIONS_KEY);
  else storage.setItem(SESSIONS_KEY, JSON.stringify(sessions));
}

function parse(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return undefined;
  }
}
