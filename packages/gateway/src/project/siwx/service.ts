import { randomBytes } from 'node:crypto';
import type { SiwxServiceSession, SiwxTokens } from 'latchkit/protocol';
import { allowsOrigin, parseSiwxMessage, type SiwxMessage } from 'latchkit/protocol';
import { HttpError } from '../../platform/http/HttpError.js';
import type { StorageQuotas } from '../../platform/http/storageQuotas.js';
import { type AccountId, accountId } from '../chains/accountId.js';
import { allowsPage } from '../projects/service.js';
import type { Project } from '../projects/store.js';
import { checkMessage } from './checkMessage.js';
import { isRefreshToken, readRefreshToken, refreshToken } from './refreshToken.js';
import type { SiwxStore, StoredSession } from './store.js';
import type { Tokens } from './tokens.js';
import type { VerifySignature } from './verifySignature.js';

const MINUTE = 60_000;
const DAY = 86_400_000;

/** Milliseconds that a nonce is valid. */
const NONCE_LIFE = 5 * MINUTE;

/** Milliseconds that a session lasts if its message has no expiration time, and at most. */
const SESSION_LIFE = 7 * DAY;
/** Bytes that a sign-in takes besides its page, with its indexes. */
const SESSION_ROW = 600;
const MAX_SESSION_LIFE = 30 * DAY;

/** Milliseconds in which a refresh token may be reused, for two tabs that refresh at once. */
const REFRESH_GRACE = 10_000;

/** Milliseconds between two clean-ups of a replica, and how long ended sessions remain in the list. */
const SWEEP_GAP = MINUTE;
const ENDED_LIFE = 30 * DAY;

const HOST = /^[a-z0-9.:[\]_-]{1,255}$/;

/** The caller: its project, the origin if it is a page, and the URL that it used. */
export interface Caller {
  readonly project: Project;
  readonly origin: string | undefined;
  /** Where the call came from. */
  readonly network: string;
  /** URL of the gateway, the `iss` of tokens. */
  readonly issuer: string;
}

/** A message with its signature. */
export interface SignedMessage {
  readonly message: string;
  readonly signature: string;
  readonly accountAddress: string;
}

/** Sign-in with a wallet. All methods throw HttpError, with 401 and a specific code for invalid sign-ins. */
export interface SiwxService {
  nonce(caller: Caller, domain: string): Promise<{ nonce: string; expirationTime: string }>;
  verify(caller: Caller, signed: SignedMessage, gone: AbortSignal): Promise<SiwxTokens>;
  /** Finds the session of a token. */
  session(projectId: string, token: string): Promise<StoredSession>;
  refresh(caller: Caller, token: string): Promise<SiwxTokens>;
  /**
   * Ends a session.
   *
   * @param token - A token of the session, which may have expired, or a refresh token, which may have been used: whoever wakes a
   *   page after an hour has no other.
   */
  revoke(projectId: string, token: string): Promise<void>;
}

export interface SiwxServiceOptions {
  readonly store: SiwxStore;
  readonly tokens: Tokens;
  readonly verifySignature: VerifySignature;
  readonly quotas: StorageQuotas;
  /** Required issuer of a token; undefined: any URL of the gateway. */
  readonly issuer: string | undefined;
}

export function siwxService(options: SiwxServiceOptions): SiwxService {
  const { store, tokens, issuer, quotas } = options;
  const sweep = sweepExpired(store);
  const answer = async (session: StoredSession, generation: number, from: string, at: Date) => {
    const { token, expiresAt } = await tokens.issue(session, from, at);
    return {
      token,
      expirationTime: expiresAt.toISOString(),
      refreshToken: refreshToken(session, generation),
      session: toWire(session),
    };
  };
  const session = async (projectId: string, token: string) => {
    const { sid, sub } = await tokens.read(token, projectId, issuer);
    const found = await store.find(projectId, sid);
    if (found?.account !== sub) throw invalidToken();
    return alive(found);
  };
  return {
    session,
    async nonce({ project, origin }, domain) {
      requireDomain(project, domain, origin);
      const nonce = randomBytes(16).toString('hex');
      const expiresAt = new Date(Date.now() + NONCE_LIFE);
      await store.addNonce(nonce, { projectId: project.id, domain }, expiresAt);
      await sweep();
      return { nonce, expirationTime: expiresAt.toISOString() };
    },
    async verify(caller, signed, gone) {
      const made = await verified(options, caller, signed, gone);
      const { projectId, account } = made;
      // Who signed in before is not refused because of others; the number of an account's sign-ins is limited.
      if (await store.knows(projectId, account)) await store.trim(projectId, account);
      else {
        const bytes = SESSION_ROW + made.uri.length + made.domain.length;
        await quotas.take({ kind: 'sign-in', projectId, network: caller.network, bytes });
      }
      await store.addSession(made);
      const found: StoredSession = { ...made, revokedAt: null, generation: 0, rotatedAt: made.issuedAt };
      return answer(found, 0, caller.issuer, made.issuedAt);
    },
    async refresh({ project, issuer: from }, token) {
      const { found, generation } = await refreshed(store, project.id, token);
      // A token that was rotated within the grace period is returned again, with the same times.
      return answer(found, generation, from, found.rotatedAt);
    },
    async revoke(projectId, token) {
      const named = readRefreshToken(token);
      const claims = named === undefined ? await tokens.readExpired(token, projectId, issuer) : undefined;
      const found = await store.find(projectId, named?.id ?? claims?.sid ?? '');
      if (found === undefined) throw invalidToken();
      const isOfSession = named
        ? isRefreshToken(found, named.generation, token)
        : claims?.sub === found.account;
      if (!isOfSession) throw invalidToken();
      await store.revoke(projectId, alive(found).id, new Date());
    },
  };
}

/**
 * Creates a session for a signed message. The nonce is claimed before the signature is verified, so that it is used once even
 * with concurrent requests. It is released only if the signature could not be verified because a chain is unavailable.
 */
async function verified(
  { store, verifySignature }: SiwxServiceOptions,
  { project, origin }: Caller,
  { message: text, signature, accountAddress }: SignedMessage,
  gone: AbortSignal,
) {
  const account = accountId(accountAddress);
  if (account === undefined) {
    throw new HttpError(400, 'INVALID_ACCOUNT', 'Expected the CAIP-10 id of an account');
  }
  const message = parsed(text, account);
  const now = Date.now();
  requireDomain(project, message.domain, origin);
  checkMessage(message, { account, origin, now });
  const owner = { projectId: project.id, domain: message.domain };
  const isStorable = /^[A-Za-z0-9]{8,200}$/.test(message.nonce);
  if (!isStorable || !(await store.claimNonce(message.nonce, owner, new Date(now)))) {
    throw new HttpError(
      401,
      'INVALID_NONCE',
      'The nonce is unknown, used, expired or belongs to another page',
    );
  }
  const isGood = await verifySignature(account, text, signature, gone).catch(async error => {
    await store.releaseNonce(project.id, message.nonce);
    throw error;
  });
  if (!isGood) throw new HttpError(401, 'INVALID_SIGNATURE', 'The account did not sign this message');
  return {
    id: randomBytes(16).toString('hex'),
    projectId: project.id,
    account: account.id,
    chainId: account.chainId,
    domain: message.domain,
    uri: message.uri,
    issuedAt: new Date(now),
    expiresAt: endOf(message, now),
    refreshSecret: randomBytes(32).toString('base64url'),
  };
}

async function refreshed(
  store: SiwxStore,
  projectId: string,
  token: string,
): Promise<{ found: StoredSession; generation: number }> {
  const named = readRefreshToken(token);
  const known = named && (await store.find(projectId, named.id));
  if (named === undefined || known === undefined || !isRefreshToken(known, named.generation, token)) {
    throw invalidToken();
  }
  const current = alive(known);
  const now = new Date();
  const { id, generation } = named;
  if (current.generation === generation && (await store.rotate({ projectId, id, generation }, now))) {
    return { found: { ...current, rotatedAt: now }, generation: generation + 1 };
  }
  const found = alive((await store.find(projectId, id)) ?? known);
  const isRace = found.generation === generation + 1;
  if (isRace && now.getTime() - found.rotatedAt.getTime() <= REFRESH_GRACE) {
    return { found, generation: generation + 1 };
  }
  // Two parties have this token and cannot be told apart, so the session ends for both.
  await store.revoke(projectId, id, now);
  throw new HttpError(401, 'SESSION_REVOKED', 'The refresh token was used before: the session has ended');
}

/** @throws HttpError 400 `INVALID_SIWX_MESSAGE`. */
function parsed(text: string, { namespace }: AccountId): SiwxMessage {
  try {
    return parseSiwxMessage(text, namespace);
  } catch (cause) {
    throw new HttpError(400, 'INVALID_SIWX_MESSAGE', 'The message is not a valid sign-in message', {
      cause,
    });
  }
}

/** Allows a page to sign in only for its own domain, and only in a project that it may use. */
function requireDomain(project: Project, domain: string, origin: string | undefined): void {
  if (!HOST.test(domain) || !isHost(domain)) {
    throw new HttpError(403, 'DOMAIN_MISMATCH', 'The domain is not a host such as app.example.com');
  }
  if (origin !== undefined && (hostOf(origin) !== domain || !allowsPage(project, origin))) {
    throw new HttpError(403, 'DOMAIN_MISMATCH', 'The domain is not that of the page');
  }
  const { allowedOrigins } = project;
  if (allowedOrigins.length > 0 && !allowedOrigins.some(allowed => isOf(allowed, domain))) {
    throw new HttpError(403, 'DOMAIN_MISMATCH', 'The domain is not among those of the project');
  }
}

/** Whether a domain is that of an allowed origin, or a sub-domain of a pattern. */
function isOf(allowed: string, domain: string): boolean {
  return hostOf(allowed) === domain || allowsOrigin([allowed], `https://${domain}`);
}

function isHost(domain: string): boolean {
  return hostOf(`https://${domain}`) === domain || hostOf(`http://${domain}`) === domain;
}

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined;
}

function endOf({ expirationTime }: SiwxMessage, now: number): Date {
  const asked = expirationTime === undefined ? now + SESSION_LIFE : Date.parse(expirationTime);
  return new Date(Math.min(asked, now + MAX_SESSION_LIFE));
}

/** @throws HttpError 401 if the session has ended. */
function alive(session: StoredSession): StoredSession {
  if (session.revokedAt !== null) throw new HttpError(401, 'SESSION_REVOKED', 'The session was ended');
  if (session.expiresAt.getTime() <= Date.now()) {
    throw new HttpError(401, 'SESSION_EXPIRED', 'The session has expired');
  }
  return session;
}

function invalidToken(): HttpError {
  return new HttpError(401, 'INVALID_TOKEN', 'The token belongs to another project or is invalid');
}

function sweepExpired(store: SiwxStore): () => Promise<void> {
  let last = 0;
  return async () => {
    const now = Date.now();
    // The absolute value, because a clock may be set back.
    if (Math.abs(now - last) < SWEEP_GAP) return;
    last = now;
    await store.sweep(new Date(now), new Date(now - ENDED_LIFE));
  };
}

/** Returns a session as callers receive it. */
export function toWire(session: StoredSession): SiwxServiceSession {
  return {
    id: session.id,
    accountAddress: session.account,
    chainId: session.chainId,
    domain: session.domain,
    uri: session.uri,
    issuedAt: session.issuedAt.toISOString(),
    expirationTime: session.expiresAt.toISOString(),
  };
}
