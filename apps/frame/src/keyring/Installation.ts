import type { P256PublicJwk } from 'latchkit/protocol';
import type { SeedName } from './sealSeed.js';

/** What this installation keeps of a wallet: its half of the wallet key, and the seed as it is sealed. */
export interface Door extends SeedName {
  /** `D`: 32 bytes. */
  readonly half: Uint8Array<ArrayBuffer>;
  readonly sealedSeed: string;
}

/** One browser storage partition with its keys; none of the private ones can be exported. */
export interface Installation {
  /** ECDSA P-256: signs the proofs of DPoP (RFC 9449). */
  readonly signingKey: CryptoKey;
  /** ECDH P-256: halves come sealed to it. */
  readonly sealingKey: CryptoKey;
  /** What the services are told. */
  readonly signingJwk: P256PublicJwk;
  readonly encJwk: P256PublicJwk;
  /** RFC 7638 thumbprint of the signing key. */
  readonly jkt: string;
  /** The keys could not be stored: they end with the page. */
  readonly ephemeral: boolean;
  /** The door of a wallet's epoch. */
  readDoor(name: SeedName): Promise<Door | undefined>;
  /** Keeps a door, and the one that was kept before it: that is the one in force until the services commit the new one. */
  keepDoor(door: Door): Promise<void>;
  /** Forgets door and keys: the installation has to be enrolled anew. */
  forget(): Promise<void>;
}
