import type { WalletAccount, WalletAddresses } from 'latchkit/protocol';
import type { Approval, SigningRequest } from './SigningRequest.js';
import type { ServiceKey } from './sealShares.js';

/** Public keys of both services, to which shares are sealed. */
export interface ServiceKeys {
  readonly walletService: ServiceKey;
  readonly vault: ServiceKey;
}

/** A share of the wallet service as it is returned: `POST /v1/shares/device`, `/v1/wallets/me/recovery-half`. */
export interface WalletServiceShare {
  readonly jwe: string;
  readonly sealedSeed: string;
  readonly wallet: WalletAccount;
}

/**
 * A new wallet, or a new epoch of one, for both services to store. Each share is readable by one of them only. The HTTP calls that
 * send it name a share `half`.
 */
export interface NewShareSet {
  readonly walletId: string;
  readonly epoch: number;
  readonly sealedSeed: string;
  readonly addresses: WalletAddresses;
  /** `A_1` and `A_r`, for the wallet service. */
  readonly halves: string;
  /** `R`, for the vault. */
  readonly recoveryHalf: string;
}

/** {@link NewShareSet} with the proof that its creator has the keys. */
export interface NewWallet extends NewShareSet {
  readonly proofs: { readonly evm: string; readonly owner: string; readonly solana: string };
}

/**
 * The keys of one wallet in one installation. The seed and the keys exist only during a call and are overwritten afterwards; no
 * method returns them. Every method that opens the wallet first verifies its addresses.
 *
 * @throws KEYRING_LOCKED No share of the wallet service is in memory. KEYRING_MISMATCH The opened data is not the wallet.
 */
export interface Keyring {
  /** Whether this installation has a share set of any wallet. Without one, only the recovery set opens a wallet. */
  hasDeviceShare(): Promise<boolean>;
  /**
   * Creates a wallet. It becomes this installation's when {@link confirm} succeeds.
   *
   * @param walletId - A UUID; the seal of the seed includes it.
   * @throws KEYRING_RANDOM
   */
  create(walletId: string, keys: ServiceKeys): Promise<NewWallet>;
  /**
   * Encrypts the same seed with a new key; all other share sets become invalid when the wallet service commits it. Requires an
   * unlocked wallet.
   */
  rekey(keys: ServiceKeys): Promise<NewShareSet>;
  /**
   * Opens the new share sets with what both services returned, and stores the device set in this installation.
   *
   * @param device - `A_1` from the wallet service.
   * @param recovery - `A_r` from the wallet service.
   * @param vaultShare - `R` from the vault, as JWE.
   */
  confirm(device: WalletServiceShare, recovery: WalletServiceShare, vaultShare: string): Promise<void>;
  /** Opens the device set. The wallet service's share stays in memory for 5 minutes; another call renews it. */
  unlock(share: WalletServiceShare): Promise<void>;
  /**
   * Opens the recovery set and creates a device set for this installation.
   *
   * @returns `A_n` as JWE for the wallet service, and its epoch.
   */
  recover(
    recovery: WalletServiceShare,
    vaultShare: string,
    walletService: ServiceKey,
  ): Promise<{ readonly epoch: number; readonly half: string }>;
  /**
   * Signs an approved request, once per approval.
   *
   * @returns the result of `signRequest`.
   * @throws KEYRING_APPROVAL; KEYRING_REFUSED
   */
  sign(request: SigningRequest, approval: Approval): Promise<string>;
}

/** A keyring that ends with its session. */
export interface SessionKeyring extends Keyring {
  /** Permanently removes all secrets from memory: pending and later calls reject with KEYRING_ENDED. */
  end(): void;
}
