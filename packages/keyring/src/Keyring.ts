import type { WalletAccount, WalletAddresses } from 'latchkit/protocol';
import type { EvmTransfer, SolanaTransfer } from './encodeTransfer.js';
import type { Approval, SigningRequest } from './SigningRequest.js';
import type { KeyReceiver, ServiceKey } from './sealShares.js';

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
}

/** Signatures with all keys of a wallet. */
export interface KeyProofs {
  readonly evm: string;
  readonly owner: string;
  readonly solana: string;
}

/** The proof that the creator of a wallet has its keys. */
interface ProvenKeys {
  readonly proofs: KeyProofs;
}

/** A new device set, with the proof that its installation has opened the wallet. */
export interface NewDeviceSet extends ProvenKeys {
  readonly epoch: number;
  /** `A_n`, for the wallet service. */
  readonly half: string;
}

/** {@link NewShareSet} with the proof that its creator has the keys. */
export interface NewWallet extends NewShareSet, ProvenKeys {
  /** `R`, for the vault. */
  readonly recoveryHalf: string;
}

/** What the recovery set needs besides a login. The factors are keys of passkeys or a password, as JWE to this installation. */
export type Protection =
  | { readonly mode: 'automatic' }
  | {
      readonly mode: 'passkey' | 'password';
      readonly factors: readonly { readonly id: string; readonly jwe: string }[];
    };

/** `R`, for the vault. */
export interface NewVaultShare {
  /** Absent if it is encrypted with factors. */
  readonly share?: string | undefined;
  /** The share encrypted with each factor. */
  readonly wraps?: readonly { readonly id: string; readonly wrapped: string }[] | undefined;
}

/** A new wallet that is protected as the user's present one is. */
export interface SecondWallet extends NewShareSet, NewVaultShare, ProvenKeys {}

/** A new version of the recovery set, for both services to store. */
export interface NewRecoverySet extends NewVaultShare {
  readonly epoch: number;
  /** `A_r`, for the wallet service. */
  readonly half: string;
}

/** What another installation in the same browser needs to open the wallet. */
export interface Provision {
  /** The wallet key, as JWE to that installation. */
  readonly jwe: string;
  readonly sealedSeed: string;
}

/** The secrets of a wallet as bytes, which their holder overwrites after use. */
export interface ExportedWallet {
  /** The 24 words of BIP-39, as ASCII separated by spaces. */
  readonly phrase: Uint8Array<ArrayBuffer>;
  /** Private key of the EOA, 32 bytes. */
  readonly evm: Uint8Array<ArrayBuffer>;
  /** Private key of the smart account's owner, 32 bytes. */
  readonly owner: Uint8Array<ArrayBuffer>;
  /** Private key and public key of the Solana account, 32 bytes each. */
  readonly solana: Uint8Array<ArrayBuffer>;
  /** Address of the smart account, as ASCII. */
  readonly smartAccount: Uint8Array<ArrayBuffer>;
}

/**
 * The keys of one wallet in one installation. The seed and the keys exist only during a call and are overwritten afterwards; only
 * `exportWallet` returns them. Every method that opens the wallet first verifies its addresses.
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
   * Creates a wallet to move to. {@link confirm} makes this installation open it; it then is the one that this keyring has unlocked.
   *
   * @param walletId - A UUID; the seal of the seed includes it.
   * @param protection - Of the present wallet, with factors that encrypt the new share.
   * @throws KEYRING_RANDOM
   */
  createSecond(walletId: string, keys: ServiceKeys, protection: Protection): Promise<SecondWallet>;
  /**
   * Encodes a transfer as a payload for {@link sign}. It uses no key.
   *
   * @throws KEYRING_REFUSED The values are no transfer.
   */
  encodeTransfer(transfer: EvmTransfer | SolanaTransfer): Promise<string>;
  /**
   * Encrypts the same seed with a new key; all other share sets become invalid when the wallet service commits it. Requires an
   * unlocked wallet.
   *
   * @param protection - Of the wallet, with factors that encrypt the new share.
   */
  rekey(keys: ServiceKeys, protection: Protection): Promise<NewShareSet & NewVaultShare>;
  /**
   * Opens the new share sets with what both services returned, and stores the device set in this installation.
   *
   * @param device - `A_1` from the wallet service.
   * @param recovery - `A_r` from the wallet service.
   * @param vaultShare - `R` from the vault, as JWE.
   * @param factor - After a rekey in passkey and password mode: the factor's key, as JWE to this installation.
   * @throws KEYRING_FACTOR The passkey or the password is another one.
   */
  confirm(
    device: WalletServiceShare,
    recovery: WalletServiceShare,
    vaultShare: string,
    factor?: string,
  ): Promise<void>;
  /** Opens the device set. The wallet service's share stays in memory for 5 minutes; another call renews it. */
  unlock(share: WalletServiceShare): Promise<void>;
  /**
   * Opens the recovery set and creates a device set for this installation.
   *
   * @param factor - In passkey and password mode: the factor's key, as JWE to this installation.
   * @throws KEYRING_FACTOR The passkey or the password is another one.
   * @returns `A_n` as JWE for the wallet service, and its epoch.
   */
  recover(
    recovery: WalletServiceShare,
    vaultShare: string,
    walletService: ServiceKey,
    factor?: string,
  ): Promise<NewDeviceSet>;
  /**
   * Seals the wallet key to another installation in the same browser, once per approval. Requires an unlocked wallet.
   *
   * @param request - Of the kind `provision`: its payload names the installation.
   * @throws KEYRING_APPROVAL; KEYRING_REFUSED
   */
  provision(request: SigningRequest, approval: Approval): Promise<Provision>;
  /**
   * Opens the wallet with the key that another installation sealed to this one, and creates a device set.
   *
   * @param wallet - As the wallet service knows it.
   * @returns `A_n` as JWE for the wallet service, and its epoch.
   */
  adopt(provision: Provision, wallet: WalletAccount, walletService: ServiceKey): Promise<NewDeviceSet>;
  /** Creates a new version of the recovery set. Requires an unlocked wallet. */
  protect(keys: ServiceKeys, protection: Protection): Promise<NewRecoverySet>;
  /**
   * Opens the unlocked wallet with a new version of the recovery set as both services stored it, before it is committed.
   *
   * @throws KEYRING_FACTOR, KEYRING_MISMATCH It does not open this wallet.
   */
  tryProtection(recovery: WalletServiceShare, vaultShare: string, factor?: string): Promise<void>;
  /** Starts to derive the key of a password. @returns its blinded form, for the vault. */
  startPassword(password: string): Promise<string>;
  /** Derives the key of the password that was started last, and seals it to an installation. See `StartedPassword.finish`. */
  finishPassword(evaluated: string, salt: string, to: KeyReceiver): Promise<string>;
  /**
   * Signs an approved request, once per approval.
   *
   * @returns the result of `signRequest`.
   * @throws KEYRING_APPROVAL; KEYRING_REFUSED
   */
  sign(request: SigningRequest, approval: Approval): Promise<string>;
  /**
   * Opens the device set with a share that the wallet service released for an export, and returns the wallet's secrets. Never uses
   * the share in memory, and keeps none.
   */
  exportWallet(share: WalletServiceShare): Promise<ExportedWallet>;
}

/** A keyring that ends with its session. */
export interface SessionKeyring extends Keyring {
  /** Permanently removes all secrets from memory: pending and later calls reject with KEYRING_ENDED. */
  end(): void;
}
