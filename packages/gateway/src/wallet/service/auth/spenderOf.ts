import * as z from 'zod';
import type { SealedStore } from '../../../platform/keyvault/openSealedStore.js';
import type { Session } from '../../shared/Session.js';
import { WALLET_TIMES } from '../../shared/walletLimits.js';

/** Whose limits the calls of a session count for. */
export interface Spender {
  /** All strangers to the wallet of a user have one key. A settled installation has one with those that it vouched for. */
  readonly key: string;
  /** The user, if the limits of all settled installations together count, too. */
  readonly total: string | undefined;
}

const spenderRow = z.object({ root: z.string(), isFirst: z.boolean() });

/**
 * Finds whose limits a session's calls count for, so that nobody who logs in as a user, and no other device, uses up what the owner's
 * settled device needs to end that. An installation is settled as `standingOf` has it. Those that one vouched for share its limits, because a
 * vouch gives their age, too: each new key would be a new budget. All settled ones but the first share a total, because whoever had the
 * mailbox once may have added many. The first one has none: whatever newer ones do, it can remove them.
 */
export async function spenderOf(
  { database, schema }: Pick<SealedStore, 'database' | 'schema'>,
  { userId, installationId }: Pick<Session, 'userId' | 'installationId'>,
): Promise<Spender> {
  const [row] = await database.query(
    `with held as (
       select s.installation_id, coalesce(p.root_id, s.installation_id) as root_id, p.added_at,
         p.by_factor or p.counts_from is null or p.counts_from <= $3 as settled
       from ${schema}.share_sets s
       join ${schema}.wallets w on w.id = s.wallet_id and w.epoch = s.epoch and w.state = 'active'
       cross join lateral (
         select root_id, counts_from, by_factor, added_at from ${schema}.wallet_installations
         where wallet_id = w.id and installation_id = s.installation_id order by added_at desc, id desc limit 1) p
       where w.user_id = $1 and s.kind = 'device'
     ), roots as (select root_id, min(added_at) as since from held group by root_id)
     select o.root_id as root, not exists (
       select 1 from roots r join roots own on own.root_id = o.root_id
       where r.root_id <> own.root_id and r.since < own.since) as "isFirst"
     from held o where o.installation_id = $2 and o.settled`,
    [userId, installationId, new Date(Date.now() - WALLET_TIMES.exportWait)],
  );
  if (row === undefined) return { key: userId, total: undefined };
  const { root, isFirst } = spenderRow.parse(row);
  return { key: `${userId}:${root}`, total: isFirst ? undefined : userId };
}
