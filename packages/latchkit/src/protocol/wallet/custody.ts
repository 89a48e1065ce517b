import * as z from 'zod/mini';
import { base64urlText, boundedText, compactToken, walletUuid } from './walletFields.js';

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

/** A wallet as its user sees it. */
export const walletAccount = z.object({
  walletId: walletUuid,
  /** Raised by a rekey. Part of what the seed is sealed with. */
  epoch: z.number(),
  addresses: walletAddresses,
});

/** A wallet as its user sees it. */
export type WalletAccount = z.infer<typeof walletAccount>;

/** AES-256-GCM of the seed under the wallet key: 12 bytes of nonce, ciphertext, 16 of tag; base64url. */
const sealedSeed = base64urlText(256);

/** Halves for the gateway: `{ device, recovery }`, 32 bytes each as base64url, as JWE to its published key. */
const sealedHalves = compactToken;

/** What is inside of the JWE of `halves`: `A_i` and `A_r`. */
export const walletHalves = z.strictObject({
  device: base64urlText(43).check(z.minLength(43)),
  recovery: base64urlText(43).check(z.minLength(43)),
});

/** What is inside of every JWE with one half. */
export const walletHalf = z.strictObject({ half: base64urlText(43).check(z.minLength(43)) });

/**
 * The text that each of the wallet's keys signs when the wallet is made: the user has them, and this installation asks.
 *
 * @param jkt - Thumbprint of the installation's signing key (RFC 7638).
 */
export function walletProofText(walletId: string, jkt: string): string {
  return `Latchkit wallet ${walletId}|${jkt}`;
}

/** Body of `POST /v1/wallets`: a draft. It dies after an hour unless it is committed. */
export const walletDraftBody = z.strictObject({
  /** Chosen by the frame: the seed is sealed with it. */
  walletId: walletUuid,
  sealedSeed,
  halves: sealedHalves,
  addresses: walletAddresses,
  /** Signatures of {@link walletProofText}: EIP-191 hex by both EVM keys, base58 by Solana's. */
  proofs: z.strictObject({ evm: boundedText(200), owner: boundedText(200), solana: boundedText(100) }),
});

/** Answer of `POST /v1/wallets`. */
export const walletDraftAnswer = z.object({ walletId: walletUuid });

/** Body of `POST /v1/wallets/{id}/commit`. */
export const walletCommitBody = z.strictObject({
  /** The vault's word that it keeps the recovery half of this wallet. */
  recoveryReceipt: compactToken,
});

/** Answer of `POST /v1/wallets/{id}/commit` and of `POST /v1/wallets/me/rekey`. */
export const walletCommitAnswer = z.object({
  wallet: walletAccount,
  /** The gateway's word for the vault: it may forget every other recovery half of this user. */
  commitReceipt: z.string(),
});

/** Body of `POST /v1/shares/device`. */
export const deviceShareBody = z.strictObject({
  /** The draft to read back while a wallet is made. Default: the user's wallet. */
  walletId: z.optional(walletUuid),
});

/** A half that the gateway keeps, as JWE to the installation's key, and what it opens. */
export const shareAnswer = z.object({ jwe: z.string(), sealedSeed: z.string(), wallet: walletAccount });

/** Body of `PUT /v1/shares/device`: enrols the installation after it opened the recovery door. */
export const enrolBody = z.strictObject({
  /** The wallet's epoch that the half belongs to. */
  epoch: z.int(),
  /** `{ half }`, `A_n`, as JWE to the gateway's published key. */
  half: compactToken,
});

/** Body of `POST /v1/wallets/me/recovery-half`. */
export const recoveryHalfBody = z.strictObject({
  approvalGrant: compactToken,
  /** The draft to read back while a wallet is made. Default: the user's wallet. */
  walletId: z.optional(walletUuid),
});

/** Answer of `POST /v1/wallets/me/recovery-half`: `A_r`, and which of the vault's halves belongs to it. */
export const recoveryHalfAnswer = z.object({ ...shareAnswer.shape, version: z.nullable(z.number()) });

/** Body of `POST /v1/wallets/me/rekey`: the same seed under a new key. All other sets end. */
export const rekeyBody = z.strictObject({
  /** The epoch that it makes: the one before plus one. */
  epoch: z.int(),
  sealedSeed,
  halves: sealedHalves,
  recoveryReceipt: compactToken,
});
