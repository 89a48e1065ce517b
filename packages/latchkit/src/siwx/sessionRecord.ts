import * as z from 'zod/mini';
import type { SignInAccount, SiwxSession, Storage } from '../core/index.js';
import { isCaipNetworkId } from '../protocol/caip.js';
import type { SiwxTokens } from '../protocol/gateway/siwx.js';
import { siwxMessageSchema } from '../protocol/siwx/siwxMessageSchema.js';
import { tokenLife } from './tokenLife.js';

/** Key of the sessions of this browser; it carries their version. */
export const SESSIONS_KEY = 'latchkit.v1.siwx_sessions';

/** How many are kept, the newest first. */
const LIMIT = 20;

/** A token is taken to last this long at least, in ms: it is not renewed at every moment. */
const MIN_LIFE_MS = 30_000;

const keptSession = z.object({
  /** CAIP-10. */
  accountAddress: z.string(),
  chainId: z.custom<`${string}:${string}`>(isCaipNetworkId),
  message: siwxMessageSchema,
  text: z.string(),
  signature: z.string(),
  /** When the session ends, whatever happens. */
  expirationTime: z.string(),
  token: z.string(),
  /** When the token was given and when it ends, in ms since 1970, by this browser's clock. */
  tokenIssuedAt: z.number(),
  tokenEndsAt: z.number(),
  refreshToken: z.string(),
  /** Its renewal was asked for, and no answer has come. */
  renewing: z.optional(z.boolean()),
});

/** A session of the gateway's as it outlives a reload. */
export type KeptSession = z.output<typeof keptSession>;

/** The sessions of this browser. What is corrupt counts as absent. */
export function readSessions(storage: Storage): readonly KeptSession[] {
  const list = parse(storage.getItem(SESSIONS_KEY));
  if (!Array.isArray(list)) return [];
  return list.flatMap(one => {
    const kept = z.safeParse(keptSession, one);
    return kept.success ? [kept.data] : [];
  });
}

/** Puts a session in the place of the one that its account has on its network. */
export function writeSession(storage: Storage, session: KeptSession): void {
  const others = readSessions(storage).filter(one => !isSame(one, session));
  write(storage, [session, ...others].slice(0, LIMIT));
}

/** Takes away the session of an account on a network. */
export function removeSession(storage: Storage, id: string): void {
  write(
    storage,
    readSessions(storage).filter(one => !isSame(one, { accountAddress: id })),
  );
}

/** The session of an account on a network. */
export function findSession(storage: Storage, id: string): KeptSession | undefined {
  return readSessions(storage).find(one => isSame(one, { accountAddress: id }));
}

/** What a session holds of the tokens that the gateway gave. */
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

/** CAIP-10 id of an account on a network; on EVM in one case. */
export function sessionId({ chainId, accountAddress }: SignInAccount): `${string}:${string}:${string}` {
  return `${chainId}:${accountAddress}`;
}

/** The session as hosts read it; a token that has ended is left out until it is renewed. */
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
