import { type IDBPDatabase, openDB } from 'idb';
import type { PartitionSchema } from './PartitionSchema.js';

/** What the browser keeps for the wallet page, and for its keyring, in one storage partition. */
export function openDatabase(): Promise<IDBPDatabase<PartitionSchema>> {
  return openDB<PartitionSchema>('latchkit-wallet', 1, {
    upgrade(upgraded) {
      for (const store of ['keys', 'doors', 'sessions'] as const) upgraded.createObjectStore(store);
    },
  });
}
