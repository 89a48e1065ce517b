import * as z from 'zod';
import type { SealedStore } from '../../../platform/keyvault/openSealedStore.js';
import { EMAIL_PROVIDER } from '../../shared/emailIdentity.js';

const row = z.object({
  id: z.string(),
  provider: z.string(),
  profileCt: z.instanceof(Uint8Array),
  dekId: z.string(),
});
const profile = z.object({ name: z.string().optional() });

/** Returns the provider with which a user signs in, and the user's name there; undefined for users of email. */
export async function findSocialProfile(
  { database, schema, envelope }: SealedStore,
  userId: string,
): Promise<{ readonly provider: string; readonly userName: string | undefined } | undefined> {
  const [found] = await database.query(
    `select id, provider, profile_ct as "profileCt", dek_id as "dekId" from ${schema}.identities
     where user_id = $1 and provider <> $2 order by verified_at limit 1`,
    [userId, EMAIL_PROVIDER],
  );
  if (found === undefined) return undefined;
  const { id, provider, profileCt, dekId } = row.parse(found);
  const place = { table: 'identities', column: 'profile_ct', rowId: id };
  const bytes = await envelope.open(database, place, { dekId, ciphertext: profileCt });
  const { name } = profile.parse(JSON.parse(Buffer.from(bytes).toString('utf8')));
  return { provider, userName: name };
}
