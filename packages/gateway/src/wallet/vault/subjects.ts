import * as z from 'zod';
import type { SealedStore } from '../../platform/keyvault/openSealedStore.js';
import type { SqlRunner } from '../../platform/ports/Database.js';
import { uuidv7 } from '../../platform/uuidv7.js';
import { EMAIL_PROVIDER, REALM } from '../shared/emailIdentity.js';
import { emailIdentity, type Identity, identityIndex } from '../shared/identity.js';
import { recoveryDelayed } from '../shared/walletError.js';
import { WALLET_TIMES } from '../shared/walletLimits.js';
import type { WayIn } from '../shared/waysIn/WayIn.js';

const idRow = z.object({ id: z.string() });

/** Returns the id of the vault's subject that has an identity, as its first or as a linked one, or undefined. */
export async function subjectOf(
  store: SealedStore,
  runner: SqlRunner,
  identity: Identity,
): Promise<string | undefined> {
  const { schema } = store;
  const [row] = await runner.query(
    `select id from ${schema}.subjects where realm = $1 and provider = $2 and subject_bidx = $3
     union all
     select subject_id as id from ${schema}.linked_identities
     where realm = $1 and provider = $2 and subject_bidx = $3
     limit 1`,
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
  await lockIdentity(store, runner, identity);
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

/** Returns the wallet of a subject, or undefined if the vault stores no share of the subject. */
export async function walletOfSubject(
  { schema }: SealedStore,
  runner: SqlRunner,
  subjectId: string,
): Promise<string | undefined> {
  const [row] = await runner.query(
    // The shares of an abandoned draft stay unconfirmed, and so do those of a wallet whose last call was lost.
    `select wallet_id as id from ${schema}.recovery where subject_id = $1
     order by confirmed_at desc nulls last, created_at desc limit 1`,
    [subjectId],
  );
  return row && idRow.parse(row).id;
}

/** Returns the wallets of a subject. */
export async function walletsOfSubject(
  { schema }: SealedStore,
  runner: SqlRunner,
  subjectId: string,
): Promise<readonly string[]> {
  const rows = await runner.query(
    `select distinct wallet_id as id from ${schema}.recovery where subject_id = $1`,
    [subjectId],
  );
  return rows.map(row => idRow.parse(row).id);
}

const emailRow = z.object({
  linkId: z.string().nullable(),
  emailCt: z.instanceof(Uint8Array),
  dekId: z.string(),
});

/** Decrypts the email address with which a subject can log in; undefined if it has no such address. */
export async function subjectEmail(
  store: SealedStore,
  runner: SqlRunner,
  id: string,
): Promise<string | undefined> {
  const { schema } = store;
  const [row] = await runner.query(
    `select null::uuid as "linkId", email_ct as "emailCt", dek_id as "dekId" from ${schema}.subjects
     where id = $1 and email_ct is not null
     union all
     select id, identity_ct, dek_id from ${schema}.linked_identities where subject_id = $1 and provider = $2
     limit 1`,
    [id, EMAIL_PROVIDER],
  );
  if (row === undefined) return undefined;
  const { linkId, emailCt, dekId } = emailRow.parse(row);
  const place = linkId === null ? subjectPlace(id, 'email_ct') : linkPlace(linkId);
  const bytes = await store.envelope.open(runner, place, { dekId, ciphertext: emailCt });
  return Buffer.from(bytes).toString('utf8');
}

const addressRow = emailRow.omit({ linkId: true });

/** Decrypts the address that receives the links for new installations of a subject. Undefined: none is set. */
export async function approvalAddressOf(
  { schema, envelope }: SealedStore,
  runner: SqlRunner,
  subjectId: string,
): Promise<string | undefined> {
  const [row] = await runner.query(
    `select email_ct as "emailCt", dek_id as "dekId" from ${schema}.approval_addresses where subject_id = $1`,
    [subjectId],
  );
  if (row === undefined) return undefined;
  const { emailCt, dekId } = addressRow.parse(row);
  const bytes = await envelope.open(runner, approvalPlace(subjectId), { dekId, ciphertext: emailCt });
  return Buffer.from(bytes).toString('utf8');
}

/** The address whose holder approves new installations: that for approvals, or that of the login. */
export async function linkAddressOf(
  store: SealedStore,
  runner: SqlRunner,
  subjectId: string,
): Promise<string | undefined> {
  return (
    (await approvalAddressOf(store, runner, subjectId)) ?? (await subjectEmail(store, runner, subjectId))
  );
}

/**
 * Changes the address of a subject. Returns false if another subject has it.
 *
 * @param changedAt - Start of the delay for new installations.
 */
export async function moveSubject(
  store: SealedStore,
  runner: SqlRunner,
  _way: WayIn,
  id: string,
  email: string,
  changedAt: Date,
): Promise<boolean> {
  const identity = emailIdentity(email);
  await lockIdentity(store, runner, identity);
  const owner = await subjectOf(store, runner, identity);
  if (owner !== undefined) return owner === id;
  const { schema, envelope } = store;
  const text = Buffer.from(email, 'utf8');
  const index = identityIndex(store, identity);
  const [link] = await runner.query(
    `select id from ${schema}.linked_identities where subject_id = $1 and provider = $2 for update`,
    [id, EMAIL_PROVIDER],
  );
  if (link !== undefined) {
    const linkId = idRow.parse(link).id;
    const { ciphertext, dekId } = await envelope.seal(runner, linkPlace(linkId), text);
    await runner.query(
      `update ${schema}.linked_identities set subject_bidx = $2, identity_ct = $3, dek_id = $4, linked_at = $5
       where id = $1`,
      [linkId, index, ciphertext, dekId, changedAt],
    );
    return true;
  }
  const { ciphertext, dekId } = await envelope.seal(runner, subjectPlace(id, 'email_ct'), text);
  await runner.query(
    `update ${schema}.subjects set subject_bidx = $2, email_ct = $3, dek_id = $4, changed_at = $5 where id = $1`,
    [id, index, ciphertext, dekId, changedAt],
  );
  return true;
}

/** A new login of a subject. */
export interface NewLink {
  readonly subjectId: string;
  readonly identity: Identity;
  /** The change that adds it. */
  readonly txn: string;
  /** Start of the delay for new installations. */
  readonly linkedAt: Date;
}

/** Adds a login to a subject. Returns false if another subject has it. */
export async function linkIdentity(
  store: SealedStore,
  runner: SqlRunner,
  _way: WayIn,
  { subjectId, identity, txn, linkedAt }: NewLink,
): Promise<boolean> {
  await lockIdentity(store, runner, identity);
  const owner = await subjectOf(store, runner, identity);
  if (owner !== undefined) return owner === subjectId;
  const id = uuidv7();
  const { provider, subject } = identity;
  const text = Buffer.from(subject, 'utf8');
  const { ciphertext, dekId } = await store.envelope.seal(runner, linkPlace(id), text);
  await runner.query(
    `insert into ${store.schema}.linked_identities
       (id, subject_id, realm, provider, subject_bidx, identity_ct, dek_id, txn, linked_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [id, subjectId, REALM, provider, identityIndex(store, identity), ciphertext, dekId, txn, linkedAt],
  );
  return true;
}

/** Waits for others that give the identity to a subject: two tables have identities, so no index keeps it unique. */
async function lockIdentity(store: SealedStore, runner: SqlRunner, identity: Identity): Promise<void> {
  const key = `${identity.provider}|${identityIndex(store, identity)}`;
  await runner.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [key]);
}

const changedRow = z.object({ changedAt: z.date() });

/**
 * Refuses to open the recovery set with an identity for 24 hours after it was changed or linked.
 *
 * @throws HttpError 403 `RECOVERY_DELAYED`.
 */
export async function refuseChangedIdentity(
  store: SealedStore,
  runner: SqlRunner,
  identity: Identity,
): Promise<void> {
  const { schema } = store;
  const [row] = await runner.query(
    `select changed_at as "changedAt" from ${schema}.subjects
     where realm = $1 and provider = $2 and subject_bidx = $3 and changed_at > $4
     union all
     select linked_at from ${schema}.linked_identities
     where realm = $1 and provider = $2 and subject_bidx = $3 and linked_at > $4`,
    [
      ...[REALM, identity.provider, identityIndex(store, identity)],
      new Date(Date.now() - WALLET_TIMES.changedAddress),
    ],
  );
  if (row === undefined) return;
  const { changedAt } = changedRow.parse(row);
  throw recoveryDelayed(new Date(changedAt.getTime() + WALLET_TIMES.changedAddress));
}

/** The column of an encrypted subject: an address, or a user's id at a social provider. */
export function subjectColumn({ provider }: Pick<Identity, 'provider'>): 'email_ct' | 'subject_ct' {
  return provider === EMAIL_PROVIDER ? 'email_ct' : 'subject_ct';
}

/** Where the first identity of a subject is encrypted. */
export const subjectPlace = (id: string, column: string) => ({ table: 'subjects', column, rowId: id });

/** Where the approval address of a subject is encrypted. */
export const approvalPlace = (subjectId: string) => ({
  table: 'approval_addresses',
  column: 'email_ct',
  rowId: subjectId,
});

/** Where a linked identity is encrypted. */
export const linkPlace = (id: string) => ({ table: 'linked_identities', column: 'identity_ct', rowId: id });
