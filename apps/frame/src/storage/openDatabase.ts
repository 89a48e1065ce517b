import { type IDBPDatabase, openDB } from 'idb';
import type { PartitionSchema } from './PartitionSchema.js';

/** Opens the database of one storage partition, for the wallet page and its keyring. */
export function openDatabase(): Promise<IDBPDatabase<PartitionSchema>> {
  return openDB<PartitionSchema>('latchkit-wallet', 1, {
    upgrade(upgraded) {
      for (const store of ['keys', 'doors', 'sessions'] as const) upgraded.createObjectStore(store);
    },
  });
}
