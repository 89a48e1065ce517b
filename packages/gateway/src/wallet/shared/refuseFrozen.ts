import * as z from 'zod';
import type { SealedStore } from '../../platform/keyvault/openSealedStore.js';
import type { SqlRunner } from '../../platform/ports/Database.js';
import { walletFrozen } from './walletError.js';

/** The table with the owners of wallets in a store: of the wallet service or of the vault. */
type Owners = 'users' | 'subjects';

/**
 * Refuses to release anything of a frozen wallet.
 *
 * @throws HttpError 403 `FROZEN`, with the seconds until the freeze ends.
 */
export async function refuseFrozen(
  store: SealedStore,
  runner: SqlRunner,
  owners: Owners,
  ownerId: string,
): Promise<void> {
  const until = await frozenUntil(store, runner, owners, ownerId);
  if (until !== undefined) throw walletFrozen(until);
}

/** Whether an owner's wallet is frozen now. */
export async function isFrozen(
  store: SealedStore,
  runner: SqlRunner,
  owners: Owners,
  ownerId: string,
): Promise<boolean> {
  return (await frozenUntil(store, runner, owners, ownerId)) !== undefined;
}

const frozenRow = z.object({ until: z.date() });

async function frozenUntil(
  { schema }: SealedStore,
  runner: SqlRunner,
  owners: Owners,
  ownerId: string,
): Promise<Date | undefined> {
  const [row] = await runner.query(
    `select frozen_until as until from ${schema}.${owners}
     where id = $1 and frozen_until > $2 and (freeze_paused_until is null or freeze_paused_until <= $2)`,
    [ownerId, new Date()],
  );
  return row && frozenRow.parse(row).until;
}
