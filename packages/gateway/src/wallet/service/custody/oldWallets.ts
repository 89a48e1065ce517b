import { removeWalletCall, type removeWalletRequest } from 'latchkit/protocol';
import * as z from 'zod';
import type { SqlRunner } from '../../../platform/ports/Database.js';
import { WALLET_TIMES } from '../../shared/walletLimits.js';
import { signOrder } from '../../shared/walletOrders.js';
import type { WalletParts } from '../../shared/walletParts.js';
import { usedWay } from '../../shared/waysIn/WayIn.js';
import { WAYS_IN } from '../../shared/waysIn/waysIn.js';
import { lockUser } from '../auth/users.js';

const dueRow = z.object({ id: z.string(), userId: z.string() });
type Due = z.infer<typeof dueRow>;

const latestDue = (now: Date) => new Date(now.getTime() - WALLET_TIMES.oldWallet);

/**
 * Deletes the wallets that their users moved from 30 days ago. Those of a frozen user stay until the freeze ends; one whose vault does
 * not respond is deleted in a later run.
 *
 * @param failed - Receives the error of a wallet that could not be deleted.
 */
export async function removeOldWallets(
  parts: WalletParts,
  failed: (error: unknown) => void,
): Promise<number> {
  const { store } = parts;
  const now = new Date();
  const rows = await store.database.query(
    `select w.id, w.user_id as "userId" from ${store.schema}.wallets w join ${store.schema}.users u on u.id = w.user_id
     where w.state = 'old' and w.retired_at <= $1 and (u.frozen_until is null or u.frozen_until <= $2)
     order by w.retired_at limit 100`,
    [latestDue(now), now],
  );
  let removed = 0;
  for (const row of rows) {
    try {
      if (await remove(parts, dueRow.parse(row))) removed += 1;
    } catch (error) {
      failed(error);
    }
  }
  return removed;
}

/** The vault first: until it has deleted its share, the wallet service keeps what names it. */
async function remove(parts: WalletParts, { id, userId }: Due): Promise<boolean> {
  const { store, peer } = parts;
  const { schema } = store;
  // From here on, nobody can switch back to it.
  if (!(await store.database.transaction(runner => isStillDue(parts, runner, { id, userId })))) return false;
  const order = await signOrder(parts, { order: 'remove', walletId: id });
  await peer<typeof removeWalletRequest>(removeWalletCall, { body: { order } });
  return store.database.transaction(async runner => {
    if (!(await isStillDue(parts, runner, { id, userId }))) return false;
    await runner.query(
      `insert into ${schema}.deleted_wallets (wallet_id, deleted_at) values ($1, $2) on conflict do nothing`,
      [id, new Date()],
    );
    for (const table of ['share_sets', 'wallet_installations', 'deks'])
      await runner.query(`delete from ${schema}.${table} where wallet_id = $1`, [id]);
    await runner.query(`delete from ${schema}.wallets where id = $1`, [id]);
    const meta = usedWay(WAYS_IN['wallet.old-removed']);
    const entry = { action: 'wallet.removed', subject: userId, actor: 'service', meta };
    await store.audit.append(entry, runner);
    return true;
  });
}

/** Waits for a switch that began in time. */
async function isStillDue({ store }: WalletParts, runner: SqlRunner, { id, userId }: Due): Promise<boolean> {
  await lockUser(store, runner, userId);
  const rows = await runner.query(
    `select 1 from ${store.schema}.wallets where id = $1 and state = 'old' and retired_at <= $2`,
    [id, latestDue(new Date())],
  );
  return rows.length > 0;
}
