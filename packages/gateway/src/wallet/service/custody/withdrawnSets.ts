import * as z from 'zod';
import type { SealedStore } from '../../../platform/keyvault/openSealedStore.js';

const withdrawnRow = z.object({
  id: z.string(),
  hostOrigin: z.string().nullable(),
  browser: z.string().nullable(),
  addedAt: z.date(),
  withdrawnAt: z.date(),
});

/** An installation whose share set was withdrawn. Its page and browser are null if it is no longer stored. */
type WithdrawnInstallation = z.infer<typeof withdrawnRow>;

/** Lists the installations whose share sets of the user's wallet were withdrawn and that have no other since, newest first. */
export async function withdrawnOf(
  { database, schema }: SealedStore,
  userId: string,
): Promise<readonly WithdrawnInstallation[]> {
  const rows = await database.query(
    `select x.installation_id as id, i.host_origin as "hostOrigin", i.browser, x.created_at as "addedAt",
       x.withdrawn_at as "withdrawnAt"
     from ${schema}.withdrawn_sets x
     join ${schema}.wallets w on w.id = x.wallet_id and w.state = 'active'
     left join ${schema}.installations i on i.id = x.installation_id
     where w.user_id = $1 and not exists (
       select 1 from ${schema}.share_sets s where s.wallet_id = x.wallet_id and s.installation_id = x.installation_id)
     order by x.created_at desc`,
    [userId],
  );
  return rows.map(row => withdrawnRow.parse(row));
}
