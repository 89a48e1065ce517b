import { readFile } from 'node:fs/promises';
import { BaseError } from 'latchkit/protocol';
import { openPostgres } from '../platform/adapters/postgres.js';
import { type BackupIdentity, backupIdentity } from '../platform/backup/backupKeys.js';
import { openSealedStore } from '../platform/keyvault/openSealedStore.js';
import { checkMigrations } from '../platform/migrate.js';
import type { Settings } from '../server/readSettings.js';
import { restoreBackup } from '../wallet/durability/restoreBackup.js';
import { restoreFromMirror } from '../wallet/durability/restoreFromMirror.js';
import { GATEWAY_STORE, VAULT_STORE } from '../wallet/walletStores.js';
import { type ConfiguredStore, withStoreSources } from './openStores.js';
import { invalidArgument, parseOptions } from './parseOptions.js';

/** The names of the stores in commands. */
const STORES = { gateway: GATEWAY_STORE, vault: VAULT_STORE };

/**
 * `restore FILE --key FILE`: restores the stores from a backup. `restore --from-mirror gateway|vault`: rebuilds a lost store from
 * the mirror in the other one, which is in the database of `--mirror URL` if it belongs to another machine. Both refuse to write
 * over data, and check what they restored.
 *
 * @throws BaseError `STORE_NOT_EMPTY`, `BACKUP_INVALID`, `MIRROR_EMPTY`, `KEYS_INVALID`, `AUDIT_BROKEN`, `DATA_NEWER` or
 *   `INVALID_ARGUMENT`.
 */
export async function restoreCommand(args: readonly string[], settings: Settings): Promise<string> {
  const options = {
    key: { type: 'string' },
    'from-mirror': { type: 'string' },
    mirror: { type: 'string' },
    store: { type: 'string' },
  } as const;
  const { values, positionals } = parseOptions(args, options);
  const [file, more] = positionals;
  const lost = values['from-mirror'];
  if (more !== undefined) throw invalidArgument(`'${more}' is too much`);
  if (lost !== undefined && file === undefined) return fromMirror(lost, values.mirror, settings);
  if (file === undefined || values.key === undefined) {
    throw invalidArgument('restore requires a backup and --key FILE, or --from-mirror gateway|vault');
  }
  return fromBackup(file, await readIdentity(values.key), values.store, settings);
}

function fromBackup(file: string, identity: BackupIdentity, only: string | undefined, settings: Settings) {
  return withStoreSources(settings, async sources => {
    const schema = only === undefined ? undefined : storeOf(only).schema;
    const stores = sources.filter(one => schema === undefined || one.schema === schema);
    const { id, createdAt, counts, proof } = await restoreBackup(file, identity, stores);
    const lines = [`Backup ${id} of ${createdAt}`];
    for (const source of stores) {
      const rows = Object.entries(counts).filter(([name]) => name.startsWith(`${source.schema}.`));
      lines.push(
        await verified(
          source,
          rows.reduce((sum, [, count]) => sum + count, 0),
        ),
      );
    }
    return [...lines, `${proof.length} canary wallets signed when it was made`].join('\n');
  });
}

function fromMirror(lost: string, mirrorUrl: string | undefined, settings: Settings) {
  const { schema } = storeOf(lost);
  return withStoreSources(settings, async sources => {
    const source = sources.find(one => one.schema === schema);
    const here = sources.find(one => one.schema !== schema);
    if (source === undefined) throw invalidArgument(`The ${lost} is not set up here`);
    if (here === undefined && mirrorUrl === undefined) {
      throw invalidArgument('The other store is not set up here: name its database with --mirror URL');
    }
    const opened = mirrorUrl === undefined ? undefined : await openPostgres(mirrorUrl);
    const database = opened ?? here?.database ?? source.database;
    const { schema: mirrorSchema, migrations } = storeOf(lost === 'gateway' ? 'vault' : 'gateway');
    const mirror = { database, schema: mirrorSchema };
    try {
      // It may be on another machine, with another version.
      await checkMigrations(database, migrations, mirrorSchema);
      const counts = await restoreFromMirror({ ...source, mirror });
      return await verified(
        source,
        [...counts.values()].reduce((sum, count) => sum + count, 0),
      );
    } finally {
      await opened?.close();
    }
  });
}

/** Opens a restored store, which checks its keys, and verifies its audit log. */
async function verified(source: ConfiguredStore, rows: number): Promise<string> {
  const store = await openSealedStore(source);
  const { brokenAt, entries } = await store.audit.verify();
  if (brokenAt !== undefined) {
    throw new BaseError('AUDIT_BROKEN', `${store.schema}.audit is broken at entry ${brokenAt}`);
  }
  await store.audit.append({ action: 'store.restore', subject: store.schema, actor: 'operator' });
  return `${store.schema}\t${rows} rows\t${entries} audit entries`;
}

function storeOf(name: string): (typeof STORES)[keyof typeof STORES] {
  const store = name === 'gateway' || name === 'vault' ? STORES[name] : undefined;
  if (store === undefined) throw invalidArgument(`'${name}' must be gateway or vault`);
  return store;
}

async function readIdentity(path: string): Promise<BackupIdentity> {
  const text = await readFile(path, 'utf8').catch(cause => {
    throw invalidArgument(`${path} cannot be read`, cause);
  });
  try {
    return backupIdentity.parse(JSON.parse(text));
  } catch (cause) {
    throw new BaseError('KEYS_INVALID', `${path} is no key of backups`, { cause });
  }
}
