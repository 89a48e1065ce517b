import type { P256PublicJwk } from 'latchkit/protocol';
import type { SeedName } from './sealSeed.js';

/** What this installation keeps of a wallet: its half of the wallet key, and the seed as it is sealed. */
export interface Door extends SeedName {
  /** `D`: 32 bytes. */
  readonly half: Uint8Array<ArrayBuffer>;
  readonly sealedSeed: string;
}

/** One browser storage partition, as the services know it. */
export interface Installation {
  /** ECDSA P-256, cannot be exported: signs the proofs of DPoP (RFC 9449). */
  readonly signingKey: CryptoKey;
  /** What the services are told. */
  readonly signingJwk: P256PublicJwk;
  readonly encJwk: P256PublicJwk;
  /** RFC 7638 thumbprint of the signing key. */
  readonly jkt: string;
  /** The keys could not be stored: they end with the page. */
  readonly ephemeral: boolean;
}

/** What the keyring has of an installation; the page has none of it. */
export interface KeyringInstallation {
  /** ECDH P-256, cannot be exported: halves come sealed to it. */
  readonly sealingKey: CryptoKey;
  readonly jkt: string;
  /** Whether there is any door. */
  hasDoor(): Promise<boolean>;
  /** The door of a wallet's epoch. */
  readDoor(name: SeedName): Promise<Door | undefined>;
  /** Keeps a door, and the one that was kept before it: that is the one in force until the services commit the new one. */
  keepDoor(door: Door): Promise<void>;
}
