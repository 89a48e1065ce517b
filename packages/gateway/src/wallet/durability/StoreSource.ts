import type { StoreName } from '../../platform/keyvault/rowContext.js';
import type { Migration } from '../../platform/migrate.js';
import type { Database } from '../../platform/ports/Database.js';
import type { KeyVault } from '../../platform/ports/KeyVault.js';

/** One store of the wallet, before it is opened: its database may be empty. */
export interface StoreSource {
  readonly name: StoreName;
  readonly schema: string;
  readonly migrations: readonly Migration[];
  readonly unmirrored: readonly string[];
  /** What the steps of `migrations` repair in rows. A mirror of a version without it has no row of `repairs`. */
  readonly repair?: string;
  readonly database: Database;
  readonly keyVault: KeyVault;
}
