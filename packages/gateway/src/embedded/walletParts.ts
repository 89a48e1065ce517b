import type { SignInMetrics } from '../auth/signInMetrics.js';
import type { SealedStore } from '../keyvault/openSealedStore.js';
import type { PeerKey } from '../keyvault/serviceKeys.js';
import type { Counters } from '../ports/Counters.js';
import type { Allowances } from './allowances.js';
import type { Notices } from './notices.js';
import type { Peer } from './peer.js';
import type { NewDevice } from './walletSettings.js';

/** What every part of one of the wallet's services stands on. */
export interface WalletParts {
  readonly store: SealedStore;
  readonly counters: Counters;
  readonly allowances: Allowances;
  readonly notices: Notices;
  readonly signIns: SignInMetrics;
  /** Zero bits of the puzzle before a stranger's mail. */
  readonly workBits: number;
  /** What a sign-in on a new installation takes. */
  readonly newDevice: NewDevice;
  /** Where browsers reach the gateway's service; also its name in tokens. */
  readonly frameUrl: string;
  /** Where browsers reach the vault; also its name in tokens. */
  readonly vaultUrl: string;
  /** Public keys of the other service. */
  readonly peerKey: PeerKey;
  /** Asks the other service. */
  readonly peer: Peer;
}
