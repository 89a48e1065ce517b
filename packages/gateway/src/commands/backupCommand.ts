import { writeFile } from 'node:fs/promises';
import { makeBackupIdentity } from '../platform/backup/backupKeys.js';
import { openSealedStore, type SealedStore } from '../platform/keyvault/openSealedStore.js';
import type { Settings } from '../server/readSettings.js';
import { recordBackup } from '../wallet/durability/recordBackup.js';
import { type BackupOptions, writeBackup } from '../wallet/durability/writeBackup.js';
import { proveCanaries } from '../wallet/proveCanaries.js';
import { withStoreSources } from './openStores.js';
import { invalidArgument, parseOptions } from './parseOptions.js';

/**
 * `backup FILE`: writes an encrypted backup of the stores of this process, as they are at one moment, and records it.
 *
 * @returns the number of rows by table.
 * @throws BaseError `INVALID_ARGUMENT`, `KEYS_INVALID`, or the databases' errors.
 */
export async function backupCommand(args: readonly string[], settings: Settings): Promise<string> {
  const { positionals } = parseOptions(args, {});
  const [path, more] = positionals;
  if (path === undefined || more !== undefined) throw invalidArgument('backup requires one file');
  const publicKeys = settings.wallet?.backupKeys ?? [];
  if (publicKeys.length === 0) {
    throw invalidArgument(
      'Set LATCHKIT_BACKUP_KEYS to a public key: latchkit-gateway backup-key FILE makes one',
    );
  }
  return withStoreSources(settings, async sources => {
    // Opened first: a backup of an older schema would lack the tables that record it.
    const stores: SealedStore[] = [];
    for (const source of sources) stores.push(await openSealedStore(source));
    const report = await writeBackup({ stores: sources, publicKeys, path, prove: proverOf(stores) });
    for (const store of stores) await recordBackup(store, report);
    const lines = [...report.counts].map(([table, count]) => `${table}\t${count}`);
    return [`Backup ${report.id}`, `${report.proof.length} canary wallets signed`, ...lines].join('\n');
  });
}

/** Only a process with both stores can prove with their rows that wallets open. */
function proverOf([a, b]: readonly SealedStore[]): BackupOptions['prove'] {
  if (a === undefined || b === undefined) return async () => [];
  return (id, runnerOf) => proveCanaries({ a, b, runnerOf }, id);
}

/**
 * `backup-key FILE`: makes a key pair for backups, on a machine without the data. The file contains the private key.
 *
 * @returns the public key, for `LATCHKIT_BACKUP_KEYS`.
 * @throws BaseError `INVALID_ARGUMENT` if the file exists.
 */
export async function backupKeyCommand(args: readonly string[]): Promise<string> {
  const { positionals } = parseOptions(args, {});
  const [path, more] = positionals;
  if (path === undefined || more !== undefined) throw invalidArgument('backup-key requires one file');
  const identity = await makeBackupIdentity();
  const text = `${JSON.stringify(identity, undefined, 2)}\n`;
  await writeFile(path, text, { mode: 0o600, flag: 'wx', flush: true }).catch(cause => {
    throw invalidArgument(`${path} cannot be written, or exists already`, cause);
  });
  return identity.public;
}
