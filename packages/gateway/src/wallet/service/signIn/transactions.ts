import * as z from 'zod';
import type { SealedStore } from '../../../platform/keyvault/openSealedStore.js';
import type { SqlRow, SqlRunner } from '../../../platform/ports/Database.js';
import { uuidv7 } from '../../../platform/uuidv7.js';
import { codeHash } from '../../shared/newCode.js';
import type { Caller } from '../../shared/proveCaller.js';
import { WALLET_ALLOWANCES, WALLET_TIMES } from '../../shared/walletLimits.js';

/** The state of a sign-in. `expired` isn't stored: every transition checks `expires_at`. */
export type TxnState = 'device_pending' | 'device_ok' | 'otp_sent' | 'verified' | 'locked';

const txnRow = z.object({
  id: z.string(),
  state: z.enum(['device_pending', 'device_ok', 'otp_sent', 'verified', 'locked']),
  jkt: z.string(),
  projectId: z.string(),
  hostOrigin: z.string(),
  subjectIndex: z.string(),
  emailCt: z.instanceof(Uint8Array),
  dekId: z.string(),
  isKnown: z.boolean(),
  otpHash: z.string().nullable(),
  otpExpiresAt: z.date().nullable(),
  tries: z.number(),
  sends: z.number(),
  grantJti: z.string().nullable(),
  locale: z.string(),
  expiresAt: z.date(),
});

/** One sign-in. */
export type Txn = z.infer<typeof txnRow>;

const COLUMNS = `id, state, jkt, project_id as "projectId", host_origin as "hostOrigin",
  subject_bidx as "subjectIndex", email_ct as "emailCt", dek_id as "dekId", is_known as "isKnown",
  otp_h as "otpHash", otp_expires_at as "otpExpiresAt", tries, sends,
  grant_jti as "grantJti", locale, expires_at as "expiresAt"`;

const fromRow = (row: SqlRow | undefined) => row && txnRow.parse(row);

/** The values of a new sign-in. */
export interface NewTxn {
  readonly email: string;
  readonly subjectIndex: string;
  /** Whether the installation has a share set of the user's wallet. */
  readonly isKnown: boolean;
  /** Whether the vault has to approve the installation before a code is sent. */
  readonly needsLink: boolean;
  readonly locale: string;
}

/** Whether a new installation signs in with a code only, without an approved link. */
export function isDirect({ isKnown, state, grantJti }: Txn): boolean {
  return !isKnown && state !== 'device_pending' && grantJti === null;
}

/** Adds a sign-in of the caller, and deletes those that expired long ago. */
export async function addTxn(store: SealedStore, caller: Caller, made: NewTxn): Promise<Txn> {
  const { database, schema, envelope } = store;
  const id = uuidv7();
  const now = Date.now();
  const { ciphertext, dekId } = await envelope.seal(
    database,
    emailPlace(id),
    Buffer.from(made.email, 'utf8'),
  );
  const state: TxnState = made.needsLink ? 'device_pending' : 'device_ok';
  await database.query(`delete from ${schema}.auth_txns where expires_at < $1`, [
    new Date(now - WALLET_TIMES.ended),
  ]);
  const [row] = await database.query(
    `insert into ${schema}.auth_txns
       (id, state, jkt, project_id, host_origin, subject_bidx, email_ct, dek_id, is_known, locale,
        created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) returning ${COLUMNS}`,
    [
      id,
      state,
      caller.jkt,
      caller.projectId,
      caller.hostOrigin,
      made.subjectIndex,
      ciphertext,
      dekId,
      made.isKnown,
      made.locale,
      new Date(now),
      new Date(now + WALLET_TIMES.signIn),
    ],
  );
  return txnRow.parse(row);
}

/** Finds a sign-in of the caller that has not expired. */
export async function findTxn(store: SealedStore, caller: Caller, id: string): Promise<Txn | undefined> {
  const [row] = await store.database.query(
    `select ${COLUMNS} from ${store.schema}.auth_txns
     where id = $1 and jkt = $2 and project_id = $3 and host_origin = $4 and expires_at > $5`,
    [id, caller.jkt, caller.projectId, caller.hostOrigin, new Date()],
  );
  return fromRow(row);
}

/** Decrypts the address of a sign-in. */
export async function emailOf({ database, envelope }: SealedStore, txn: Txn): Promise<string> {
  const sealed = { dekId: txn.dekId, ciphertext: txn.emailCt };
  return Buffer.from(await envelope.open(database, emailPlace(txn.id), sealed)).toString('utf8');
}

/** `device_pending` → `device_ok`: the vault approved. Returns undefined if the sign-in was approved before or has expired. */
export async function acceptDevice(
  { schema }: SealedStore,
  runner: SqlRunner,
  id: string,
  grantJti: string,
): Promise<Txn | undefined> {
  const [row] = await runner.query(
    `update ${schema}.auth_txns set state = 'device_ok', grant_jti = $2
     where id = $1 and state = 'device_pending' and expires_at > $3 returning ${COLUMNS}`,
    [id, grantJti, new Date()],
  );
  return fromRow(row);
}

/** Stores the grant of a sign-in that used a code only. */
export async function keepGrant(
  { database, schema }: SealedStore,
  id: string,
  grantJti: string,
): Promise<void> {
  await database.query(
    `update ${schema}.auth_txns set grant_jti = $2 where id = $1 and state = 'verified' and grant_jti is null`,
    [id, grantJti],
  );
}

/** `device_ok` or `otp_sent` → `otp_sent`: stores the new code, which invalidates the previous one. */
export async function putCode(store: SealedStore, id: string, code: string): Promise<boolean> {
  const { database, schema } = store;
  const now = Date.now();
  const rows = await database.query(
    `update ${schema}.auth_txns set state = 'otp_sent', otp_h = $2, otp_expires_at = $3, sends = sends + 1
     where id = $1 and state in ('device_ok', 'otp_sent') and expires_at > $4 returning 1`,
    [id, codeHash(store, id, code), new Date(now + WALLET_TIMES.code), new Date(now)],
  );
  return rows.length > 0;
}

/**
 * Counts an attempt of the caller at a sign-in of their own before checking the code, so that parallel attempts cannot exceed the limit.
 * Undefined: none left, or the sign-in is not theirs: others' attempts take nothing from it.
 */
export async function takeTry(
  { database, schema }: SealedStore,
  { jkt, projectId, hostOrigin }: Pick<Caller, 'jkt' | 'projectId' | 'hostOrigin'>,
  id: string,
): Promise<Txn | undefined> {
  const [row] = await database.query(
    `update ${schema}.auth_txns set tries = tries + 1
     where id = $1 and state = 'otp_sent' and tries < $2 and expires_at > $3
       and jkt = $4 and project_id = $5 and host_origin = $6 returning ${COLUMNS}`,
    [id, WALLET_ALLOWANCES.triesOfSignIn, new Date(), jkt, projectId, hostOrigin],
  );
  return fromRow(row);
}

/** `otp_sent` → `locked` after the last wrong attempt. */
export async function lockTxn({ database, schema }: SealedStore, id: string): Promise<void> {
  await database.query(
    `update ${schema}.auth_txns set state = 'locked', otp_h = null
     where id = $1 and state = 'otp_sent' and tries >= $2`,
    [id, WALLET_ALLOWANCES.triesOfSignIn],
  );
}

/** `otp_sent` → `verified`. Of several requests with the correct code, one succeeds. */
export async function finishTxn(
  { schema }: SealedStore,
  runner: SqlRunner,
  { id, otpHash }: Txn,
): Promise<boolean> {
  const rows = await runner.query(
    `update ${schema}.auth_txns set state = 'verified', otp_h = null
     where id = $1 and state = 'otp_sent' and otp_h = $2 returning 1`,
    [id, otpHash],
  );
  return rows.length > 0;
}

/** Returns the state of a sign-in of the caller, or undefined if it doesn't exist. */
export async function stateOf(
  { database, schema }: SealedStore,
  { jkt }: Caller,
  id: string,
): Promise<TxnState | undefined> {
  const [row] = await database.query(`select state from ${schema}.auth_txns where id = $1 and jkt = $2`, [
    id,
    jkt,
  ]);
  return row && txnRow.shape.state.parse(row.state);
}

const emailPlace = (id: string) => ({ table: 'auth_txns', column: 'email_ct', rowId: id });
