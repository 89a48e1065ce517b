import { type LoginProvider, loginProvider, type SocialFailure, socialFailure } from 'latchkit/protocol';
import * as z from 'zod';
import type { SealedStore } from '../../../platform/keyvault/openSealedStore.js';
import type { SqlRow, SqlRunner } from '../../../platform/ports/Database.js';
import { uuidv7 } from '../../../platform/uuidv7.js';
import { hashText, isSameText } from '../../shared/hashText.js';
import type { Caller } from '../../shared/proveCaller.js';
import type { IdentifiedLogin } from './oauthClient.js';
import { SOCIAL_TIMES } from './socialLimits.js';

const txnRow = z.object({
  id: z.string(),
  state: z.enum(['created', 'armed', 'exchanging', 'done', 'redeemed', 'failed']),
  provider: z.custom<LoginProvider>(value => loginProvider.safeParse(value).success),
  /** `relay`: Farcaster's, which has no callback. */
  way: z.enum(['popup', 'page', 'relay']),
  jkt: z.string(),
  projectId: z.string(),
  hostOrigin: z.string(),
  returnTo: z.string().nullable(),
  locale: z.string(),
  secretHash: z.string().nullable(),
  bindHash: z.string().nullable(),
  passHash: z.string().nullable(),
  /** When the wallet window of the browser that passed the wallet page named the wallet page that may redeem. */
  passedAt: z.date().nullable(),
  failure: z.custom<SocialFailure>(value => socialFailure.safeParse(value).success).nullable(),
  resultCt: z.instanceof(Uint8Array).nullable(),
  dekId: z.string().nullable(),
  resultExpiresAt: z.date().nullable(),
  takenAt: z.date().nullable(),
  /** When the provider's response came in a browser without the cookie. */
  elsewhereAt: z.date().nullable(),
  createdAt: z.date(),
  expiresAt: z.date(),
});

/** One social sign-in. */
export type SocialTxn = z.infer<typeof txnRow>;

const COLUMNS = `id, state, provider, way, jkt, project_id as "projectId", host_origin as "hostOrigin",
  return_to as "returnTo", locale, secret_h as "secretHash", bind_h as "bindHash", pass_h as "passHash",
  passed_at as "passedAt", failure, result_ct as "resultCt",
  dek_id as "dekId", result_expires_at as "resultExpiresAt", taken_at as "takenAt",
  elsewhere_at as "elsewhereAt", created_at as "createdAt",
  expires_at as "expiresAt"`;

const fromRow = (row: SqlRow | undefined) => row && txnRow.parse(row);

/** An identity that a provider's client proved. */
export interface ProvedIdentity extends IdentifiedLogin {
  /** Whether the subject names the owner of the client. A replica of an older version stores the provider's id only. */
  readonly isOwned?: boolean | undefined;
}

/** The values of a new sign-in. */
export interface NewSocialTxn {
  readonly provider: LoginProvider;
  readonly way: SocialTxn['way'];
  readonly returnTo: string | undefined;
  readonly locale: string;
}

/** Adds a sign-in of the caller, and deletes those that ended long ago. */
export async function addSocialTxn(
  { database, schema }: SealedStore,
  { jkt, projectId, hostOrigin }: Caller,
  { provider, way, returnTo, locale }: NewSocialTxn,
): Promise<string> {
  const id = uuidv7();
  const now = Date.now();
  await database.query(`delete from ${schema}.social_txns where expires_at < $1`, [
    new Date(now - SOCIAL_TIMES.ended),
  ]);
  await database.query(
    `insert into ${schema}.social_txns
       (id, state, provider, way, jkt, project_id, host_origin, return_to, locale, created_at, expires_at)
     values ($1, 'created', $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      id,
      provider,
      way,
      jkt,
      projectId,
      hostOrigin,
      returnTo ?? null,
      locale,
      new Date(now),
      new Date(now + SOCIAL_TIMES.signIn),
    ],
  );
  return id;
}

/** Finds a sign-in that has not expired. */
export async function findSocialTxn(
  { database, schema }: SealedStore,
  id: string,
): Promise<SocialTxn | undefined> {
  const [row] = await database.query(
    `select ${COLUMNS} from ${schema}.social_txns where id = $1 and expires_at > $2`,
    [id, new Date()],
  );
  return fromRow(row);
}

/** Finds a sign-in, also an expired one. */
export async function findAnySocialTxn(
  { database, schema }: SealedStore,
  id: string,
): Promise<SocialTxn | undefined> {
  const [row] = await database.query(`select ${COLUMNS} from ${schema}.social_txns where id = $1`, [id]);
  return fromRow(row);
}

/** Finds a sign-in of the caller, also an expired one. */
export async function findOwnSocialTxn(
  { database, schema }: SealedStore,
  { jkt, projectId, hostOrigin }: Caller,
  id: string,
): Promise<SocialTxn | undefined> {
  const [row] = await database.query(
    `select ${COLUMNS} from ${schema}.social_txns
     where id = $1 and jkt = $2 and project_id = $3 and host_origin = $4`,
    [id, jkt, projectId, hostOrigin],
  );
  return fromRow(row);
}

/** The hashes that bind a sign-in to a browser. */
interface Binding {
  /** Of the popup's secret. */
  readonly secretHash: string | undefined;
  /** Of the cookie that the provider's response requires. */
  readonly bindHash: string;
  /** Of the cookie that the redemption of a full page requires. */
  readonly passHash: string | undefined;
}

/** `created` → `armed`, once. Returns false if it was armed before or has expired. */
export async function armSocialTxn(
  { database, schema }: SealedStore,
  id: string,
  { secretHash, bindHash, passHash }: Binding,
): Promise<boolean> {
  const rows = await database.query(
    `update ${schema}.social_txns set state = 'armed', secret_h = $2, bind_h = $3, pass_h = $4
     where id = $1 and state = 'created' and (way = 'popup') = ($2::text is not null) and expires_at > $5
     returning 1`,
    [id, secretHash ?? null, bindHash, passHash ?? null, new Date()],
  );
  return rows.length > 0;
}

/**
 * Stores the channel of a sign-in with Farcaster: `created` → `armed` for `life` milliseconds. Ends the installation's earlier
 * ones, so that one QR code counts.
 */
export async function armRelayTxn(
  { database, schema, envelope }: SealedStore,
  id: string,
  { jkt, channelToken, life }: { readonly jkt: string; readonly channelToken: string; readonly life: number },
): Promise<void> {
  const { ciphertext, dekId } = await envelope.seal(database, place(id), Buffer.from(channelToken, 'utf8'));
  const now = Date.now();
  await database.query(
    `update ${schema}.social_txns set expires_at = $3
     where jkt = $1 and way = 'relay' and state in ('created', 'armed') and id <> $2 and expires_at > $3`,
    [jkt, id, new Date(now)],
  );
  await database.query(
    `update ${schema}.social_txns set state = 'armed', result_ct = $2, dek_id = $3, expires_at = $4
     where id = $1 and state = 'created'`,
    [id, ciphertext, dekId, new Date(now + life)],
  );
}

/** The token of a sign-in's channel. */
export async function channelOf(
  { database, envelope }: SealedStore,
  { id, resultCt, dekId }: SocialTxn,
): Promise<string | undefined> {
  if (resultCt === null || dekId === null) return undefined;
  const bytes = await envelope.open(database, place(id), { dekId, ciphertext: resultCt });
  return Buffer.from(bytes).toString('utf8');
}

/**
 * Records that the provider's response arrived in a browser without the cookie. Nothing else changes, because anyone who sees the
 * address could open it.
 *
 * @returns whether the sign-in still waits for the response.
 */
export async function noteElsewhere({ database, schema }: SealedStore, id: string): Promise<boolean> {
  const rows = await database.query(
    `update ${schema}.social_txns set elsewhere_at = coalesce(elsewhere_at, $2)
     where id = $1 and state = 'armed' and expires_at > $2 returning 1`,
    [id, new Date()],
  );
  return rows.length > 0;
}

/**
 * Keeps the form that a provider posted to an armed sign-in, until the browser comes with the cookie. The first one counts.
 *
 * @returns whether it is kept.
 */
export async function keepForm(
  { database, schema, envelope }: SealedStore,
  id: string,
  form: URLSearchParams,
): Promise<boolean> {
  const { ciphertext, dekId } = await envelope.seal(database, place(id), Buffer.from(`${form}`, 'utf8'));
  const now = Date.now();
  const rows = await database.query(
    `update ${schema}.social_txns set result_ct = $2, dek_id = $3, result_expires_at = $4
     where id = $1 and state = 'armed' and result_expires_at is null and expires_at > $5 returning 1`,
    [id, ciphertext, dekId, new Date(now + SOCIAL_TIMES.form), new Date(now)],
  );
  return rows.length > 0;
}

/** The form that the provider posted, while it is kept. */
export async function formOf(
  { database, envelope }: SealedStore,
  { id, state, resultCt, dekId, resultExpiresAt }: SocialTxn,
): Promise<URLSearchParams | undefined> {
  const isKept = state === 'armed' && (resultExpiresAt?.getTime() ?? 0) > Date.now();
  if (!isKept || resultCt === null || dekId === null) return undefined;
  const bytes = await envelope.open(database, place(id), { dekId, ciphertext: resultCt });
  return new URLSearchParams(Buffer.from(bytes).toString('utf8'));
}

/** `armed` → `exchanging`: of several requests with one provider's response, one continues. A kept form is deleted. */
export async function takeSocialTxn({ database, schema }: SealedStore, id: string): Promise<boolean> {
  const rows = await database.query(
    `update ${schema}.social_txns set state = 'exchanging', taken_at = $2, result_ct = null
     where id = $1 and state = 'armed' and expires_at > $2 returning 1`,
    [id, new Date()],
  );
  return rows.length > 0;
}

/** `exchanging` → `done`, with the identity and the access token that is to be revoked, which are encrypted. */
export async function finishSocialTxn(
  store: SealedStore,
  id: string,
  identity: ProvedIdentity,
): Promise<void> {
  const { database, schema, envelope } = store;
  const { accessToken, ...proved } = identity;
  const bytes = Buffer.from(JSON.stringify(proved), 'utf8');
  const { ciphertext, dekId } = await envelope.seal(database, place(id), bytes);
  const kept =
    accessToken === undefined
      ? undefined
      : await envelope.seal(database, tokenPlace(id), Buffer.from(accessToken, 'utf8'));
  const now = Date.now();
  // Only the vault's look at it needs the token any more.
  const isNeeded = proved.token === accessToken;
  await database.query(
    `update ${schema}.social_txns set state = 'done', result_ct = $2, dek_id = $3, result_expires_at = $4,
       token_ct = $5, token_dek_id = $6, token_of = $7, token_due_at = $8
     where id = $1 and state = 'exchanging'`,
    [
      id,
      ciphertext,
      dekId,
      new Date(now + SOCIAL_TIMES.result),
      kept?.ciphertext ?? null,
      kept?.dekId ?? null,
      kept ? await tokenOwner(store, id, proved) : null,
      kept ? new Date(isNeeded ? now + SOCIAL_TIMES.bind : now) : null,
    ],
  );
}

/**
 * Takes the ending of a popup's sign-in for its last page, once. Only the browser with the cookie gets it, also when the page that waits
 * has redeemed the result already.
 *
 * @param bindHash - Of the browser's cookie.
 */
export async function takeEnding(
  { database, schema }: SealedStore,
  id: string,
  bindHash: string,
): Promise<SocialTxn | undefined> {
  const [row] = await database.query(
    `update ${schema}.social_txns set told_at = $3
     where id = $1 and way = 'popup' and bind_h = $2 and told_at is null and expires_at > $3
       and (state in ('failed', 'redeemed') or (state = 'done' and result_expires_at > $3))
     returning ${COLUMNS}`,
    [id, bindHash, new Date()],
  );
  return fromRow(row);
}

/**
 * Remembers that a full page's sign-in may be redeemed without the cookie, while its result can be redeemed.
 *
 * @returns false without such a sign-in.
 */
export async function passSocialTxn({ database, schema }: SealedStore, id: string): Promise<boolean> {
  const rows = await database.query(
    `update ${schema}.social_txns set passed_at = $2
     where id = $1 and way = 'page' and state = 'done' and result_expires_at > $2 returning 1`,
    [id, new Date()],
  );
  return rows.length > 0;
}

/** `exchanging` → `failed`. */
export async function failSocialTxn(
  { database, schema }: SealedStore,
  id: string,
  failure: SocialFailure,
): Promise<void> {
  await database.query(
    `update ${schema}.social_txns set state = 'failed', failure = $2 where id = $1 and state = 'exchanging'`,
    [id, failure],
  );
}

const identity = z.object({
  subject: z.string(),
  name: z.string().optional(),
  email: z.string().optional(),
  picture: z.string().optional(),
  token: z.string().optional(),
  isOwned: z.boolean().optional(),
});

/** `done` → `redeemed`, once. Returns the identity, which is deleted; undefined if it was redeemed before or is too old. */
export async function redeemSocialTxn(
  { schema, envelope }: SealedStore,
  runner: SqlRunner,
  { id, provider, resultCt, dekId }: SocialTxn,
): Promise<ProvedIdentity | undefined> {
  const rows = await runner.query(
    `update ${schema}.social_txns set state = 'redeemed', result_ct = null
     where id = $1 and state = 'done' and result_expires_at > $2 returning 1`,
    [id, new Date()],
  );
  if (rows.length === 0 || resultCt === null || dekId === null) return undefined;
  const bytes = await envelope.open(runner, place(id), { dekId, ciphertext: resultCt });
  const proved = identity.parse(JSON.parse(Buffer.from(bytes).toString('utf8')));
  // Farcaster has no client.
  return proved.isOwned === true || provider === 'farcaster' ? proved : undefined;
}

/** Secrets of a sign-in. They are derived, so that only their sign-in is stored. */
export function socialSecrets({ secret }: SealedStore, id: string, jkt: string) {
  return {
    /** Names the sign-in in the provider's response, and cannot be guessed. */
    state: `${id}.${secret.index('social state', id)}`,
    verifier: secret.index('social verifier', id),
    /** Binds the provider's id token to the installation; the vault computes it too. */
    nonce: hashText(`lk-nonce|${id}|${jkt}`),
    resultCode: secret.index('social result', id),
  };
}

/** The id of the sign-in in a `state`, or undefined if the wallet service did not create it. */
export function socialTxnOf(store: SealedStore, state: string | undefined): string | undefined {
  const id = state?.split('.')[0] ?? '';
  if (!z.uuid().safeParse(id).success) return undefined;
  return isSameText(socialSecrets(store, id, '').state, state ?? '') ? id : undefined;
}

/** Whose token it is: of the user at the client that got it. */
async function tokenOwner(
  { database, schema, secret }: SealedStore,
  id: string,
  { subject }: ProvedIdentity,
): Promise<string> {
  const [row] = await database.query(`select provider from ${schema}.social_txns where id = $1`, [id]);
  return secret.index('social token', `${row?.provider}|${subject}`);
}

/** Where the access token of a sign-in is sealed. */
export const tokenPlace = (id: string) => ({ table: 'social_txns', column: 'token_ct', rowId: id });

const place = (id: string) => ({ table: 'social_txns', column: 'result_ct', rowId: id });
