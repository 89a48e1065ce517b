import type { SealedStore } from '../../platform/keyvault/openSealedStore.js';
import type { BackupReport } from './writeBackup.js';

/** Records in a store that a backup of it was written, and how many canary wallets signed with its rows. */
export async function recordBackup(store: SealedStore, { id, proof }: BackupReport): Promise<void> {
  await store.database.transaction(async runner => {
    await runner.query(`insert into ${store.schema}.backups (id, at, canaries) values ($1, $2, $3)`, [
      id,
      new Date(),
      proof.length,
    ]);
    await store.audit.append({ action: 'store.backup', subject: id, actor: 'operator' }, runner);
  });
}
