import * as z from 'zod';
import type { SealedStore } from '../../../platform/keyvault/openSealedStore.js';
import type { SqlRunner } from '../../../platform/ports/Database.js';
import { EMAIL_PROVIDER } from '../../shared/emailIdentity.js';
import { type Identity, identityIndex, identityProvider } from '../../shared/identity.js';
import type { StoredLogin } from '../../shared/settledLogins.js';
import type { WayIn } from '../../shared/waysIn/WayIn.js';
import { emailPlace, profilePlace } from './users.js';

/** A login of a user. */
export interface UserLogin extends StoredLogin {
  readonly id: string;
  /** The address, or the user's name at the provider. */
  readonly name: string | undefined;
}

const loginRow = z.object({
  id: z.string(),
  provider: identityProvider,
  sealedCt: z.instanceof(Uint8Array),
  dekId: z.string(),
  changedAt: z.date().nullable(),
});
const profile = z.object({ subject: z.string(), name: z.string().optional() });

/** Lists the logins of a user, the oldest first. */
export async function loginsOf(
  { schema, envelope }: SealedStore,
  runner: SqlRunner,
  userId: string,
): Promise<readonly UserLogin[]> {
  const rows = await runner.query(
    `select id, provider, coalesce(email_ct, profile_ct) as "sealedCt", dek_id as "dekId", changed_at as "changedAt"
     from ${schema}.identities where user_id = $1 order by id`,
    [userId],
  );
  const logins: UserLogin[] = [];
  for (const row of rows) {
    const { id, provider, sealedCt, dekId, changedAt } = loginRow.parse(row);
    const place = provider === EMAIL_PROVIDER ? emailPlace(id) : profilePlace(id);
    const bytes = await envelope.open(runner, place, { dekId, ciphertext: sealedCt });
    const text = Buffer.from(bytes).toString('utf8');
    const { subject, name } =
      provider === EMAIL_PROVIDER ? { subject: text, name: text } : profile.parse(JSON.parse(text));
    logins.push({ id, provider, subject, name, changedAt });
  }
  return logins;
}

/** Waits for others that change the logins of a user. */
export async function lockLogins({ schema }: SealedStore, runner: SqlRunner, userId: string): Promise<void> {
  await runner.query(`select 1 from ${schema}.users where id = $1 for update`, [userId]);
}

/** Removes a login, with every session that comes from it. */
export async function removeLogin(
  store: SealedStore,
  runner: SqlRunner,
  _way: WayIn,
  userId: string,
  identity: Identity,
): Promise<void> {
  await runner.query(
    `delete from ${store.schema}.identities where user_id = $1 and provider = $2 and subject_bidx = $3`,
    [userId, identity.provider, identityIndex(store, identity)],
  );
}
