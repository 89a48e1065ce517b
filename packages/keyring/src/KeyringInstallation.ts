import type { SeedName } from './sealSeed.js';

/**
 * This installation's part of a wallet: its share of the wallet key and the sealed seed. "Door" and "half", here and in stored
 * data, are a share set and a share.
 */
export interface Door extends SeedName {
  /** `D`: 32 bytes. */
  readonly half: Uint8Array<ArrayBuffer>;
  readonly sealedSeed: string;
}

/** The keyring's view of an installation, which the page can't access. */
export interface KeyringInstallation {
  /** ECDH P-256, not exportable: shares are sealed to it. */
  readonly sealingKey: CryptoKey;
  readonly jkt: string;
  /** Whether any share set is stored. */
  hasDoor(): Promise<boolean>;
  /** Reads the share set of a wallet's epoch. */
  readDoor(name: SeedName): Promise<Door | undefined>;
  /** Stores a share set besides the previous one, which is in force until the services commit the new one. */
  keepDoor(door: Door): Promise<void>;
}
