import type { DBSchema } from 'idb';
import type { KeptSession } from '../account/SessionStore.js';
import type { SeedName } from '../keyring/sealSeed.js';

/** What a storage partition of the browser keeps. */
export interface PartitionSchema extends DBSchema {
  /** One entry: the keys. */
  keys: { key: 'installation'; value: StoredKeys };
  /** The last two doors, by wallet and epoch. */
  doors: { key: string; value: StoredDoor };
  /** By the origin of the page that embeds the frame. */
  sessions: { key: string; value: KeptSession };
}

/** None of the private keys can be exported, and no copy is ever made that could be. */
export interface StoredKeys {
  readonly signing: CryptoKeyPair;
  readonly sealing: CryptoKeyPair;
  /** AES-256-GCM: seals the doors' halves. */
  readonly door: CryptoKey;
}

/** A door as it lies in storage: its half sealed under the installation's key. */
export interface StoredDoor extends SeedName {
  readonly sealedSeed: string;
  readonly nonce: Uint8Array<ArrayBuffer>;
  readonly sealedHalf: Uint8Array<ArrayBuffer>;
  /** Milliseconds since 1970. */
  readonly keptAt: number;
}
