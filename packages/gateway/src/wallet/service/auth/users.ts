import * as z from 'zod';
import type { SealedStore } from '../../../platform/keyvault/openSealedStore.js';
import type { SqlRunner } from '../../../platform/ports/Database.js';
import { uuidv7 } from '../../../platform/uuidv7.js';
import type { AddressChange } from '../../shared/addressChanges.js';
import { EMAIL_PROVIDER, REALM } from '../../shared/emailIdentity.js';
import { emailIdentity, type Identity, identityIndex, identityProvider } from '../../shared/identity.js';
import type { Session } from '../../shared/Session.js';
import { recoveryDelayed } from '../../shared/walletError.js';
import { WALLET_TIMES } from '../../shared/walletLimits.js';
import type { WayIn } from '../../shared/waysIn/WayIn.js';

/** The blind index of an address in the wallet service's store. */
export function emailIndex({ secret }: SealedStore, email: string): string {
  return secret.index('email', email);
}

const knownRow = z.object({ userId: z.string().nullable(), isEnrolled: z.boolean() });

/**
 * Finds the user of an address, and whether the installation holds a share set of that user's wallet. Runs one statement
 * in every case, so that its timing doesn't reveal whether the address is known.
 */
export async function lookUp(
  { database, schema }: SealedStore,
  subjectIndex: string,
  jkt: string,
): Promise<z.infer<typeof knownRow>> {
  const [row] = await database.query(
    `select
       (select user_id from ${schema}.identities
        where realm = $1 and provider = $2 and subject_bidx = $3) as "userId",
       exists (
         select 1 from ${schema}.identities d
         join ${schema}.wallets w on w.user_id = d.user_id and w.state = 'active'
         join ${schema}.share_sets s on s.wallet_id = w.id and s.kind = 'device'
         join ${schema}.installations i on i.id = s.installation_id
         where d.realm = $1 and d.provider = $2 and d.subject_bidx = $3 and i.jkt = $4
       ) as "isEnrolled"`,
    [REALM, EMAIL_PROVIDER, subjectIndex, jkt],
  );
  return knownRow.parse(row);
}

/** Finds or creates the user of an address. Concurrent sign-ins get the same user. */
export async function userOf(
  store: SealedStore,
  runner: SqlRunner,
  email: string,
): Promise<{ readonly userId: string; readonly isNew: boolean }> {
  const { schema } = store;
  const index = emailIndex(store, email);
  const before = await userIdOf(store, runner, index);
  if (before !== undefined) return { userId: before, isNew: false };
  const userId = uuidv7();
  await runner.query(`insert into ${schema}.users (id, realm, created_at) values ($1, $2, $3)`, [
    userId,
    REALM,
    new Date(),
  ]);
  await addIdentity(store, runner, userId, email, { otherwise: 'on conflict do nothing' });
  const found = await userIdOf(store, runner, index);
  if (found === undefined) throw new Error('The identity was not found after it was added');
  if (found !== userId) await runner.query(`delete from ${schema}.users where id = $1`, [userId]);
  return { userId: found, isNew: found === userId };
}

const identityRow = z.object({ id: z.string(), emailCt: z.instanceof(Uint8Array), dekId: z.string() });

/** Decrypts the address of a user. Returns undefined if the user has none. */
export async function findAddress(
  store: SealedStore,
  userId: string,
  runner: SqlRunner = store.database,
): Promise<string | undefined> {
  const { schema, envelope } = store;
  const [row] = await runner.query(
    `select id, email_ct as "emailCt", dek_id as "dekId" from ${schema}.identities
     where user_id = $1 and provider = $2`,
    [userId, EMAIL_PROVIDER],
  );
  if (row === undefined) return undefined;
  const { id, emailCt, dekId } = identityRow.parse(row);
  const bytes = await envelope.open(runner, emailPlace(id), { dekId, ciphertext: emailCt });
  return Buffer.from(bytes).toString('utf8');
}

/** Returns the address of a user who signed in with one. */
async function addressOf(store: SealedStore, userId: string): Promise<string> {
  const address = await findAddress(store, userId);
  if (address === undefined) throw new Error('The user has no address');
  return address;
}

const profileRow = z.object({
  provider: identityProvider,
  profileCt: z.instanceof(Uint8Array),
  dekId: z.string(),
});
const profile = z.object({ subject: z.string() });

/** Returns the identity with which the user of a session signed in. */
export async function identityOf(
  store: SealedStore,
  { userId, identityId }: Pick<Session, 'userId' | 'identityId'>,
): Promise<Identity> {
  if (identityId === null) return emailIdentity(await addressOf(store, userId));
  const { database, schema, envelope } = store;
  const [row] = await database.query(
    `select provider, profile_ct as "profileCt", dek_id as "dekId" from ${schema}.identities
     where id = $1 and user_id = $2`,
    [identityId, userId],
  );
  const { provider, profileCt, dekId } = profileRow.parse(row);
  const bytes = await envelope.open(database, profilePlace(identityId), { dekId, ciphertext: profileCt });
  return { provider, subject: profile.parse(JSON.parse(Buffer.from(bytes).toString('utf8'))).subject };
}

/** Returns the id of the user who has the address, or undefined. */
export async function ownerOfAddress(
  store: SealedStore,
  runner: SqlRunner,
  email: string,
): Promise<string | undefined> {
  return userIdOf(store, runner, emailIndex(store, email));
}

/** Lets the calls that create, exchange, open or remove wallets of a user wait for each other. */
export async function lockUser({ schema }: SealedStore, runner: SqlRunner, userId: string): Promise<void> {
  await runner.query(`select 1 from ${schema}.users where id = $1 for no key update`, [userId]);
}

const changedRow = z.object({ changedAt: z.date() });

/**
 * Refuses a new installation for 24 hours after the identity of its sign-in was changed or linked. An attacker who did that must
 * not open the wallet before the user can revert it.
 *
 * @throws HttpError 403 `RECOVERY_DELAYED`.
 */
export async function refuseChangedIdentity(
  { schema }: SealedStore,
  runner: SqlRunner,
  { userId, identityId }: Pick<Session, 'userId' | 'identityId'>,
): Promise<void> {
  const [row] = await runner.query(
    `select changed_at as "changedAt" from ${schema}.identities
     where user_id = $1 and changed_at > $2 and (id = $3 or ($3::uuid is null and provider = $4))`,
    [userId, new Date(Date.now() - WALLET_TIMES.changedAddress), identityId, EMAIL_PROVIDER],
  );
  if (row === undefined) return;
  const { changedAt } = changedRow.parse(row);
  throw recoveryDelayed(new Date(changedAt.getTime() + WALLET_TIMES.changedAddress));
}

/**
 * Sets or replaces the user's address.
 *
 * @returns false if another user has it.
 */
export async function changeAddress(
  store: SealedStore,
  runner: SqlRunner,
  _way: WayIn,
  userId: string,
  email: string,
): Promise<boolean> {
  const { schema, envelope } = store;
  const index = emailIndex(store, email);
  const owner = await userIdOf(store, runner, index);
  if (owner !== undefined) return owner === userId;
  const [row] = await runner.query(
    `select id from ${schema}.identities where user_id = $1 and provider = $2 for update`,
    [userId, EMAIL_PROVIDER],
  );
  if (row === undefined) {
    await addIdentity(store, runner, userId, email, { changedAt: new Date() });
    return true;
  }
  const { id } = z.object({ id: z.string() }).parse(row);
  const { ciphertext, dekId } = await envelope.seal(runner, emailPlace(id), Buffer.from(email, 'utf8'));
  await runner.query(
    `update ${schema}.identities set subject_bidx = $2, email_ct = $3, dek_id = $4, verified_at = $5,
       changed_at = $5
     where id = $1`,
    [id, index, ciphertext, dekId, new Date()],
  );
  return true;
}

async function addIdentity(
  store: SealedStore,
  runner: SqlRunner,
  userId: string,
  email: string,
  { otherwise = '', changedAt = null }: { readonly otherwise?: string; readonly changedAt?: Date | null },
): Promise<void> {
  const { schema, envelope } = store;
  const id = uuidv7();
  const { ciphertext, dekId } = await envelope.seal(runner, emailPlace(id), Buffer.from(email, 'utf8'));
  await runner.query(
    `insert into ${schema}.identities
       (id, user_id, realm, provider, subject_bidx, email_ct, dek_id, verified_at, changed_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9) ${otherwise}`,
    [id, userId, REALM, EMAIL_PROVIDER, emailIndex(store, email), ciphertext, dekId, new Date(), changedAt],
  );
}

/** Adds a social login to a user. Returns false if it has another user. */
export async function addSocialIdentity(
  store: SealedStore,
  runner: SqlRunner,
  _way: WayIn,
  userId: string,
  { provider, to, name }: Pick<AddressChange, 'provider' | 'to' | 'name'>,
): Promise<boolean> {
  const { schema, envelope } = store;
  const [id, now] = [uuidv7(), new Date()];
  const profile = Buffer.from(JSON.stringify({ subject: to, name }), 'utf8');
  const { ciphertext, dekId } = await envelope.seal(runner, profilePlace(id), profile);
  const index = identityIndex(store, { provider, subject: to });
  const [row] = await runner.query(
    `insert into ${schema}.identities as known
       (id, user_id, realm, provider, subject_bidx, profile_ct, dek_id, verified_at, changed_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $8)
     on conflict (realm, provider, subject_bidx) do update set user_id = known.user_id
     returning user_id as "userId"`,
    [id, userId, REALM, provider, index, ciphertext, dekId, now],
  );
  return row?.userId === userId;
}

/**
 * Removes the login that a change added to a user, and social logins that were added since, with their sessions. A change of the address
 * added none, but those that were added since have the agreement of the new address only.
 */
export async function removeIdentitiesSince(
  { schema }: SealedStore,
  runner: SqlRunner,
  _way: WayIn,
  userId: string,
  { txn, kind, provider }: Pick<AddressChange, 'txn' | 'kind' | 'provider'>,
): Promise<void> {
  await runner.query(
    `delete from ${schema}.identities where user_id = $1 and (provider <> $2 or $3)
       and changed_at >= (select created_at from ${schema}.address_changes where txn = $4)`,
    // The address of an email login that was changed since has a link of its own.
    [userId, EMAIL_PROVIDER, kind === 'link' && provider === EMAIL_PROVIDER, txn],
  );
}

async function userIdOf(
  { schema }: SealedStore,
  runner: SqlRunner,
  index: string,
): Promise<string | undefined> {
  const [row] = await runner.query(
    `select user_id as "userId" from ${schema}.identities
     where realm = $1 and provider = $2 and subject_bidx = $3`,
    [REALM, EMAIL_PROVIDER, index],
  );
  return row && z.object({ userId: z.string() }).parse(row).userId;
}

/** Where the profile of a social identity is encrypted. */
export const profilePlace = (id: string) => ({ table: 'identities', column: 'profile_ct', rowId: id });

/** Where the address of an email login is encrypted. */
export const emailPlace = (id: string) => ({ table: 'identities', column: 'email_ct', rowId: id });
