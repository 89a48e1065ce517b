import type { Keyring } from '../keyring/Keyring.js';
import type { ServiceClient } from '../services/createServiceClient.js';

/** What the parts of an account work with. */
export interface WalletServices {
  readonly gateway: ServiceClient;
  readonly vault: ServiceClient;
  readonly keyring: Keyring;
}

/** What a sign-in brought: both services' word that it was verified. */
export interface SignInEvidence {
  readonly access: string;
  readonly authReceipt: string;
  /** The vault's; absent on an installation that is known. */
  readonly approvalGrant: string | undefined;
}
