import * as z from 'zod';
import type { SealedStore } from '../../../platform/keyvault/openSealedStore.js';

const row = z.object({
  id: z.string(),
  provider: z.string(),
  profileCt: z.instanceof(Uint8Array),
  dekId: z.string(),
});
const profile = z.object({ name: z.string().optional() });

/** Returns the provider of a session's identity, and the user's name there; undefined for a sign-in by email. */
export async function findSocialProfile(
  { database, schema, envelope }: SealedStore,
  identityId: string | null,
): Promise<{ readonly provider: string; readonly userName: string | undefined } | undefined> {
  if (identityId === null) return undefined;
  const [found] = await database.query(
    `select id, provider, profile_ct as "profileCt", dek_id as "dekId" from ${schema}.identities where id = $1`,
    [identityId],
  );
  if (found === undefined) return undefined;
  const { id, provider, profileCt, dekId } = row.parse(found);
  const place = { table: 'identities', column: 'profile_ct', rowId: id };
  const bytes = await envelope.open(database, place, { dekId, ciphertext: profileCt });
  const { name } = profile.parse(JSON.parse(Buffer.from(bytes).toString('utf8')));
  return { provider, userName: name };
}
