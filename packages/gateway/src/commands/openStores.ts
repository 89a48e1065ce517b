import { openAdapters } from '../platform/adapters/openAdapters.js';
import { openPostgres } from '../platform/adapters/postgres.js';
import { type KeySetting, openKeyVault } from '../platform/keyvault/openKeyVault.js';
import { openSealedStore, type SealedStore } from '../platform/keyvault/openSealedStore.js';
import type { KeyVault } from '../platform/ports/KeyVault.js';
import { checkStoredData } from '../server/checkStoredData.js';
import type { Settings } from '../server/readSettings.js';
import type { StoreSource } from '../wallet/durability/StoreSource.js';
import { GATEWAY_STORE, VAULT_STORE } from '../wallet/walletStores.js';
import { invalidArgument } from './parseOptions.js';

/** A store of this process, and the location of its keys. */
export interface OpenedStore {
  readonly store: SealedStore;
  readonly keyVault: KeyVault;
  readonly keys: KeySetting;
}

/** A store of this process that is not open yet. */
export interface ConfiguredStore extends StoreSource {
  readonly keys: KeySetting;
}

/**
 * Opens the databases and keys of the wallet's stores for a command, but not the stores, and closes them afterwards.
 *
 * @throws BaseError `INVALID_ARGUMENT` if no wallet is set up, `DATA_NEWER`, `MIGRATION_CHANGED`, `KEYS_INVALID`, or the databases'
 *   errors.
 */
export async function withStoreSources<Answer>(
  settings: Settings,
  run: (stores: readonly ConfiguredStore[]) => Promise<Answer>,
): Promise<Answer> {
  const { wallet } = settings;
  if (wallet === undefined) throw invalidArgument('The embedded wallet is not set up here');
  const adapters = await openAdapters(settings);
  const { vaultDatabaseUrl, only, keys, vaultKeys } = wallet;
  const vaultDatabase = vaultDatabaseUrl ? await openPostgres(vaultDatabaseUrl) : adapters.database;
  const wanted = [
    ...(only === 'vault' ? [] : [{ ...GATEWAY_STORE, database: adapters.database, keys }]),
    ...(only === 'gateway' ? [] : [{ ...VAULT_STORE, database: vaultDatabase, keys: vaultKeys }]),
  ];
  try {
    await checkStoredData(settings, adapters.database, vaultDatabase);
    const stores: ConfiguredStore[] = [];
    for (const one of wanted) stores.push({ ...one, keyVault: await openKeyVault(one.keys, settings) });
    return await run(stores);
  } finally {
    if (vaultDatabase !== adapters.database) await vaultDatabase.close();
    await adapters.close();
  }
}

/**
 * Opens the wallet's stores for a command, and closes them afterwards.
 *
 * @throws BaseError `INVALID_ARGUMENT` if no wallet is set up, `KEYS_INVALID`, or the databases' errors.
 */
export async function withStores<Answer>(
  settings: Settings,
  run: (stores: readonly OpenedStore[]) => Promise<Answer>,
): Promise<Answer> {
  return withStoreSources(settings, async sources => {
    const stores: OpenedStore[] = [];
    for (const source of sources) {
      const { keys, keyVault } = source;
      stores.push({ store: await openSealedStore(source), keys, keyVault });
    }
    return run(stores);
  });
}
