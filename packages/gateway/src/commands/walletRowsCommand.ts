import type { Settings } from '../server/readSettings.js';
import { readWalletRows } from '../wallet/readWalletRows.js';
import { withStores } from './openStores.js';
import { invalidArgument, parseOptions } from './parseOptions.js';

/**
 * `wallet-rows ADDRESS`: prints the encrypted rows of one wallet in both stores, for the offline tool. Both audit logs record it.
 *
 * @throws BaseError `INVALID_ARGUMENT` if this process has not both stores with keys in files, or `WALLET_NOT_FOUND`.
 */
export async function walletRowsCommand(args: readonly string[], settings: Settings): Promise<string> {
  const { positionals } = parseOptions(args, {});
  const [address = '', more] = positionals;
  if (!/^0x[0-9a-fA-F]{40}$/.test(address) || more !== undefined) {
    throw invalidArgument('wallet-rows needs the EVM address of a wallet');
  }
  return withStores(settings, async stores => {
    const [a, b] = (['a', 'b'] as const).map(name => stores.find(({ store }) => store.name === name));
    if (a === undefined || b === undefined) {
      throw invalidArgument('wallet-rows needs both stores: restore their backups on one machine');
    }
    if (a.keys.kind === 'kms' || b.keys.kind === 'kms') {
      throw invalidArgument('The offline tool needs key files, and these keys are in KMS');
    }
    const rows = await readWalletRows(
      { runner: a.store.database, keyVault: a.keys.kind },
      { runner: b.store.database, keyVault: b.keys.kind },
      address,
    );
    for (const { store } of [a, b]) {
      await store.audit.append({ action: 'wallet.rows', subject: rows.walletId, actor: 'operator' });
    }
    return JSON.stringify(rows, undefined, 2);
  });
}
