import { checkMigrations, type Migration, migrate } from '../migrate.js';
import type { Database } from '../ports/Database.js';
import type { KeyVault } from '../ports/KeyVault.js';
import { type AuditLog, auditLog } from './auditLog.js';
import { type Envelope, envelope } from './envelope.js';
import { openRootSecret, type RootSecret, readRootSecret } from './rootSecret.js';
import type { StoreName } from './rowContext.js';
import { openServiceKeys, type ServiceKeys } from './serviceKeys.js';
import { watchTables } from './watchTables.js';

/** One of the two stores of the wallet: its tables and the keys that encrypt them. */
export interface SealedStore {
  readonly name: StoreName;
  readonly schema: string;
  readonly database: Database;
  readonly envelope: Envelope;
  readonly secret: RootSecret;
  readonly keys: ServiceKeys;
  readonly audit: AuditLog;
}

export interface SealedStoreOptions {
  readonly name: StoreName;
  readonly schema: string;
  readonly migrations: readonly Migration[];
  /** Tables that the other store does not mirror. */
  readonly unmirrored: readonly string[];
  readonly database: Database;
  readonly keyVault: KeyVault;
}

/**
 * Opens a store and migrates its tables. The data and the keys are checked first, so that data of a newer version and wrong keys
 * change nothing.
 *
 * @throws BaseError `DATA_NEWER`, `MIGRATION_CHANGED` or `KEYS_INVALID`.
 */
export async function openSealedStore(options: SealedStoreOptions): Promise<SealedStore> {
  const { name, schema, migrations, unmirrored, database, keyVault } = options;
  await checkMigrations(database, migrations, schema);
  await keyVault.health();
  await readRootSecret(database, name, schema, keyVault);
  await migrate(database, migrations, schema);
  await watchTables(database, schema, unmirrored);
  const secret = await openRootSecret(database, name, schema, keyVault);
  return {
    name,
    schema,
    database,
    envelope: envelope(name, schema, keyVault),
    secret,
    keys: await openServiceKeys(database, schema, secret),
    audit: auditLog(database, schema, secret),
  };
}
