import * as z from 'zod';
import type { SealedStore } from '../../../platform/keyvault/openSealedStore.js';
import type { WalletParts } from '../../shared/walletParts.js';
import { tellEveryAddress } from '../auth/tellEveryAddress.js';

const countRow = z.object({
  at: z.date().nullable(),
  wallets: z.number(),
  told: z.number(),
  sets: z.number(),
  sessions: z.number(),
});

/** What the repair of social logins did, and how many wallets it concerns. Names nobody. */
export type ConcernedWallets = z.infer<typeof countRow>;

/** Counts the wallets that a login of someone else may have opened. */
export async function countConcerned({ database, schema }: SealedStore): Promise<ConcernedWallets> {
  const [row] = await database.query(
    `select max(r.at) as at, coalesce(max(r.sets), 0)::int as sets, coalesce(max(r.sessions), 0)::int as sessions,
       (select count(*)::int from ${schema}.concerned_wallets) as wallets,
       (select count(*)::int from ${schema}.concerned_wallets where told_at is not null) as told
     from ${schema}.repairs r`,
  );
  return countRow.parse(row);
}

const dueRow = z.object({ walletId: z.string(), userId: z.string(), locale: z.string() });

/**
 * Emails every known address of the owners of these wallets, each owner once in all replicas.
 *
 * @returns the number of owners. One without an address gets no email.
 */
export async function tellConcerned(parts: WalletParts): Promise<number> {
  const { database, schema } = parts.store;
  let count = 0;
  for (;;) {
    const [row] = await database.query(
      `update ${schema}.concerned_wallets c set told_at = $1 from ${schema}.wallets w
       where w.id = c.wallet_id and c.wallet_id = (
         select wallet_id from ${schema}.concerned_wallets where told_at is null limit 1 for update skip locked)
       returning c.wallet_id as "walletId", w.user_id as "userId",
         coalesce((select n.locale from ${schema}.sessions n where n.user_id = w.user_id
           order by n.created_at desc limit 1), 'en') as locale`,
      [new Date()],
    );
    if (row === undefined) return count;
    await tellEveryAddress(parts, { kind: 'repaired', ...dueRow.parse(row) });
    count += 1;
  }
}
