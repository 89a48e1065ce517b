import type { SeedName } from './sealSeed.js';

/**
 * This installation's part of a wallet: its share of the wallet key and the sealed seed.
 */
export interface DeviceShare extends SeedName {
  /** `D`: 32 bytes. */
  readonly share: Uint8Array<ArrayBuffer>;
  readonly sealedSeed: string;
}

/** The keyring's view of an installation, which the page can't access. */
export interface KeyringInstallation {
  /** ECDH P-256, not exportable: shares are sealed to it. */
  readonly sealingKey: CryptoKey;
  readonly jkt: string;
  /** Whether any share set is stored. */
  hasDeviceShare(): Promise<boolean>;
  /** Reads the share set of a wallet's epoch. */
  readDeviceShare(name: SeedName): Promise<DeviceShare | undefined>;
  /** Stores a share set besides the previous one, which is in force until the services commit the new one. */
  keepDeviceShare(deviceShare: DeviceShare): Promise<void>;
}
