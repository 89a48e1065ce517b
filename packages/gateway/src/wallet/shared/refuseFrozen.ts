import type { SealedStore } from '../../platform/keyvault/openSealedStore.js';
import type { SqlRunner } from '../../platform/ports/Database.js';
import { walletError } from './walletError.js';

/** The table with the owners of wallets in a store: of the wallet service or of the vault. */
type Owners = 'users' | 'subjects';

/**
 * Refuses to release anything of a frozen wallet.
 *
 * @throws HttpError 403 `FROZEN`.
 */
export async function refuseFrozen(
  store: SealedStore,
  runner: SqlRunner,
  owners: Owners,
  ownerId: string,
): Promise<void> {
  if (await isFrozen(store, runner, owners, ownerId)) throw walletError('FROZEN');
}

/** Whether an owner's wallet is frozen now. */
export async function isFrozen(
  { schema }: SealedStore,
  runner: SqlRunner,
  owners: Owners,
  ownerId: string,
): Promise<boolean> {
  const rows = await runner.query(`select 1 from ${schema}.${owners} where id = $1 and frozen_until > $2`, [
    ownerId,
    new Date(),
  ]);
  return rows.length > 0;
}
