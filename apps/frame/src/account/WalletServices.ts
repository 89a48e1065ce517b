import type { Keyring } from '@latchkit/keyring';
import type { ServiceClient } from '../services/createServiceClient.js';

/** The services and the keyring that the account uses. */
export interface WalletServices {
  readonly walletService: ServiceClient;
  readonly vault: ServiceClient;
  readonly keyring: Keyring;
}

/** Proof from both services that a sign-in was verified. */
export interface SignInEvidence {
  readonly access: string;
  readonly authReceipt: string;
  /** The vault's grant; absent on a known installation. */
  readonly approvalGrant: string | undefined;
}
