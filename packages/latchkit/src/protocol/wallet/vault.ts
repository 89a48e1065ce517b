import * as z from 'zod/mini';
import {
  boundedText,
  compactToken,
  emailAddress,
  p256PublicJwk,
  walletLocale,
  walletUuid,
} from './walletFields.js';

/** Body of `POST V/v1/approvals`: the vault mails the link. Asked again it sends another, and the one before is void. */
export const approvalBody = z.strictObject({
  /** The gateway's word that this sign-in has begun: for this address, installation and page. */
  startToken: compactToken,
  email: emailAddress,
  /** The key that the vault's half will be sealed to. */
  encJwk: p256PublicJwk,
  /** Language of the mail and its page. Default: en. */
  locale: z.optional(walletLocale),
});

/** Answer of `POST V/v1/approvals`. */
export const approvalAnswer = z.object({ id: walletUuid, retryAfter: z.number() });

/** Answer of `GET V/v1/approvals/{id}`, and of `/decision` below it, which waits up to ten seconds while it is pending. */
export const approvalStateAnswer = z.object({
  state: z.enum(['pending', 'approved', 'denied', 'expired']),
  /** Once it is approved: the vault's word, ten minutes. Good once per use. */
  approvalGrant: z.optional(z.string()),
});

/** Body of `POST V/v1/approvals/look`: the page of the link reads what it is about. Changes nothing. */
export const approvalLookBody = z.strictObject({ token: boundedText(64) });

/** Answer of `POST V/v1/approvals/look`. */
export const approvalLookAnswer = z.object({
  state: z.enum(['pending', 'approved', 'denied', 'expired']),
  /** The page that the sign-in names: the gateway found it on the project's list, and nothing proves that it is the one. */
  hostOrigin: z.string(),
  /** Name of the project. */
  project: z.string(),
  browser: z.string(),
  /** ISO 8601. */
  askedAt: z.string(),
  /** Whether the link was opened from the network that asked. */
  isSameNetwork: z.boolean(),
});

/** Body of `POST V/v1/approvals/decide`. */
export const approvalDecideBody = z.strictObject({
  token: boundedText(64),
  approve: z.boolean(),
  /** The visitor saw that the networks differ, and confirmed again. */
  confirmed: z.optional(z.boolean()),
});

/** Answer of `POST V/v1/approvals/decide`. */
export const approvalDecideAnswer = z.object({ state: z.enum(['approved', 'denied']) });

/** Body of `POST V/v1/approvals/code`, which the gateway sends the vault itself: its word is the proof. */
export const codeGrantBody = z.strictObject({
  /** The gateway's word that the code was right. */
  authReceipt: compactToken,
  email: emailAddress,
  encJwk: p256PublicJwk,
  projectId: boundedText(64),
  project: z.string().check(z.maxLength(200)),
  hostOrigin: boundedText(300),
  browser: z.string().check(z.maxLength(200)),
  network: boundedText(64),
  locale: walletLocale,
});

/** Answer of `POST V/v1/approvals/code`. */
export const codeGrantAnswer = z.object({ approvalGrant: z.string() });

/** Body of `PUT V/v1/recovery/{walletId}`. */
export const recoveryPutBody = z.strictObject({
  approvalGrant: compactToken,
  authReceipt: compactToken,
  epoch: z.int(),
  /** `{ half }`, `R`, as JWE to the vault's published key. */
  half: compactToken,
});

/** Answer of `PUT V/v1/recovery/{walletId}`. */
export const recoveryPutAnswer = z.object({
  version: z.number(),
  /** For the gateway's commit. */
  recoveryReceipt: z.string(),
});

/** Body of `POST V/v1/recovery/release`. */
export const recoveryReleaseBody = z.strictObject({
  approvalGrant: compactToken,
  authReceipt: compactToken,
  walletId: walletUuid,
  epoch: z.int(),
  /** Which half belongs to the gateway's one; null: the newest of the epoch. */
  version: z.nullable(z.int()),
});

/** Answer of `POST V/v1/recovery/release`: `R` as JWE to the installation's key. */
export const recoveryReleaseAnswer = z.object({ jwe: z.string() });

/** Body of `POST V/v1/recovery/{walletId}/confirm`: the vault forgets the halves that lost. */
export const recoveryConfirmBody = z.strictObject({ commitReceipt: compactToken });

/** Body of `POST V/v1/freezes/look` and `POST V/v1/freezes/use`. Looking changes nothing. */
export const freezeBody = z.strictObject({ token: boundedText(64) });

/** Answer of `POST V/v1/freezes/look` and `POST V/v1/freezes/use`. */
export const freezeAnswer = z.object({
  state: z.enum(['pending', 'frozen', 'expired']),
  /** Until when nothing is released, ISO 8601; absent while it is not frozen. */
  until: z.optional(z.string()),
  /** The wallet belongs to the address that the link of a change was mailed to. Absent: it doesn't, or the link only freezes. */
  isReverted: z.optional(z.literal(true)),
});

/** Body of `POST /v1/freezes`, which the vault sends the gateway itself: its word is the proof. */
export const freezeOrderBody = z.strictObject({ grant: compactToken, email: emailAddress });

/** Answer of `POST /v1/freezes`: whether the address is the one that the link was mailed to. */
export const freezeOrderAnswer = z.object({ isReverted: z.boolean() });

/** Body of `POST V/v1/freezes/links`, which the gateway sends the vault itself, for a mail of its own. */
export const freezeLinkBody = z.strictObject({
  request: compactToken,
  email: emailAddress,
  locale: walletLocale,
});

/** Answer of `POST V/v1/freezes/links`. */
export const freezeLinkAnswer = z.object({ link: z.string() });
