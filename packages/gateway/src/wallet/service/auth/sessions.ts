import { randomBytes } from 'node:crypto';
import type { WalletSession } from 'latchkit/protocol';
import * as z from 'zod';
import type { SealedStore } from '../../../platform/keyvault/openSealedStore.js';
import { verifyServiceToken } from '../../../platform/keyvault/serviceKeys.js';
import type { SqlRow, SqlRunner } from '../../../platform/ports/Database.js';
import { uuidv7 } from '../../../platform/uuidv7.js';
import { hashText } from '../../shared/hashText.js';
import { loginTag } from '../../shared/loginTag.js';
import type { Caller } from '../../shared/proveCaller.js';
import type { Session } from '../../shared/Session.js';
import { inSeconds, TOKEN_KINDS } from '../../shared/serviceTokens.js';
import { walletError } from '../../shared/walletError.js';
import { WALLET_TIMES } from '../../shared/walletLimits.js';
import type { WalletParts } from '../../shared/walletParts.js';
import { usedWay, type WayIn } from '../../shared/waysIn/WayIn.js';
import { noteUse } from './noteUse.js';
import { lockUser } from './users.js';

const sessionRow = z.object({
  id: z.string(),
  userId: z.string(),
  installationId: z.string(),
  identityId: z.string().nullable(),
  jkt: z.string(),
  projectId: z.string(),
  hostOrigin: z.string(),
  txn: z.string(),
  locale: z.string(),
  createdAt: z.date(),
});

const SELECT = (schema: string) => `
  select s.id, s.user_id as "userId", s.installation_id as "installationId", s.identity_id as "identityId", i.jkt,
    s.project_id as "projectId", s.host_origin as "hostOrigin", s.txn, s.locale, s.created_at as "createdAt"
  from ${schema}.sessions s join ${schema}.installations i on i.id = s.installation_id`;

const ALIVE = 's.revoked_at is null and s.idle_expires_at > $2 and s.expires_at > $2';

/** The values of a new session. */
export interface NewSession {
  readonly userId: string;
  readonly installationId: string;
  /** The identity of a social sign-in. */
  readonly identityId?: string;
  readonly txn: string;
  readonly locale: string;
  /** Name of the entry in the audit log. */
  readonly action: string;
}

/** Adds a session in the transaction that consumes its code, and records it. Returns its id and its first refresh token. */
export async function addSession(
  { schema, audit }: SealedStore,
  runner: SqlRunner,
  way: WayIn,
  { jkt, projectId, hostOrigin }: Caller,
  { userId, installationId, identityId, txn, locale, action }: NewSession,
): Promise<{ readonly id: string; readonly refresh: string }> {
  const id = uuidv7();
  const now = Date.now();
  await runner.query(`delete from ${schema}.sessions where expires_at < $1`, [
    new Date(now - WALLET_TIMES.session),
  ]);
  await runner.query(
    `insert into ${schema}.sessions (id, user_id, installation_id, identity_id, project_id, host_origin, txn, locale,
       created_at, idle_expires_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      id,
      userId,
      installationId,
      identityId ?? null,
      projectId,
      hostOrigin,
      txn,
      locale,
      new Date(now),
      new Date(now + WALLET_TIMES.sessionIdle),
      new Date(now + WALLET_TIMES.session),
    ],
  );
  const refresh = randomBytes(32).toString('base64url');
  await keepRefreshToken(schema, runner, id, refresh);
  const meta = { ...usedWay(way), ...loginTag(txn, jkt) };
  await audit.append({ action, subject: userId, actor: jkt, meta }, runner);
  await noteUse({ schema, audit }, runner, { userId, installationId, jkt });
  return { id, refresh };
}

/** Signs an access token and returns it with the refresh token. */
export async function sessionTokens(
  { store, frameUrl }: WalletParts,
  { jkt, projectId, hostOrigin }: Caller,
  { id, userId, refresh }: { readonly id: string; readonly userId: string; readonly refresh: string },
): Promise<WalletSession> {
  const now = inSeconds(Date.now());
  const access = await store.keys.sign(TOKEN_KINDS.access, {
    iss: frameUrl,
    aud: frameUrl,
    sub: userId,
    sid: id,
    project: projectId,
    origin: hostOrigin,
    cnf: { jkt },
    iat: now,
    exp: now + inSeconds(WALLET_TIMES.access),
  });
  return { access, expiresIn: inSeconds(WALLET_TIMES.access), refresh, sid: id };
}

const accessClaims = z.object({
  sub: z.string(),
  sid: z.uuid(),
  project: z.string(),
  origin: z.string(),
  cnf: z.object({ jkt: z.string() }),
});

function claimsOf({ store, frameUrl }: Pick<WalletParts, 'store' | 'frameUrl'>, token: string) {
  const expected = { typ: TOKEN_KINDS.access, issuer: frameUrl, audience: frameUrl };
  return verifyServiceToken(store.keys.find, token, expected, accessClaims);
}

/** Thumbprint of the installation that an access token was issued to, without a look whether its session still lasts. */
export async function holderOf(parts: WalletParts, token: string): Promise<string | undefined> {
  return (await claimsOf(parts, token))?.cnf.jkt;
}

/**
 * Finds the active session of an access token. The token is valid only for the installation, project and origin that it was
 * issued to.
 *
 * @throws HttpError 401 `INVALID_SESSION`.
 */
export async function sessionOf(
  { store, frameUrl }: WalletParts,
  caller: Caller,
  token: string | undefined,
): Promise<Session> {
  const claims = token === undefined ? undefined : await claimsOf({ store, frameUrl }, token);
  if (claims === undefined || claims.cnf.jkt !== caller.jkt) throw walletError('INVALID_SESSION');
  const [row] = await store.database.query(`${SELECT(store.schema)} where s.id = $1 and ${ALIVE}`, [
    claims.sid,
    new Date(),
  ]);
  const session = row && sessionRow.parse(row);
  if (session?.userId !== claims.sub || !isOf(session, caller)) throw walletError('INVALID_SESSION');
  return session;
}

/** A refresh token, and the id that the client chose for this exchange. */
export interface RefreshExchange {
  readonly refresh: string;
  readonly exchange: string;
}

/**
 * Exchanges a refresh token, which is valid once. Reuse ends its session, because two parties have the token. The same
 * exchange may be repeated until its new token is used, in case the response was lost: only the client that started it knows
 * its id.
 *
 * @throws HttpError 401 `INVALID_SESSION` or `REFRESH_REUSED`.
 */
export async function refreshSession(
  store: SealedStore,
  _way: WayIn,
  caller: Caller,
  asked: RefreshExchange,
  reused: (session: Session) => Promise<void>,
): Promise<{ readonly session: Session; readonly refresh: string }> {
  const { database, schema } = store;
  const session = await byRefreshToken(store, asked.refresh);
  if (session === undefined || !isOf(session, caller)) throw walletError('INVALID_SESSION');
  const refresh = successorOf(store, asked);
  const isGood = await database.transaction(async runner => {
    const now = Date.now();
    const rows = await runner.query(
      `update ${schema}.refresh_tokens t set used_at = $2 from ${schema}.sessions s
       where t.token_h = $1 and t.used_at is null and s.id = t.session_id and ${ALIVE} returning 1`,
      [hashText(asked.refresh), new Date(now)],
    );
    if (rows.length === 0) return isUnused(schema, runner, session.id, refresh);
    await runner.query(`update ${schema}.sessions set idle_expires_at = $2 where id = $1`, [
      session.id,
      new Date(now + WALLET_TIMES.sessionIdle),
    ]);
    await keepRefreshToken(schema, runner, session.id, refresh);
    await noteUse(store, runner, session);
    return true;
  });
  if (isGood) return { session, refresh };
  if (await endSession(store, database, session.id)) await reused(session);
  throw walletError('REFRESH_REUSED');
}

/**
 * Lets the calls that change the share sets or wallets of a user wait for each other, and refuses one whose session has ended since it
 * was found: a device that is revoked meanwhile must not store a share set after that.
 *
 * @throws HttpError 401 `INVALID_SESSION`.
 */
export async function lockSession(
  store: SealedStore,
  runner: SqlRunner,
  { id, userId }: Pick<Session, 'id' | 'userId'>,
): Promise<void> {
  await lockUser(store, runner, userId);
  const rows = await runner.query(`select 1 from ${store.schema}.sessions s where s.id = $1 and ${ALIVE}`, [
    id,
    new Date(),
  ]);
  if (rows.length === 0) throw walletError('INVALID_SESSION');
}

/** Ends a session. Returns false if it had already ended. */
export async function endSession({ schema }: SealedStore, runner: SqlRunner, id: string): Promise<boolean> {
  const rows = await runner.query(
    `update ${schema}.sessions set revoked_at = $2 where id = $1 and revoked_at is null returning 1`,
    [id, new Date()],
  );
  return rows.length > 0;
}

/** Ends all sessions of a user except the given one. */
export async function endOtherSessions(
  { schema }: SealedStore,
  runner: SqlRunner,
  { id, userId }: Session,
): Promise<void> {
  await runner.query(
    `update ${schema}.sessions set revoked_at = $3 where user_id = $1 and id <> $2 and revoked_at is null`,
    [userId, id, new Date()],
  );
}

/** Ends the sessions of a user's installations that hold no share set of the active wallet, except the given one. */
export async function endSessionsWithoutSet(
  { database, schema }: SealedStore,
  { id, userId }: Session,
): Promise<void> {
  await database.query(
    `update ${schema}.sessions set revoked_at = $3 where user_id = $1 and id <> $2 and revoked_at is null
     and not exists (select 1 from ${schema}.share_sets s
       join ${schema}.wallets w on w.id = s.wallet_id and w.state = 'active' and w.user_id = $1
       where s.installation_id = sessions.installation_id)`,
    [userId, id, new Date()],
  );
}

/** Ends all sessions of a user. */
export async function endSessionsOf(
  { schema }: SealedStore,
  runner: SqlRunner,
  userId: string,
): Promise<void> {
  await runner.query(
    `update ${schema}.sessions set revoked_at = $2 where user_id = $1 and revoked_at is null`,
    [userId, new Date()],
  );
}

async function byRefreshToken(
  { database, schema }: SealedStore,
  token: string,
): Promise<Session | undefined> {
  const [row]: readonly SqlRow[] = await database.query(
    `${SELECT(schema)} join ${schema}.refresh_tokens t on t.session_id = s.id
     where t.token_h = $1 and ${ALIVE}`,
    [hashText(token), new Date()],
  );
  return row && sessionRow.parse(row);
}

/** Derives the next token, so that a repeated exchange returns the same one although only its hash is stored. */
function successorOf({ secret }: SealedStore, { refresh, exchange }: RefreshExchange): string {
  return secret.index('refresh token', `${refresh}|${exchange}`);
}

async function isUnused(
  schema: string,
  runner: SqlRunner,
  sessionId: string,
  token: string,
): Promise<boolean> {
  const rows = await runner.query(
    `select 1 from ${schema}.refresh_tokens where token_h = $1 and session_id = $2 and used_at is null`,
    [hashText(token), sessionId],
  );
  return rows.length > 0;
}

async function keepRefreshToken(
  schema: string,
  runner: SqlRunner,
  sessionId: string,
  token: string,
): Promise<void> {
  await runner.query(
    `insert into ${schema}.refresh_tokens (token_h, session_id, created_at) values ($1, $2, $3)`,
    [hashText(token), sessionId, new Date()],
  );
}

function isOf(session: Session, { jkt, projectId, hostOrigin }: Caller): boolean {
  return session.jkt === jkt && session.projectId === projectId && session.hostOrigin === hostOrigin;
}
