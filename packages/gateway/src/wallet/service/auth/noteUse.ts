import type { SealedStore } from '../../../platform/keyvault/openSealedStore.js';
import type { SqlRunner } from '../../../platform/ports/Database.js';
import { usedWay } from '../../shared/waysIn/WayIn.js';
import { WAYS_IN } from '../../shared/waysIn/waysIn.js';

/** Who uses a wallet. */
export interface WalletUse {
  readonly userId: string;
  readonly jkt: string;
  /**
   * The use counts only if this installation holds a share set of the active wallet, and did not ask for the deletion itself.
   * Undefined: it counts.
   */
  readonly installationId?: string;
}

/** Ends a deletion that a login alone asked for, because the wallet is used. Its user is told, and sees it on every device. */
export async function noteUse(
  { schema, audit }: Pick<SealedStore, 'schema' | 'audit'>,
  runner: SqlRunner,
  { userId, jkt, installationId }: WalletUse,
): Promise<void> {
  const rows = await runner.query(
    `with ended as (
       delete from ${schema}.deletions where user_id = $1 and standing in ('new', 'none') and ($2::uuid is null or (asked_by is distinct from $2 and exists (
         select 1 from ${schema}.share_sets s
         join ${schema}.wallets w on w.id = s.wallet_id and w.epoch = s.epoch and w.state = 'active'
         where w.user_id = $1 and s.installation_id = $2)))
       returning user_id, locale, requested_at)
     insert into ${schema}.ended_deletions (user_id, locale, requested_at, ended_at)
     select user_id, locale, requested_at, $3 from ended
     on conflict (user_id) do update set locale = excluded.locale, requested_at = excluded.requested_at,
       ended_at = excluded.ended_at, told_at = null
     returning 1`,
    [userId, installationId ?? null, new Date()],
  );
  if (rows.length === 0) return;
  const meta = usedWay(WAYS_IN['deletion.used']);
  await audit.append({ action: 'wallet.keep', subject: userId, actor: jkt, meta }, runner);
}
