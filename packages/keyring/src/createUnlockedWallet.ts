import type { WalletAccount, WalletAddresses } from 'latchkit/protocol';
import type { ApprovalLedger } from './createApprovalLedger.js';
import type { RandomSource } from './createEntropy.js';
import type { DeviceShare, KeyringInstallation } from './KeyringInstallation.js';
import { keyringError } from './keyringError.js';

/** Milliseconds that the wallet service's share stays in memory. */
const SHARE_LIFE = 5 * 60_000;

/** A new share set that the services have not confirmed yet. */
export interface PendingShareSet {
  readonly deviceShare: DeviceShare;
  readonly addresses: WalletAddresses;
}

/** The wallet service's share with the wallet data that it unlocks. */
export interface UnlockedShares {
  readonly wallet: WalletAccount;
  readonly deviceShare: DeviceShare;
  readonly share: Uint8Array<ArrayBuffer>;
}

/** The state of a keyring between calls. Released secrets are overwritten. */
export interface UnlockedWallet {
  /** @throws KEYRING_LOCKED The wallet is not unlocked, or no longer. */
  shares(): UnlockedShares;
  /** The unlocked wallet. */
  wallet(): WalletAccount | undefined;
  /** Unlocks the wallet for five minutes and replaces the previous state. */
  replace(shares: UnlockedShares): void;
  pending(): PendingShareSet | undefined;
  /** Holds a new share set until it is confirmed, replacing the previous one. Undefined: it has been confirmed and stored. */
  stageShareSet(next: PendingShareSet | undefined): void;
  /** Releases everything. */
  clear(): void;
}

/** The dependencies that the parts of a keyring share. */
export interface KeyringContext {
  readonly installation: KeyringInstallation;
  readonly ledger: ApprovalLedger;
  readonly unlocked: UnlockedWallet;
  readonly random: RandomSource | undefined;
}

/** @param now - Milliseconds since 1970. */
export function createUnlockedWallet(now: () => number): UnlockedWallet {
  let held: (UnlockedShares & { readonly until: number }) | undefined;
  let pending: PendingShareSet | undefined;
  const drop = () => {
    held?.share.fill(0);
    held?.deviceShare.share.fill(0);
    held = undefined;
  };
  const current = () => {
    if (held && held.until <= now()) drop();
    return held;
  };
  return {
    shares() {
      const shares = current();
      if (!shares) throw keyringError('KEYRING_LOCKED');
      return shares;
    },
    wallet: () => current()?.wallet,
    replace(shares) {
      drop();
      held = { ...shares, until: now() + SHARE_LIFE };
    },
    pending: () => pending,
    stageShareSet(next) {
      if (next) pending?.deviceShare.share.fill(0);
      pending = next;
    },
    clear() {
      drop();
      pending?.deviceShare.share.fill(0);
      pending = undefined;
    },
  };
}
