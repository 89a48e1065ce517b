import { type P256PublicJwk, p256PublicJwk } from 'latchkit/protocol';
import * as z from 'zod';
import { CHECKPOINT_KIND } from '../../platform/keyvault/checkpoints.js';
import { standing } from './requireStanding.js';

/** `typ` of the tokens that the two services sign: a token of one kind is never accepted as another (RFC 8725, 3.11). */
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
  removalReceipt: 'latchkit-login-removal-receipt+jwt',
  removedGrant: 'latchkit-login-removed+jwt',
  protectionReceipt: 'latchkit-protection+jwt',
  passkeyGrant: 'latchkit-passkey+jwt',
  linkRequest: 'latchkit-freeze-link+jwt',
  freezeGrant: 'latchkit-freeze+jwt',
  mirrorRows: 'latchkit-mirror+jwt',
  canaryMail: 'latchkit-canary+jwt',
  canaryDrill: 'latchkit-drill+jwt',
  walletOrder: 'latchkit-wallet-order+jwt',
  auditCheckpoint: CHECKPOINT_KIND,
} as const;

/** Claims of the vault's grant and of the wallet service's receipt: the sign-in, its user and its installation. */
export const signInClaims = z.object({
  jti: z.string(),
  txn: z.uuid(),
  jkt: z.string(),
  /** Hash of the identity within the sign-in. */
  idh: z.string(),
  exp: z.number(),
});

/** Claims of the wallet service's receipt for a sign-in, also a social one, which names its page. */
export const receiptClaims = z.object({
  ...signInClaims.shape,
  /** Origin of the page, which the project allows. A wallet service of an earlier release does not name it. */
  hostOrigin: z.string().optional(),
  /** With a social login: the user's wallet, and what the installation has of it. */
  walletId: z.uuid().optional(),
  standing: standing.default('none'),
});

/** Claims of the wallet service's start token, for the vault's email. */
export const startClaims = z.object({
  ...signInClaims.shape,
  projectId: z.string(),
  /** Name of the project. */
  project: z.string(),
  /** Origin of the page, which the project allows. */
  hostOrigin: z.string(),
  /** Whether the installation has a share set of the user's wallet. Its email budget is separate from that of others. */
  isEnrolled: z.boolean(),
});

/** Claims of the wallet service's request for a freeze link in one of its emails. */
export const linkRequestClaims = z.object({
  jti: z.string(),
  /** Hash of the address within the request. */
  idh: z.string(),
});

/** Claims of the vault's grant that the holder of an address wants the wallet frozen. */
export const freezeClaims = z.object({
  ...linkRequestClaims.shape,
  /** The change of the address to revert, or null. */
  txn: z.uuid().nullable(),
  /** The wallet to freeze. Null: the vault stores no share of it, and the address names the user. */
  walletId: z.uuid().nullable().default(null),
  /** Seconds since 1970. */
  until: z.number(),
});

/** Claims that identify one share of a recovery set. */
export const recoveryClaims = z.object({
  jkt: z.string(),
  walletId: z.uuid(),
  epoch: z.int(),
  version: z.int(),
  /** What the share needs besides a login. */
  mode: z.enum(['automatic', 'passkey', 'password']).default('automatic'),
});

/** Claims of the wallet service's receipt for a session of the portal: the wallet, the installation, and the fresh code. */
export const protectionClaims = z.object({
  jti: z.string(),
  jkt: z.string(),
  encJwk: z.custom<P256PublicJwk>(value => z.safeParse(p256PublicJwk, value).success),
  walletId: z.uuid(),
  action: z.enum(['read', 'protection', 'rekey', 'move', 'waive']),
  standing: standing.default('none'),
  /** The recovery set in force, whose commit the vault may have missed. */
  epoch: z.int(),
  version: z.int(),
});

/** Claims of the vault's grant that a passkey of a wallet was used in an installation. */
export const passkeyClaims = z.object({ jti: z.string(), jkt: z.string(), walletId: z.uuid() });

/** Converts milliseconds to seconds since 1970, for `exp` and `iat`. */
export function inSeconds(milliseconds: number): number {
  return Math.floor(milliseconds / 1_000);
}
