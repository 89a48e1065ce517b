import * as z from 'zod/mini';
import {
  base64urlText,
  boundedText,
  compactToken,
  doneAnswer,
  uuidParam,
  walletUuid,
  wrappedHalf,
} from '../../wallet/walletFields.js';
import type { HttpCall, HttpRequest } from '../HttpCall.js';

/** Addresses of a wallet. */
export const walletAddresses = z.strictObject({
  /** EOA at m/44'/60'/0'/0/0, with checksum (EIP-55). */
  evm: z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/)),
  /** Owner of the smart account at m/44'/60'/0'/0/1, with checksum. */
  owner: z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/)),
  /** Base58 of the ed25519 key at m/44'/501'/0'/0'. */
  solana: z.string().check(z.regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/)),
});

/** Addresses of a wallet. */
export type WalletAddresses = z.infer<typeof walletAddresses>;

/** A committed wallet. */
export const walletAccount = z.object({
  walletId: walletUuid,
  /** Increased by a rekey. The seed is sealed with it. */
  epoch: z.number(),
  addresses: walletAddresses,
  /** The version of the vault's recovery half; null in a draft. */
  recoveryVersion: z.nullable(z.int()),
});

/** A committed wallet. */
export type WalletAccount = z.infer<typeof walletAccount>;

/** AES-256-GCM of the seed under the wallet key: 12 bytes of nonce, ciphertext, 16 of tag; base64url. */
const sealedSeed = () => base64urlText(256);

/** Content of the JWE `halves`: `A_i` and `A_r`. */
export const walletShares = z.strictObject({
  device: base64urlText(43).check(z.minLength(43)),
  recovery: base64urlText(43).check(z.minLength(43)),
});

/** Content of every JWE with one half. */
export const walletShare = z.strictObject({ half: base64urlText(43).check(z.minLength(43)) });

/** Content of the JWE with the vault's half in passkey and password mode: encrypted with the key of a factor. */
export const wrappedShare = z.strictObject({ wrapped: wrappedHalf });

/**
 * The text that each of the wallet's keys signs when the wallet is created; it proves that the user holds the keys and that this
 * installation made the request.
 *
 * @param jkt - Thumbprint of the installation's signing key (RFC 7638).
 */
export function walletProofText(walletId: string, jkt: string): string {
  return `Latchkit wallet ${walletId}|${jkt}`;
}

export const draftWalletCall = {
  method: 'POST',
  path: '/v1/wallets',
  auth: 'session',
  response: z.object({ walletId: walletUuid }),
} as const satisfies HttpCall;

/** Signatures of {@link walletProofText}: EIP-191 hex by both EVM keys, base58 by Solana's. */
const keyProofs = () =>
  z.strictObject({ evm: boundedText(200), owner: boundedText(200), solana: boundedText(100) });

/** A draft that is not committed expires after an hour. */
export const draftWalletRequest = {
  call: draftWalletCall,
  summary: 'Stores the draft of a wallet',
  body: () =>
    z.strictObject({
      /** Chosen by the client, which seals the seed with it. */
      walletId: walletUuid,
      sealedSeed: sealedSeed(),
      /** {@link walletShares}, 32 bytes each as base64url, as JWE to the published key of the wallet service. */
      halves: compactToken,
      addresses: walletAddresses,
      proofs: keyProofs(),
    }),
  errors: [
    'HALF_INVALID',
    'PROOF_OF_KEYS_INVALID',
    'RATE_LIMITED',
    'WALLET_CREATION_CLOSED',
    'WALLET_EXISTS',
  ],
} as const satisfies HttpRequest;

/** Response of a commit. */
const committedWallet = z.object({
  wallet: walletAccount,
  /** For the vault, which may then delete all other recovery halves of this user. */
  commitReceipt: z.string(),
});

export const commitWalletCall = {
  method: 'POST',
  path: '/v1/wallets/{id}/commit',
  auth: 'session',
  response: committedWallet,
} as const satisfies HttpCall;

export const commitWalletRequest = {
  call: commitWalletCall,
  summary: 'Commits a draft',
  params: () => z.object({ id: uuidParam() }),
  body: () =>
    z.strictObject({
      /** Receipt of the vault: it stores the recovery half of this wallet. */
      recoveryReceipt: compactToken,
    }),
  pathError: 'WALLET_NOT_FOUND',
  errors: ['GRANT_INVALID', 'WALLET_EXISTS', 'WALLET_NOT_FOUND'],
} as const satisfies HttpRequest;

/** A half that the wallet service stores, as JWE to the installation's key, and the seed that it helps to open. */
export const shareAnswer = z.object({ jwe: z.string(), sealedSeed: z.string(), wallet: walletAccount });

export const releaseRecoveryShareCall = {
  method: 'POST',
  path: '/v1/wallets/me/recovery-half',
  auth: 'session',
  /** `A_r`. */
  response: shareAnswer,
} as const satisfies HttpCall;

export const releaseRecoveryShareRequest = {
  call: releaseRecoveryShareCall,
  summary: "Releases the wallet service's half of the recovery set",
  body: () =>
    z.strictObject({
      approvalGrant: compactToken,
      /** The draft to read back while a wallet is being created. Default: the user's wallet. */
      walletId: z.optional(walletUuid),
    }),
  errors: [
    'FROZEN',
    'GRANT_INVALID',
    'RATE_LIMITED',
    'RECOVERY_DELAYED',
    'SHARE_NOT_FOUND',
    'WALLET_NOT_FOUND',
  ],
} as const satisfies HttpRequest;

export const storeEpochCall = {
  method: 'PUT',
  path: '/v1/wallets/me/rekey',
  auth: 'portal',
  /** What the wallet service stores: `A_1` and `A_r` of the new epoch. */
  response: z.object({ device: shareAnswer, recovery: shareAnswer }),
} as const satisfies HttpCall;

/** The present epoch stays in force until the commit. */
export const storeEpochRequest = {
  call: storeEpochCall,
  summary: 'Stores the same seed, encrypted with a new wallet key, alongside the current one',
  body: () =>
    z.strictObject({
      /** The receipt for `rekey`, which a fresh code gave. */
      receipt: compactToken,
      /** The new epoch: the current one plus one. */
      epoch: z.int(),
      sealedSeed: sealedSeed(),
      /** As in a draft. */
      halves: compactToken,
      /** Receipt of the vault: it stores its half of the new epoch. */
      recoveryReceipt: compactToken,
    }),
  errors: [
    'EPOCH_CONFLICT',
    'FROZEN',
    'GRANT_INVALID',
    'HALF_INVALID',
    'RATE_LIMITED',
    'SETTLED_DEVICE_REQUIRED',
    'SHARE_NOT_FOUND',
    'WALLET_NOT_FOUND',
  ],
} as const satisfies HttpRequest;

export const rekeyWalletCall = {
  method: 'POST',
  path: '/v1/wallets/me/rekey',
  auth: 'portal',
  response: committedWallet,
} as const satisfies HttpCall;

/** Invalidates all other share sets, and ends all other sessions. */
export const rekeyWalletRequest = {
  call: rekeyWalletCall,
  summary: 'Puts that wallet key in force',
  /** `version`: that of the vault's half. */
  body: () => z.strictObject({ epoch: z.int(), version: z.int() }),
  errors: ['FROZEN', 'SHARE_NOT_FOUND', 'WALLET_NOT_FOUND'],
} as const satisfies HttpRequest;

export const releaseDeviceShareCall = {
  method: 'POST',
  path: '/v1/shares/device',
  auth: 'session',
  response: shareAnswer,
} as const satisfies HttpCall;

export const releaseDeviceShareRequest = {
  call: releaseDeviceShareCall,
  summary: "Releases the wallet service's half of the device set",
  body: () =>
    z.strictObject({
      /** The draft to read back while a wallet is being created. Default: the user's wallet. */
      walletId: z.optional(walletUuid),
    }),
  errors: ['FROZEN', 'RATE_LIMITED', 'SHARE_NOT_FOUND', 'WALLET_NOT_FOUND'],
} as const satisfies HttpRequest;

export const enrolInstallationCall = {
  method: 'PUT',
  path: '/v1/shares/device',
  auth: 'session',
  response: doneAnswer,
} as const satisfies HttpCall;

/** After the installation opened the wallet with the recovery set, or got the wallet key from one that vouched for it. */
export const enrolInstallationRequest = {
  call: enrolInstallationCall,
  summary: 'Stores the half of a new device set',
  body: () =>
    z.strictObject({
      /** The wallet's epoch that the half belongs to. */
      epoch: z.int(),
      /** `{ half }`, `A_n`, as JWE to the published key of the wallet service. */
      half: compactToken,
      /** If a passkey opened the wallet: the installation then delays no export. */
      passkeyGrant: z.optional(compactToken),
      /** Proves that the installation has opened the wallet; required in password mode. See `POST /v1/wallets`. */
      proofs: z.optional(keyProofs()),
    }),
  errors: [
    'EPOCH_CONFLICT',
    'FROZEN',
    'GRANT_INVALID',
    'HALF_INVALID',
    'PASSKEY_REQUIRED',
    'PROOF_OF_KEYS_INVALID',
    'RATE_LIMITED',
    'WALLET_NOT_FOUND',
  ],
} as const satisfies HttpRequest;
