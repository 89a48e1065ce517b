import * as z from 'zod';
import type { SealedStore } from '../../../platform/keyvault/openSealedStore.js';
import type { SqlRunner } from '../../../platform/ports/Database.js';
import { uuidv7 } from '../../../platform/uuidv7.js';
import { loginTag } from '../../shared/loginTag.js';
import type { Caller } from '../../shared/proveCaller.js';
import type { Session } from '../../shared/Session.js';
import { WALLET_TIMES } from '../../shared/walletLimits.js';
import { usedWay, type WayIn } from '../../shared/waysIn/WayIn.js';
import type { Wallet } from './wallets.js';

/** The page of a new installation. */
export interface VouchedPage {
  readonly jkt: string;
  readonly projectId: string;
  readonly hostOrigin: string;
}

/** Stores and records that an installation vouches for a new one, and deletes old vouches. Returns the id of the new installation's login. */
export async function addVouch(
  { schema, audit }: SealedStore,
  runner: SqlRunner,
  way: WayIn,
  { userId, identityId, installationId, locale, jkt: actor }: Session,
  { jkt, projectId, hostOrigin }: VouchedPage,
): Promise<string> {
  const [id, now] = [uuidv7(), Date.now()];
  await runner.query(`delete from ${schema}.vouches where expires_at < $1`, [
    new Date(now - WALLET_TIMES.ended),
  ]);
  await runner.query(
    `insert into ${schema}.vouches
       (id, user_id, identity_id, voucher_id, jkt, project_id, host_origin, locale, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      ...[id, userId, identityId, installationId, jkt, projectId, hostOrigin, locale],
      new Date(now + WALLET_TIMES.vouch),
    ],
  );
  // Part of the new installation's login.
  const meta = { ...usedWay(way), ...loginTag(id, jkt) };
  await audit.append({ action: 'installation.vouch', subject: userId, actor, meta }, runner);
  return id;
}

const vouchRow = z.object({
  id: z.string(),
  userId: z.string(),
  identityId: z.string().nullable(),
  locale: z.string(),
});

/** Uses a vouch for the caller's login, once. Undefined: it is used, expired, or of another installation or page. */
export async function useVouch(
  { schema }: SealedStore,
  runner: SqlRunner,
  _way: WayIn,
  { jkt, projectId, hostOrigin }: Caller,
  id: string,
): Promise<z.infer<typeof vouchRow> | undefined> {
  const now = new Date();
  const [row] = await runner.query(
    `update ${schema}.vouches set used_at = $5
     where id = $1 and jkt = $2 and project_id = $3 and host_origin = $4 and used_at is null and expires_at > $5
       and ${VOUCHER_IS_LIVE(schema)}
     returning id, user_id as "userId", identity_id as "identityId", locale`,
    [id, jkt, projectId, hostOrigin, now],
  );
  return row && vouchRow.parse(row);
}

/** Returns the installation that vouched for a login, while it holds a share set and the vouch has not expired. */
export async function findVoucher(
  { schema }: SealedStore,
  runner: SqlRunner,
  txn: string,
  { id, userId }: Wallet,
): Promise<string | undefined> {
  const [row] = await runner.query(
    `select voucher_id as "voucherId" from ${schema}.vouches
     where id = $1 and user_id = $2 and expires_at > $3 and exists (
       select 1 from ${schema}.share_sets s where s.installation_id = voucher_id and s.wallet_id = $4)`,
    [txn, userId, new Date(), id],
  );
  return row && z.object({ voucherId: z.string() }).parse(row).voucherId;
}

const VOUCHER_IS_LIVE = (schema: string) => `exists (
  select 1 from ${schema}.share_sets s join ${schema}.wallets w on w.id = s.wallet_id and w.state = 'active'
  where s.installation_id = voucher_id and w.user_id = vouches.user_id)`;
