import type { WalletAccount, WalletAddresses } from 'latchkit/protocol';
import type { ApprovalLedger } from './createApprovalLedger.js';
import type { RandomSource } from './createEntropy.js';
import type { Door, KeyringInstallation } from './KeyringInstallation.js';
import { keyringError } from './keyringError.js';

/** Milliseconds that the wallet service's share stays in memory. */
const HALF_LIFE = 5 * 60_000;

/** A new share set that the services have not confirmed yet. */
export interface MadeSet {
  readonly door: Door;
  readonly addresses: WalletAddresses;
}

/** The wallet service's share with the wallet data that it unlocks. */
export interface Unlocked {
  readonly wallet: WalletAccount;
  readonly door: Door;
  readonly half: Uint8Array<ArrayBuffer>;
}

/** The state of a keyring between calls. Released secrets are overwritten. */
export interface Hold {
  /** @throws KEYRING_LOCKED The wallet is not unlocked, or no longer. */
  unlocked(): Unlocked;
  /** The unlocked wallet. */
  wallet(): WalletAccount | undefined;
  /** Unlocks the wallet for five minutes and replaces the previous state. */
  take(unlocked: Unlocked): void;
  made(): MadeSet | undefined;
  /** Holds a new share set until it is confirmed, replacing the previous one. Undefined: it has been confirmed and stored. */
  keepMade(made: MadeSet | undefined): void;
  /** Releases everything. */
  clear(): void;
}

/** The dependencies that the parts of a keyring share. */
export interface KeyringContext {
  readonly installation: KeyringInstallation;
  readonly ledger: ApprovalLedger;
  readonly hold: Hold;
  readonly random: RandomSource | undefined;
}

/** @param now - Milliseconds since 1970. */
export function createHold(now: () => number): Hold {
  let held: (Unlocked & { readonly until: number }) | undefined;
  let made: MadeSet | undefined;
  const drop = () => {
    held?.half.fill(0);
    held?.door.half.fill(0);
    held = undefined;
  };
  const current = () => {
    if (held && held.until <= now()) drop();
    return held;
  };
  return {
    unlocked() {
      const unlocked = current();
      if (!unlocked) throw keyringError('KEYRING_LOCKED');
      return unlocked;
    },
    wallet: () => current()?.wallet,
    take(unlocked) {
      drop();
      held = { ...unlocked, until: now() + HALF_LIFE };
    },
    made: () => made,
    keepMade(next) {
      if (next) made?.door.half.fill(0);
      made = next;
    },
    clear() {
      drop();
      made?.door.half.fill(0);
      made = undefined;
    },
  };
}
