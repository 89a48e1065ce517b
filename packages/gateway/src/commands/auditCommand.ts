import { BaseError } from 'latchkit/protocol';
import { openPostgres } from '../adapters/postgres.js';
import { openKeyVault } from '../keyvault/openKeyVault.js';
import { openSealedStore } from '../keyvault/openSealedStore.js';
import { VAULT_SCHEMA, vaultMigrations } from '../migrations/vaultMigrations.js';
import { WALLET_SCHEMA, walletMigrations } from '../migrations/walletMigrations.js';
import { openServices } from '../openServices.js';
import type { Settings } from '../readSettings.js';
import { invalidArgument, parseOptions } from './parseOptions.js';

/**
 * `audit verify`: checks that no entry of the wallet's logs was changed or removed.
 *
 * @returns the newest entry of each log; kept elsewhere, it proves later that nothing before it is gone.
 * @throws BaseError `AUDIT_BROKEN`, which names the first entry that does not follow; `INVALID_ARGUMENT`.
 */
export async function auditCommand(args: readonly string[], settings: Settings): Promise<string> {
  const options = { 'wallet-head': { type: 'string' }, 'vault-head': { type: 'string' } } as const;
  const { values, positionals } = parseOptions(args, options);
  const [action, more] = positionals;
  if (action !== 'verify' || more !== undefined) {
    throw invalidArgument(`There is no command 'audit ${positionals.join(' ')}'`);
  }
  const { wallet } = settings;
  if (wallet === undefined) throw invalidArgument('The embedded wallet is not set up here');
  const services = await openServices(settings);
  const { vaultDatabaseUrl, only } = wallet;
  const vaultDatabase = vaultDatabaseUrl ? await openPostgres(vaultDatabaseUrl) : services.database;
  try {
    const stores = [
      {
        name: 'a',
        schema: WALLET_SCHEMA,
        migrations: walletMigrations,
        database: services.database,
        keys: wallet.keys,
        head: values['wallet-head'],
        isHere: only !== 'vault',
      },
      {
        name: 'b',
        schema: VAULT_SCHEMA,
        migrations: vaultMigrations,
        database: vaultDatabase,
        keys: wallet.vaultKeys,
        head: values['vault-head'],
        isHere: only !== 'gateway',
      },
    ] as const;
    const lines: string[] = [];
    for (const { keys, head, isHere, ...store } of stores) {
      if (!isHere) continue;
      const { audit } = await openSealedStore({ ...store, keyVault: await openKeyVault(keys, settings) });
      const report = await audit.verify(head);
      if (report.brokenAt !== undefined) {
        throw new BaseError('AUDIT_BROKEN', `${store.schema}.audit is broken at entry ${report.brokenAt}`);
      }
      lines.push(`${store.schema}\t${report.entries} entries\t${report.head}`);
    }
    return lines.join('\n');
  } finally {
    if (vaultDatabase !== services.database) await vaultDatabase.close();
    await services.close();
  }
}
