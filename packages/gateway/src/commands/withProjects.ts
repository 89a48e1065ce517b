import { type Adapters, openAdapters } from '../platform/adapters/openAdapters.js';
import { migrate } from '../platform/migrate.js';
import { migrations } from '../project/migrations.js';
import { checkStoredData } from '../server/checkStoredData.js';
import type { Settings } from '../server/readSettings.js';

/**
 * Opens the database of the projects for a command, and closes it afterwards.
 *
 * @throws BaseError `DATA_NEWER` or `MIGRATION_CHANGED`, or the database's error.
 */
export async function withProjects<Answer>(
  settings: Settings,
  run: (adapters: Adapters) => Promise<Answer>,
): Promise<Answer> {
  const adapters = await openAdapters(settings);
  try {
    const isVaultHere = settings.wallet?.vaultDatabaseUrl === undefined;
    await checkStoredData(settings, adapters.database, isVaultHere ? adapters.database : undefined);
    await migrate(adapters.database, migrations);
    return await run(adapters);
  } finally {
    await adapters.close();
  }
}
