import type { WalletAccount, WalletAddresses } from 'latchkit/protocol';
import type { Approval, SigningRequest } from './SigningRequest.js';
import type { ServiceKey } from './sealHalves.js';

/** Public keys of both services that halves are sealed to. */
export interface ServiceKeys {
  readonly gateway: ServiceKey;
  readonly vault: ServiceKey;
}

/** A half that a service keeps, as it hands it out: `POST /v1/shares/device`, `/v1/wallets/me/recovery-half`. */
export interface GatewayShare {
  readonly jwe: string;
  readonly sealedSeed: string;
  readonly wallet: WalletAccount;
}

/** A new wallet, or a new epoch of one, to be laid down at both services. Each half is readable to one of them only. */
export interface NewSet {
  readonly walletId: string;
  readonly epoch: number;
  readonly sealedSeed: string;
  readonly addresses: WalletAddresses;
  /** `A_1` and `A_r`, for the gateway. */
  readonly halves: string;
  /** `R`, for the vault. */
  readonly recoveryHalf: string;
}

/** {@link NewSet} with the proof that its maker has the keys. */
export interface NewWallet extends NewSet {
  readonly proofs: { readonly evm: string; readonly owner: string; readonly solana: string };
}

/**
 * The keys of one wallet, in one installation. The seed and the keys exist inside of single calls only and are overwritten
 * after them; no method answers one. Every method that opens the wallet compares its addresses first.
 *
 * @throws KEYRING_LOCKED no half of the gateway's is at hand; KEYRING_MISMATCH what was opened is not the wallet.
 */
export interface Keyring {
  /** Whether this installation holds a door of any wallet. Where it does not, only the recovery door opens one. */
  hasDoor(): Promise<boolean>;
  /**
   * Makes a wallet. It is this installation's once it was {@link confirm}ed.
   *
   * @param walletId - A UUID; the seed is sealed with it.
   * @throws KEYRING_RANDOM
   */
  create(walletId: string, keys: ServiceKeys): Promise<NewWallet>;
  /** The same seed under a new key: every other set ends when the gateway commits it. Needs the wallet unlocked. */
  rekey(keys: ServiceKeys): Promise<NewSet>;
  /**
   * Opens what was made with what both services gave back, through both doors, and keeps it as this installation's.
   *
   * @param device - The gateway's `A_1`.
   * @param recovery - The gateway's `A_r`.
   * @param vaultHalf - The vault's `R`, as JWE.
   */
  confirm(device: GatewayShare, recovery: GatewayShare, vaultHalf: string): Promise<void>;
  /** Opens the device door: the gateway's half is at hand for 5 minutes, and renewed by calling it again. */
  unlock(share: GatewayShare): Promise<void>;
  /**
   * Opens the recovery door, and makes a device door of this installation's.
   *
   * @returns `A_n` as JWE for the gateway, and the epoch that it belongs to.
   */
  recover(
    recovery: GatewayShare,
    vaultHalf: string,
    gateway: ServiceKey,
  ): Promise<{ readonly epoch: number; readonly half: string }>;
  /**
   * Signs what the visitor approved, once.
   *
   * @returns as `signRequest` says.
   * @throws KEYRING_APPROVAL; KEYRING_REFUSED
   */
  sign(request: SigningRequest, approval: Approval): Promise<string>;
}

/** A keyring that is ended with the session that it was made for. */
export interface SessionKeyring extends Keyring {
  /** Forgets all that it holds, for good: calls under way and later ones reject with KEYRING_ENDED. */
  end(): void;
}
