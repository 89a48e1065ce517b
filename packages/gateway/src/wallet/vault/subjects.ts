import * as z from 'zod';
import type { SealedStore } from '../../platform/keyvault/openSealedStore.js';
import type { SqlRunner } from '../../platform/ports/Database.js';
import { uuidv7 } from '../../platform/uuidv7.js';
import { EMAIL_PROVIDER, REALM } from '../shared/emailIdentity.js';
import { recoveryDelayed, walletError } from '../shared/walletError.js';
import { WALLET_TIMES } from '../shared/walletLimits.js';

const idRow = z.object({ id: z.string() });

/** Returns the id of the vault's subject for an address, or undefined. */
export async function subjectOf(
  { schema, secret }: SealedStore,
  runner: SqlRunner,
  email: string,
): Promise<string | undefined> {
  const [row] = await runner.query(
    `select id from ${schema}.subjects where realm = $1 and provider = $2 and subject_bidx = $3`,
    [REALM, EMAIL_PROVIDER, secret.index('email', email)],
  );
  return row && idRow.parse(row).id;
}

/** Finds or creates the subject of an address. */
export async function openSubject(store: SealedStore, runner: SqlRunner, email: string): Promise<string> {
  const before = await subjectOf(store, runner, email);
  if (before !== undefined) return before;
  const { schema, envelope, secret } = store;
  const id = uuidv7();
  const { ciphertext, dekId } = await envelope.seal(runner, place(id), Buffer.from(email, 'utf8'));
  await runner.query(
    `insert into ${schema}.subjects (id, realm, provider, subject_bidx, email_ct, dek_id, created_at)
     values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing`,
    [id, REALM, EMAIL_PROVIDER, secret.index('email', email), ciphertext, dekId, new Date()],
  );
  const made = await subjectOf(store, runner, email);
  if (made === undefined) throw new Error('The subject was not found after it was added');
  return made;
}

/** Returns the subject of a wallet, or undefined if the vault stores no share of it. */
export async function subjectOfWallet(
  { schema }: SealedStore,
  runner: SqlRunner,
  walletId: string,
): Promise<string | undefined> {
  const [row] = await runner.query(
    `select subject_id as id from ${schema}.recovery where wallet_id = $1 limit 1`,
    [walletId],
  );
  return row && idRow.parse(row).id;
}

const emailRow = z.object({ emailCt: z.instanceof(Uint8Array), dekId: z.string() });

/** Decrypts the address of a subject. */
export async function subjectEmail(store: SealedStore, runner: SqlRunner, id: string): Promise<string> {
  const [row] = await runner.query(
    `select email_ct as "emailCt", dek_id as "dekId" from ${store.schema}.subjects where id = $1`,
    [id],
  );
  const { emailCt, dekId } = emailRow.parse(row);
  const bytes = await store.envelope.open(runner, place(id), { dekId, ciphertext: emailCt });
  return Buffer.from(bytes).toString('utf8');
}

/**
 * Changes the address of a subject. Returns false if another subject has it.
 *
 * @param changedAt - Start of the delay for new installations.
 */
export async function moveSubject(
  store: SealedStore,
  runner: SqlRunner,
  id: string,
  email: string,
  changedAt: Date,
): Promise<boolean> {
  const owner = await subjectOf(store, runner, email);
  if (owner !== undefined) return owner === id;
  const { ciphertext, dekId } = await store.envelope.seal(runner, place(id), Buffer.from(email, 'utf8'));
  await runner.query(
    `update ${store.schema}.subjects set subject_bidx = $2, email_ct = $3, dek_id = $4, changed_at = $5
     where id = $1`,
    [id, store.secret.index('email', email), ciphertext, dekId, changedAt],
  );
  return true;
}

/**
 * Refuses to release anything of a frozen wallet.
 *
 * @throws GatewayError 403 `FROZEN` for a subject whose wallet is frozen.
 */
export async function refuseFrozen(
  { schema }: SealedStore,
  runner: SqlRunner,
  subjectId: string,
): Promise<void> {
  const rows = await runner.query(`select 1 from ${schema}.subjects where id = $1 and frozen_until > $2`, [
    subjectId,
    new Date(),
  ]);
  if (rows.length > 0) throw walletError('FROZEN');
}

const changedRow = z.object({ changedAt: z.date() });

/**
 * Refuses to open the recovery set for 24 hours after a change of the address.
 *
 * @throws GatewayError 403 `RECOVERY_DELAYED`.
 */
export async function refuseChangedSubject(
  { schema }: SealedStore,
  runner: SqlRunner,
  subjectId: string,
): Promise<void> {
  const [row] = await runner.query(
    `select changed_at as "changedAt" from ${schema}.subjects where id = $1 and changed_at > $2`,
    [subjectId, new Date(Date.now() - WALLET_TIMES.changedAddress)],
  );
  if (row === undefined) return;
  const { changedAt } = changedRow.parse(row);
  throw recoveryDelayed(new Date(changedAt.getTime() + WALLET_TIMES.changedAddress));
}

const place = (id: string) => ({ table: 'subjects', column: 'email_ct', rowId: id });
