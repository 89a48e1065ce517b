import { checkMigrations } from '../platform/migrate.js';
import type { Database } from '../platform/ports/Database.js';
import { migrations } from '../project/migrations.js';
import { GATEWAY_STORE, VAULT_STORE } from '../wallet/walletStores.js';
import type { Settings } from './readSettings.js';

/**
 * Checks all data of this process before anything is written, so that a version that cannot use one store does not migrate another.
 *
 * @param vaultDatabase - Undefined: a command does not use the vault's database.
 * @throws BaseError `DATA_NEWER` or `MIGRATION_CHANGED`.
 */
export async function checkStoredData(
  { wallet }: Pick<Settings, 'wallet'>,
  database: Database,
  vaultDatabase: Database | undefined,
): Promise<void> {
  if (wallet?.only !== 'vault') {
    await checkMigrations(database, migrations);
    await checkMigrations(database, GATEWAY_STORE.migrations, GATEWAY_STORE.schema);
  }
  if (wallet?.only !== 'gateway' && vaultDatabase !== undefined)
    await checkMigrations(vaultDatabase, VAULT_STORE.migrations, VAULT_STORE.schema);
}
