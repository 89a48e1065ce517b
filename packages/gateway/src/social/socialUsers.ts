import type { SocialSignInProvider } from 'latchkit/protocol';
import * as z from 'zod';
import type { SealedStore } from '../platform/keyvault/openSealedStore.js';
import type { SqlRunner } from '../platform/ports/Database.js';
import { uuidv7 } from '../platform/uuidv7.js';
import { REALM } from '../wallet/shared/emailIdentity.js';
import type { SocialProfile } from './SocialProvider.js';

/**
 * Finds or creates the user of a social identity. Concurrent sign-ins get the same user. Users are never merged: an email
 * address that the provider confirms is only a label.
 */
export async function userOfSocialIdentity(
  store: SealedStore,
  runner: SqlRunner,
  provider: SocialSignInProvider,
  { subject, name, email, picture }: SocialProfile,
): Promise<string> {
  const { schema, envelope, secret } = store;
  const index = secret.index('social identity', [provider, subject].join('|'));
  const before = await userIdOf(store, runner, provider, index);
  if (before !== undefined) return before;
  const [userId, id, now] = [uuidv7(), uuidv7(), new Date()];
  const addUser = `insert into ${schema}.users (id, realm, created_at) values ($1, $2, $3)`;
  await runner.query(addUser, [userId, REALM, now]);
  const profile = Buffer.from(JSON.stringify({ subject, name, email, picture }), 'utf8');
  const { ciphertext, dekId } = await envelope.seal(runner, place(id), profile);
  await runner.query(
    `insert into ${schema}.identities
       (id, user_id, realm, provider, subject_bidx, profile_ct, dek_id, verified_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (realm, provider, subject_bidx) do nothing`,
    [id, userId, REALM, provider, index, ciphertext, dekId, now],
  );
  const owner = await userIdOf(store, runner, provider, index);
  if (owner === undefined) throw new Error('The identity was not found after it was added');
  if (owner !== userId) await runner.query(`delete from ${schema}.users where id = $1`, [userId]);
  return owner;
}

async function userIdOf(
  { schema }: SealedStore,
  runner: SqlRunner,
  provider: SocialSignInProvider,
  index: string,
): Promise<string | undefined> {
  const [row] = await runner.query(
    `select user_id as "userId" from ${schema}.identities
     where realm = $1 and provider = $2 and subject_bidx = $3`,
    [REALM, provider, index],
  );
  return row && z.object({ userId: z.string() }).parse(row).userId;
}

const place = (id: string) => ({ table: 'identities', column: 'profile_ct', rowId: id });
