import { timingSafeEqual } from 'node:crypto';
import type { WalletLocale } from 'latchkit/protocol';
import * as z from 'zod';
import type { Caller } from '../dpop/caller.js';
import { cooldown } from '../embedded/cooldown.js';
import { EMAIL_PROVIDER, identityHash, normalEmail } from '../embedded/emailIdentity.js';
import { hostOf } from '../embedded/hostOf.js';
import { newCode } from '../embedded/newCode.js';
import { inSeconds, TOKEN_KINDS } from '../embedded/tokenKinds.js';
import { walletError } from '../embedded/walletError.js';
import { WALLET_ALLOWANCES, WALLET_TIMES } from '../embedded/walletLimits.js';
import type { WalletParts } from '../embedded/walletParts.js';
import type { SealedStore } from '../keyvault/openSealedStore.js';
import { verifyServiceToken } from '../keyvault/serviceKeys.js';
import { localeOf } from '../mailer/mailTexts.js';
import type { SqlRow, SqlRunner } from '../ports/Database.js';
import { moveSubject, subjectEmail, subjectOf } from './subjects.js';

const changeRow = z.object({
  txn: z.string(),
  subjectId: z.string().nullable(),
  emailCt: z.instanceof(Uint8Array),
  dekId: z.string(),
  jkt: z.string(),
  otpHash: z.string().nullable(),
  otpExpiresAt: z.date().nullable(),
  tries: z.number(),
  state: z.enum(['otp_sent', 'prepared', 'locked', 'committed']),
});
type Change = z.infer<typeof changeRow>;

const COLUMNS = `txn, subject_id as "subjectId", email_ct as "emailCt", dek_id as "dekId", jkt, otp_h as "otpHash",
  otp_expires_at as "otpExpiresAt", tries, state`;

const fromRow = (row: SqlRow | undefined) => row && changeRow.parse(row);

const updateClaims = z.object({
  txn: z.uuid(),
  jkt: z.string(),
  idh: z.string(),
  walletId: z.uuid().nullable(),
});

/** What the change of an address is asked for with. */
export interface ChangeAsked {
  readonly email: string;
  readonly updateReceipt: string;
  readonly locale?: WalletLocale | undefined;
}

/**
 * Mails a code to the new address, and tells the one that the vault knows. An address that somebody else has is answered
 * the same, and told so by mail.
 *
 * @throws GatewayError 403 `GRANT_INVALID`, 429, 503.
 */
export async function sendToNewAddress(parts: WalletParts, caller: Caller, asked: ChangeAsked) {
  const { store, counters, allowances, notices } = parts;
  const email = normalEmail(asked.email);
  const claims = await updateOf(parts, caller, asked.updateReceipt, email);
  const index = store.secret.index('email', email);
  await cooldown(counters, index);
  for (const allowance of WALLET_ALLOWANCES.mailsToAddress) await allowances.take('mail', index, allowance);
  const subjectId = await ownerOf(store, claims.walletId);
  const taken = await subjectOf(store, store.database, email);
  const isTaken = taken !== undefined && taken !== subjectId;
  const code = newCode();
  const locale = localeOf(asked.locale);
  await keep(store, caller, { txn: claims.txn, subjectId, email, code: isTaken ? undefined : code, locale });
  const host = hostOf(caller.hostOrigin);
  const minutes = String(WALLET_TIMES.code / 60_000);
  if (isTaken) await notices.send({ kind: 'taken', to: email, locale, values: { host } });
  else await notices.send({ kind: 'secondary', to: email, locale, values: { host, minutes }, code });
  if (subjectId !== undefined && !isTaken) {
    const to = await subjectEmail(store, store.database, subjectId);
    await notices.inform({ kind: 'changing', to, locale, values: { host, email } });
  }
  return { retryAfter: WALLET_TIMES.cooldown / 1_000 };
}

/**
 * Takes the code of the new address: the vault is prepared then, and the gateway may commit.
 *
 * @throws GatewayError 403 `OTP_INVALID`, `OTP_EXPIRED` or `LOCKED`.
 */
export async function verifyNewAddress(
  parts: WalletParts,
  caller: Caller,
  asked: { readonly txn: string; readonly otp: string },
) {
  const { store, frameUrl, vaultUrl } = parts;
  const { database, schema } = store;
  const [row] = await database.query(
    `update ${schema}.email_changes set tries = tries + 1
     where txn = $1 and state = 'otp_sent' and tries < $2 and expires_at > $3 returning ${COLUMNS}`,
    [asked.txn, WALLET_ALLOWANCES.triesOfSignIn, new Date()],
  );
  const change = fromRow(row);
  if (change === undefined) throw walletError((await isLocked(store, asked.txn)) ? 'LOCKED' : 'OTP_INVALID');
  if (change.jkt !== caller.jkt || !isCode(store, change, asked.otp)) {
    await lock(store, asked.txn);
    throw walletError('OTP_INVALID');
  }
  if ((change.otpExpiresAt?.getTime() ?? 0) <= Date.now()) throw walletError('OTP_EXPIRED');
  const prepared = await database.query(
    `update ${schema}.email_changes set state = 'prepared', otp_h = null
     where txn = $1 and state = 'otp_sent' and otp_h = $2 returning 1`,
    [change.txn, change.otpHash],
  );
  if (prepared.length === 0) throw walletError('OTP_INVALID');
  const now = inSeconds(Date.now());
  const emailGrant = await store.keys.sign(TOKEN_KINDS.emailGrant, {
    iss: vaultUrl,
    aud: frameUrl,
    txn: change.txn,
    jkt: change.jkt,
    idh: identityHash(change.txn, EMAIL_PROVIDER, await emailOf(store, database, change)),
    iat: now,
    exp: now + inSeconds(WALLET_TIMES.updateReceipt),
  });
  return { emailGrant };
}

const commitClaims = z.object({ txn: z.uuid(), idh: z.string() });

/**
 * Follows the gateway, which changed the address. Asked again it does nothing more.
 *
 * @throws GatewayError 403 `GRANT_INVALID` or `EMAIL_TAKEN`.
 */
export async function commitNewAddress(
  { store, peerKey, frameUrl, vaultUrl }: WalletParts,
  commitReceipt: string,
): Promise<void> {
  const expected = { typ: TOKEN_KINDS.emailCommit, issuer: frameUrl, audience: vaultUrl };
  const claims = await verifyServiceToken(peerKey, commitReceipt, expected, commitClaims);
  if (claims === undefined) throw walletError('GRANT_INVALID');
  await store.database.transaction(async runner => {
    const [row] = await runner.query(
      `select ${COLUMNS} from ${store.schema}.email_changes
       where txn = $1 and state in ('prepared', 'committed') for update`,
      [claims.txn],
    );
    const change = fromRow(row);
    const email = change && (await emailOf(store, runner, change));
    if (change === undefined || email === undefined) throw walletError('GRANT_INVALID');
    if (identityHash(change.txn, EMAIL_PROVIDER, email) !== claims.idh) throw walletError('GRANT_INVALID');
    if (change.state === 'prepared') await finish(store, runner, change, email);
  });
}

/** Does what was prepared for a subject, where the commit never came. False: nothing was. */
export async function finishPrepared(
  store: SealedStore,
  runner: SqlRunner,
  subjectId: string,
  email: string,
): Promise<boolean> {
  const [row] = await runner.query(
    `select ${COLUMNS} from ${store.schema}.email_changes
     where subject_id = $1 and subject_bidx = $2 and state = 'prepared' order by created_at desc limit 1`,
    [subjectId, store.secret.index('email', email)],
  );
  const change = fromRow(row);
  if (change === undefined) return false;
  await finish(store, runner, change, email);
  return true;
}

async function finish(store: SealedStore, runner: SqlRunner, change: Change, email: string): Promise<void> {
  const { subjectId, txn, jkt } = change;
  if (subjectId !== null && !(await moveSubject(store, runner, subjectId, email)))
    throw walletError('EMAIL_TAKEN');
  await runner.query(`update ${store.schema}.email_changes set state = 'committed' where txn = $1`, [txn]);
  await store.audit.append({ action: 'email.change', subject: subjectId ?? txn, actor: jkt }, runner);
}

async function updateOf(
  { peerKey, frameUrl, vaultUrl }: WalletParts,
  { jkt }: Caller,
  receipt: string,
  email: string,
) {
  const expected = { typ: TOKEN_KINDS.updateReceipt, issuer: frameUrl, audience: vaultUrl };
  const claims = await verifyServiceToken(peerKey, receipt, expected, updateClaims);
  const idh = claims && identityHash(claims.txn, EMAIL_PROVIDER, email);
  if (claims === undefined || claims.jkt !== jkt || claims.idh !== idh) throw walletError('GRANT_INVALID');
  return claims;
}

async function ownerOf(
  { database, schema }: SealedStore,
  walletId: string | null,
): Promise<string | undefined> {
  const [row] = await database.query(
    `select subject_id as "subjectId" from ${schema}.recovery where wallet_id = $1 limit 1`,
    [walletId],
  );
  return row && z.object({ subjectId: z.string() }).parse(row).subjectId;
}

interface Kept {
  readonly txn: string;
  readonly subjectId: string | undefined;
  readonly email: string;
  /** Undefined: no code is good. */
  readonly code: string | undefined;
  readonly locale: string;
}

async function keep(store: SealedStore, { jkt }: Caller, { txn, subjectId, email, code, locale }: Kept) {
  const { database, schema, envelope, secret } = store;
  const { ciphertext, dekId } = await envelope.seal(database, place(txn), Buffer.from(email, 'utf8'));
  const now = Date.now();
  await database.query(
    `insert into ${schema}.email_changes as known
       (txn, subject_id, subject_bidx, email_ct, dek_id, jkt, otp_h, otp_expires_at, state, locale, created_at,
        expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, 'otp_sent', $9, $10, $11)
     on conflict (txn) do update set otp_h = excluded.otp_h, otp_expires_at = excluded.otp_expires_at
     where known.state = 'otp_sent' and known.jkt = excluded.jkt`,
    [
      txn,
      subjectId ?? null,
      secret.index('email', email),
      ciphertext,
      dekId,
      jkt,
      code === undefined ? null : secret.index('otp', `${txn}|${code}`),
      new Date(now + WALLET_TIMES.code),
      locale,
      new Date(now),
      new Date(now + WALLET_TIMES.signIn),
    ],
  );
}

async function emailOf({ envelope }: SealedStore, runner: SqlRunner, { txn, dekId, emailCt }: Change) {
  const bytes = await envelope.open(runner, place(txn), { dekId, ciphertext: emailCt });
  return Buffer.from(bytes).toString('utf8');
}

function isCode({ secret }: SealedStore, { txn, otpHash }: Change, code: string): boolean {
  const given = Buffer.from(secret.index('otp', `${txn}|${code}`));
  const kept = Buffer.from(otpHash ?? '');
  return given.length === kept.length && timingSafeEqual(given, kept);
}

async function isLocked({ database, schema }: SealedStore, txn: string): Promise<boolean> {
  const rows = await database.query(
    `select 1 from ${schema}.email_changes where txn = $1 and state = 'locked'`,
    [txn],
  );
  return rows.length > 0;
}

async function lock({ database, schema }: SealedStore, txn: string): Promise<void> {
  await database.query(
    `update ${schema}.email_changes set state = 'locked', otp_h = null
     where txn = $1 and state = 'otp_sent' and tries >= $2`,
    [txn, WALLET_ALLOWANCES.triesOfSignIn],
  );
}

const place = (txn: string) => ({ table: 'email_changes', column: 'email_ct', rowId: txn });
