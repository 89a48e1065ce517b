import * as z from 'zod';
import type { SealedStore } from '../../../platform/keyvault/openSealedStore.js';
import type { SqlRunner } from '../../../platform/ports/Database.js';
import type { Session } from '../../shared/Session.js';
import { WALLET_TIMES } from '../../shared/walletLimits.js';

/**
 * Records that another installation revokes one of the user's, or all others, before their share sets are deleted. Those that have opened
 * the wallet for 24 hours may object: a thief's new one would use up what the owner's may do.
 *
 * @param revoked - Undefined: all others.
 */
export async function recordRevocation(
  { schema }: SealedStore,
  runner: SqlRunner,
  { userId, installationId: by }: Pick<Session, 'userId' | 'installationId'>,
  revoked?: string,
): Promise<void> {
  const now = Date.now();
  await runner.query(
    `insert into ${schema}.revocations (user_id, installation_id, revoked_at)
     select w.user_id, s.installation_id, $4::timestamptz from ${schema}.share_sets s
     join ${schema}.wallets w on w.id = s.wallet_id and w.epoch = s.epoch and w.state = 'active'
     cross join lateral (
       select counts_from, by_factor from ${schema}.wallet_installations
       where wallet_id = w.id and installation_id = s.installation_id order by added_at desc, id desc limit 1) p
     where w.user_id = $1 and s.installation_id <> $2 and ($3::uuid is null or s.installation_id = $3)
       and (p.by_factor or p.counts_from is null or p.counts_from <= $5)
     on conflict (user_id, installation_id) do update
       set revoked_at = excluded.revoked_at, objected_at = null, froze_at = null`,
    [userId, by, revoked ?? null, new Date(now), new Date(now - WALLET_TIMES.exportWait)],
  );
}

const revocationRow = z.object({
  userId: z.string(),
  revokedAt: z.date(),
  objectedAt: z.date().nullable(),
  frozeAt: z.date().nullable(),
});

/** A revocation of an installation, and what it did against it. */
export type Revocation = z.infer<typeof revocationRow>;

/** Finds the latest revocation of an installation that may still object, and locks it for the transaction. */
export async function findRevocation(
  { schema }: SealedStore,
  runner: SqlRunner,
  jkt: string,
): Promise<Revocation | undefined> {
  const [row] = await runner.query(
    `select r.user_id as "userId", r.revoked_at as "revokedAt", r.objected_at as "objectedAt", r.froze_at as "frozeAt"
     from ${schema}.revocations r join ${schema}.installations i on i.id = r.installation_id
     where i.jkt = $1 and r.revoked_at > $2 order by r.revoked_at desc limit 1 for update of r`,
    [jkt, new Date(Date.now() - WALLET_TIMES.objection)],
  );
  return row && revocationRow.parse(row);
}

/** Uses up one of the two rights of a revoked installation. */
export async function useRevocation(
  { schema }: SealedStore,
  runner: SqlRunner,
  jkt: string,
  { userId }: Revocation,
  right: 'objected_at' | 'froze_at',
): Promise<void> {
  await runner.query(
    `update ${schema}.revocations r set ${right} = $3 from ${schema}.installations i
     where i.id = r.installation_id and i.jkt = $1 and r.user_id = $2`,
    [jkt, userId, new Date()],
  );
}
