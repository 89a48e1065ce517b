import type { SeedName } from '@latchkit/keyring';
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { StoredSession } from './SessionStore.js';

/** What a storage partition of the browser stores. Stored names stay as they are: a "door" is a share set, a "half" a share. */
export interface PartitionSchema extends DBSchema {
  /** One entry: the keys. */
  keys: { key: 'installation'; value: StoredKeys };
  /** The last two share sets, by wallet and epoch. */
  doors: { key: string; value: StoredShareSet };
  /** By the origin of the page that embeds the frame. */
  sessions: { key: string; value: StoredSession };
}

/** No private key is exportable, and no exportable copy ever exists. */
export interface StoredKeys {
  readonly signing: CryptoKeyPair;
  readonly sealing: CryptoKeyPair;
  /** AES-256-GCM key that encrypts the stored shares. */
  readonly door: CryptoKey;
}

/** A share set as stored: its share is encrypted with the installation's key. */
export interface StoredShareSet extends SeedName {
  readonly sealedSeed: string;
  readonly nonce: Uint8Array<ArrayBuffer>;
  readonly sealedHalf: Uint8Array<ArrayBuffer>;
  /** Milliseconds since 1970. */
  readonly keptAt: number;
}

/** Opens the database of one storage partition, for the wallet page and its keyring. */
export function openDatabase(): Promise<IDBPDatabase<PartitionSchema>> {
  return openDB<PartitionSchema>('latchkit-wallet', 1, {
    upgrade(upgraded) {
      for (const store of ['keys', 'doors', 'sessions'] as const) upgraded.createObjectStore(store);
    },
  });
}
