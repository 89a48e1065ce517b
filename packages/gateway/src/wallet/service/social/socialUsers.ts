import type { LoginProvider } from 'latchkit/protocol';
import * as z from 'zod';
import type { SealedStore } from '../../../platform/keyvault/openSealedStore.js';
import type { SqlRunner } from '../../../platform/ports/Database.js';
import { uuidv7 } from '../../../platform/uuidv7.js';
import { REALM } from '../../shared/emailIdentity.js';
import { type Identity, identityIndex } from '../../shared/identity.js';
import { profilePlace } from '../auth/users.js';
import type { SocialProfile } from './SocialProvider.js';

const socialUser = z.object({ userId: z.string(), identityId: z.string() });

/** A user, and the identity that signs in. */
export type SocialUser = z.infer<typeof socialUser>;

/**
 * Finds or creates the user of a social identity. Concurrent sign-ins get the same user. Users are never merged: an email
 * address that the provider confirms is only a label.
 */
export async function userOfSocialIdentity(
  store: SealedStore,
  runner: SqlRunner,
  provider: LoginProvider,
  { subject, name, email, picture }: SocialProfile,
): Promise<SocialUser> {
  const { schema, envelope } = store;
  const before = await findSocialUser(store, runner, { provider, subject });
  if (before !== undefined) return before;
  const [userId, id, now] = [uuidv7(), uuidv7(), new Date()];
  const addUser = `insert into ${schema}.users (id, realm, created_at) values ($1, $2, $3)`;
  await runner.query(addUser, [userId, REALM, now]);
  const profile = Buffer.from(JSON.stringify({ subject, name, email, picture }), 'utf8');
  const { ciphertext, dekId } = await envelope.seal(runner, profilePlace(id), profile);
  await runner.query(
    `insert into ${schema}.identities
       (id, user_id, realm, provider, subject_bidx, profile_ct, dek_id, verified_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (realm, provider, subject_bidx) do nothing`,
    [
      ...[id, userId, REALM, provider, identityIndex(store, { provider, subject })],
      ...[ciphertext, dekId, now],
    ],
  );
  const owner = await findSocialUser(store, runner, { provider, subject });
  if (owner === undefined) throw new Error('The identity was not found after it was added');
  if (owner.userId !== userId) await runner.query(`delete from ${schema}.users where id = $1`, [userId]);
  return owner;
}

/** Finds the user of a social identity. */
export async function findSocialUser(
  store: SealedStore,
  runner: SqlRunner,
  identity: Identity,
): Promise<SocialUser | undefined> {
  const [row] = await runner.query(
    `select id as "identityId", user_id as "userId" from ${store.schema}.identities
     where realm = $1 and provider = $2 and subject_bidx = $3`,
    [REALM, identity.provider, identityIndex(store, identity)],
  );
  return row && socialUser.parse(row);
}
