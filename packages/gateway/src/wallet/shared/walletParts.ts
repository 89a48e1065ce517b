import type { SealedStore } from '../../platform/keyvault/openSealedStore.js';
import type { PeerKey } from '../../platform/keyvault/serviceKeys.js';
import type { Counters } from '../../platform/ports/Counters.js';
import type { Allowances } from './allowances.js';
import type { UserMails } from './createUserMails.js';
import type { Peer } from './peer.js';
import type { SignInMetrics } from './signInMetrics.js';

/**
 * What a sign-in on a new installation requires. `link`: the vault's link, then the wallet service's code. `code`: only the
 * code, for which the vault trusts the wallet service.
 */
export type NewDevice = 'link' | 'code';

/** The dependencies of all parts of the wallet service or the vault. */
export interface WalletParts {
  readonly store: SealedStore;
  readonly counters: Counters;
  readonly allowances: Allowances;
  readonly mails: UserMails;
  readonly signIns: SignInMetrics;
  /** Zero bits of the puzzle before a new installation's email. */
  readonly workBits: number;
  /** What a sign-in on a new installation requires. */
  readonly newDevice: NewDevice;
  /** Public URL of the wallet service, also its name in tokens. */
  readonly frameUrl: string;
  /** Public URL of the vault, also its name in tokens. */
  readonly vaultUrl: string;
  /** Public keys of the other service. */
  readonly peerKey: PeerKey;
  /** Calls the other service. */
  readonly peer: Peer;
}
