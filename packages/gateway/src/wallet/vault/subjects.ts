import * as z from 'zod';
import type { SealedStore } from '../../platform/keyvault/openSealedStore.js';
import type { SqlRunner } from '../../platform/ports/Database.js';
import { uuidv7 } from '../../platform/uuidv7.js';
import { EMAIL_PROVIDER, REALM } from '../shared/emailIdentity.js';
import { emailIdentity, type Identity, identityIndex } from '../shared/identity.js';
import { recoveryDelayed, walletError } from '../shared/walletError.js';
import { WALLET_TIMES } from '../shared/walletLimits.js';

const idRow = z.object({ id: z.string() });

/** Returns the id of the vault's subject for an identity, or undefined. */
export async function subjectOf(
  store: SealedStore,
  runner: SqlRunner,
  identity: Identity,
): Promise<string | undefined> {
  const [row] = await runner.query(
    `select id from ${store.schema}.subjects where realm = $1 and provider = $2 and subject_bidx = $3`,
    [REALM, identity.provider, identityIndex(store, identity)],
  );
  return row && idRow.parse(row).id;
}

/** Finds or creates the subject of an identity. */
export async function openSubject(
  store: SealedStore,
  runner: SqlRunner,
  identity: Identity,
): Promise<string> {
  const before = await subjectOf(store, runner, identity);
  if (before !== undefined) return before;
  const { schema, envelope } = store;
  const { provider, subject } = identity;
  const id = uuidv7();
  const column = subjectColumn(identity);
  const place = subjectPlace(id, column);
  const { ciphertext, dekId } = await envelope.seal(runner, place, Buffer.from(subject, 'utf8'));
  await runner.query(
    `insert into ${schema}.subjects (id, realm, provider, subject_bidx, ${column}, dek_id, created_at)
     values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing`,
    [id, REALM, provider, identityIndex(store, identity), ciphertext, dekId, new Date()],
  );
  const made = await subjectOf(store, runner, identity);
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

const emailRow = z.object({ emailCt: z.instanceof(Uint8Array).nullable(), dekId: z.string() });

/** Decrypts the address of a subject. Undefined: a subject of a social provider. */
export async function subjectEmail(
  store: SealedStore,
  runner: SqlRunner,
  id: string,
): Promise<string | undefined> {
  const [row] = await runner.query(
    `select email_ct as "emailCt", dek_id as "dekId" from ${store.schema}.subjects where id = $1`,
    [id],
  );
  const { emailCt, dekId } = emailRow.parse(row);
  if (emailCt === null) return undefined;
  const place = subjectPlace(id, 'email_ct');
  const bytes = await store.envelope.open(runner, place, { dekId, ciphertext: emailCt });
  return Buffer.from(bytes).toString('utf8');
}

/**
 * Changes the address of a subject of email. Returns false if another subject has it.
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
  const owner = await subjectOf(store, runner, emailIdentity(email));
  if (owner !== undefined) return owner === id;
  const place = subjectPlace(id, 'email_ct');
  const { ciphertext, dekId } = await store.envelope.seal(runner, place, Buffer.from(email, 'utf8'));
  await runner.query(
    `update ${store.schema}.subjects set subject_bidx = $2, email_ct = $3, dek_id = $4, changed_at = $5
     where id = $1`,
    [id, identityIndex(store, emailIdentity(email)), ciphertext, dekId, changedAt],
  );
  return true;
}

/**
 * Refuses to release anything of a frozen wallet.
 *
 * @throws HttpError 403 `FROZEN` for a subject whose wallet is frozen.
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
 * @throws HttpError 403 `RECOVERY_DELAYED`.
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

/** The column of an encrypted subject: an address, or a user's id at a social provider. */
export function subjectColumn({ provider }: Pick<Identity, 'provider'>): 'email_ct' | 'subject_ct' {
  return provider === EMAIL_PROVIDER ? 'email_ct' : 'subject_ct';
}

const subjectPlace = (id: string, column: string) => ({ table: 'subjects', column, rowId: id });
