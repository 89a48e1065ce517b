import * as z from 'zod';

/** `typ` of the tokens that the two services sign: one kind never passes for another (RFC 8725, 3.11). */
export const TOKEN_KINDS = {
  access: 'at+jwt',
  signInStart: 'latchkit-start+jwt',
  approvalGrant: 'latchkit-approval+jwt',
  authReceipt: 'latchkit-auth+jwt',
  recoveryReceipt: 'latchkit-recovery+jwt',
  commitReceipt: 'latchkit-commit+jwt',
  updateReceipt: 'latchkit-email-update+jwt',
  primaryGrant: 'latchkit-email-primary+jwt',
  secondaryReceipt: 'latchkit-email-secondary+jwt',
  preparedGrant: 'latchkit-email-prepared+jwt',
  emailCommit: 'latchkit-email-commit+jwt',
  linkRequest: 'latchkit-freeze-link+jwt',
  freezeGrant: 'latchkit-freeze+jwt',
  auditCheckpoint: 'latchkit-audit+jwt',
} as const;

/** Claims of a grant of the vault, and of a receipt of the gateway: who signs in, where, and by which installation. */
export const signInClaims = z.object({
  jti: z.string(),
  txn: z.uuid(),
  jkt: z.string(),
  /** Hash of the identity within the sign-in. */
  idh: z.string(),
  exp: z.number(),
});

/** Claims of the gateway's word that a sign-in has begun, for the vault's mail. */
export const startClaims = z.object({
  ...signInClaims.shape,
  projectId: z.string(),
  /** Name of the project. */
  project: z.string(),
  /** Origin of the page, which is on the project's list. */
  hostOrigin: z.string(),
  /** Whether the installation is one of the user's own, whose mails strangers cannot use up. */
  isEnrolled: z.boolean(),
});

/** Claims of the gateway's wish for a link that freezes, for a mail of its own. */
export const linkRequestClaims = z.object({
  jti: z.string(),
  /** Hash of the address within the request. */
  idh: z.string(),
});

/** Claims of the vault's word that the holder of an address wants the wallet frozen. */
export const freezeClaims = z.object({
  ...linkRequestClaims.shape,
  /** The change of the address that is taken back; null: none is. */
  txn: z.uuid().nullable(),
  /** Seconds since 1970. */
  until: z.number(),
});

/** Claims that name one recovery half. */
export const recoveryClaims = z.object({
  jkt: z.string(),
  walletId: z.uuid(),
  epoch: z.int(),
  version: z.int(),
});

/** Seconds since 1970, for `exp` and `iat`. */
export function inSeconds(milliseconds: number): number {
  return Math.floor(milliseconds / 1_000);
}
