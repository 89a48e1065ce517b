import type { WalletAddresses } from 'latchkit/protocol';
import type { ApprovalLedger } from './createApprovalLedger.js';
import type { RandomSource } from './createEntropy.js';
import type { Hold } from './createHold.js';
import type { Door, KeyringInstallation } from './Installation.js';

/** A new share set that the services have not confirmed yet. */
export interface MadeSet {
  readonly door: Door;
  readonly addresses: WalletAddresses;
}

/** The dependencies that the parts of a keyring share. */
export interface KeyringContext {
  readonly installation: KeyringInstallation;
  readonly ledger: ApprovalLedger;
  readonly hold: Hold;
  readonly random: RandomSource | undefined;
}
