import type { WalletAddresses } from 'latchkit/protocol';
import type { ApprovalLedger } from './createApprovalLedger.js';
import type { RandomSource } from './createEntropy.js';
import type { Hold } from './createHold.js';
import type { Door, KeyringInstallation } from './Installation.js';

/** A set that was made, and is not confirmed by the services yet. */
export interface MadeSet {
  readonly door: Door;
  readonly addresses: WalletAddresses;
}

/** What the parts of a keyring work on. */
export interface KeyringContext {
  readonly installation: KeyringInstallation;
  readonly ledger: ApprovalLedger;
  readonly hold: Hold;
  readonly random: RandomSource | undefined;
}
