import { watchTables } from '../../src/platform/keyvault/watchTables.js';
import { migrate } from '../../src/platform/migrate.js';
import type { Database } from '../../src/platform/ports/Database.js';
import { migrations } from '../../src/project/migrations.js';
import { GATEWAY_STORE, VAULT_STORE } from '../../src/wallet/walletStores.js';

/** What a migrated database depends on. */
export const MIGRATIONS = JSON.stringify([migrations, GATEWAY_STORE, VAULT_STORE]);

/** Migrates a database as a gateway with an embedded wallet does. */
export async function migrateAll(database: Database): Promise<void> {
  await migrate(database, migrations);
  for (const { migrations: steps, schema, unmirrored } of [GATEWAY_STORE, VAULT_STORE]) {
    await migrate(database, steps, schema);
    await watchTables(database, schema, unmirrored);
  }
}
