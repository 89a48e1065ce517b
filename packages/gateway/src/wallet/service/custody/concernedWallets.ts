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

/** Records for a new store that it needs no repair: its mirror tells it from a store of before. */
export async function markRepaired({ database, schema }: SealedStore): Promise<void> {
  await database.query(
    `insert into ${schema}.repairs (name, at, sets, sessions) values ('social logins', $1, 0, 0) on conflict do nothing`,
    [new Date()],
  );
}

const dueRow = z.object({ walletId: z.string(), userId: z.string(), locale: z.string() });

/**
 * Emails every known address of the owners of these wallets, each owner once in all replicas.
 *
 * @returns the number of owners. One without an address gets no email.
 */
export async function tellConcerned(parts: WalletParts): Promise<number> {
  let count = 0;
  for (let due = await takeDue(parts.store); due !== undefined; due = await takeDue(parts.store)) {
    await tellEveryAddress(parts, { kind: 'repaired', ...due });
    count += 1;
  }
  return count;
}

/** The next owner to tell, who counts as told. */
function takeDue({ database, schema, audit }: SealedStore) {
  return database.transaction(async runner => {
    const [row] = await runner.query(
      `update ${schema}.concerned_wallets c set told_at = $1 from ${schema}.wallets w
       where w.id = c.wallet_id and c.wallet_id = (
         select wallet_id from ${schema}.concerned_wallets where told_at is null limit 1 for update skip locked)
       returning c.wallet_id as "walletId", w.user_id as "userId",
         coalesce((select n.locale from ${schema}.sessions n where n.user_id = w.user_id
           order by n.created_at desc limit 1), 'en') as locale`,
      [new Date()],
    );
    if (row === undefined) return undefined;
    const due = dueRow.parse(row);
    await audit.append({ action: 'notice.repaired', subject: due.userId, actor: 'operator' }, runner);
    return due;
  });
}
