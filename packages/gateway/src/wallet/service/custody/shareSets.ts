import * as z from 'zod';
import type { SealedStore } from '../../../platform/keyvault/openSealedStore.js';
import type { SqlRunner } from '../../../platform/ports/Database.js';
import { uuidv7 } from '../../../platform/uuidv7.js';
import type { Session } from '../../shared/Session.js';
import type { WayIn } from '../../shared/waysIn/WayIn.js';
import type { Wallet } from './wallets.js';

const setRow = z.object({
  id: z.string(),
  epoch: z.number(),
  halfCt: z.instanceof(Uint8Array),
  dekId: z.string(),
});

/** Selects a share set of a wallet: that of an installation, or the recovery set. */
export type SetOf =
  | { readonly kind: 'device'; readonly installationId: string }
  | { readonly kind: 'recovery'; readonly installationId?: null };

/** Stores the wallet service's share of a set and replaces an earlier one. The stored name of a share is `half`. */
export async function putShare(
  { schema, envelope }: SealedStore,
  runner: SqlRunner,
  _way: WayIn,
  { walletId, epoch }: { readonly walletId: string; readonly epoch: number },
  { kind, installationId = null }: SetOf,
  share: Uint8Array,
): Promise<void> {
  const id = uuidv7();
  const { ciphertext, dekId } = await envelope.seal(runner, sharePlace(id, walletId, epoch), share);
  await runner.query(
    `delete from ${schema}.share_sets
     where wallet_id = $1 and kind = $2 and installation_id is not distinct from $3::uuid`,
    [walletId, kind, installationId],
  );
  await runner.query(
    `insert into ${schema}.share_sets (id, wallet_id, epoch, kind, installation_id, half_ct, dek_id, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [id, walletId, epoch, kind, installationId, ciphertext, dekId, new Date()],
  );
}

/** Returns the wallet service's share of a set in the wallet's epoch, or undefined if it has no such set. */
export async function takeShare(
  { schema, envelope }: SealedStore,
  runner: SqlRunner,
  _way: WayIn,
  { id: walletId, epoch }: Wallet,
  { kind, installationId = null }: SetOf,
): Promise<Uint8Array | undefined> {
  const [row] = await runner.query(
    `update ${schema}.share_sets set last_used_at = $5
     where wallet_id = $1 and epoch = $2 and kind = $3 and installation_id is not distinct from $4::uuid
     returning id, epoch, half_ct as "halfCt", dek_id as "dekId"`,
    [walletId, epoch, kind, installationId, new Date()],
  );
  if (row === undefined) return undefined;
  const { id, halfCt, dekId } = setRow.parse(row);
  return envelope.open(runner, sharePlace(id, walletId, epoch), { dekId, ciphertext: halfCt });
}

/** Deletes all share sets of a wallet. */
export async function dropSets(
  { schema }: SealedStore,
  runner: SqlRunner,
  _way: WayIn,
  walletId: string,
): Promise<void> {
  await runner.query(`delete from ${schema}.share_sets where wallet_id = $1`, [walletId]);
}

/** Deletes the device sets of all other installations, of every wallet of the user. */
export async function dropOtherSets(
  { schema }: SealedStore,
  runner: SqlRunner,
  _way: WayIn,
  { userId, installationId }: Pick<Session, 'userId' | 'installationId'>,
): Promise<void> {
  await runner.query(
    `delete from ${schema}.share_sets s using ${schema}.wallets w
     where w.id = s.wallet_id and w.user_id = $1 and s.kind = 'device' and s.installation_id <> $2`,
    [userId, installationId],
  );
}

/** Whether an installation holds a share set of the wallet in its current epoch. */
export async function hasSet(
  { schema }: SealedStore,
  runner: SqlRunner,
  { id, epoch }: Wallet,
  installationId: string,
): Promise<boolean> {
  const rows = await runner.query(
    `select 1 from ${schema}.share_sets where wallet_id = $1 and epoch = $2 and installation_id = $3`,
    [id, epoch, installationId],
  );
  return rows.length > 0;
}

const sharePlace = (id: string, walletId: string, epoch: number) => ({
  table: 'share_sets',
  column: 'half_ct',
  rowId: id,
  walletId,
  epoch,
});
