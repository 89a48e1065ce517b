import * as z from 'zod/mini';
import {
  boundedText,
  compactToken,
  emailAddress,
  oneTimeCode,
  walletLocale,
  walletUuid,
} from './walletFields.js';

/**
 * A change of the email address. The visitor agrees to it in the wallet's window, the vault proves the address that holds now,
 * the gateway proves the new one, and each does its part only with the consent and the other's signed word, so that neither
 * can move an address alone:
 *
 * 1. `POST /v1/email/update` at the gateway, in a session of at most ten minutes: both addresses. Nobody is mailed.
 * 2. `POST /v1/email/consent` with the installation's signature over both: `updateReceipt`.
 * 3. `POST V/v1/email/send` mails the address that holds now; `POST V/v1/email/verify` takes its code: `primaryGrant`.
 * 4. `POST /v1/email/send` mails the new address; `POST /v1/email/verify` takes its code: `secondaryReceipt`.
 * 5. `PUT V/v1/email/prepare`: `preparedGrant`. `PUT /v1/email/commit`: `commitReceipt`. `PUT V/v1/email/commit`.
 *
 * Every step may be asked again, with the same answer. Where there is no address yet, `action` is `VERIFY_SECONDARY_OTP`: the
 * consent has the new address mailed, and only `verify` and `commit` of the gateway follow.
 */
export const emailUpdateBody = z.strictObject({
  /** The new address. */
  email: emailAddress,
  /** Language of the mails. Default: that of the session. */
  locale: z.optional(walletLocale),
});

/** Answer of `POST /v1/email/update`. */
export const emailUpdateAnswer = z.object({
  /** The change, good for 30 minutes and for this installation and host page. One of before is void. */
  txn: walletUuid,
  action: z.enum(['VERIFY_PRIMARY_OTP', 'VERIFY_SECONDARY_OTP']),
  /** The new address, as the consent has to name it. */
  email: z.string(),
  /** With `VERIFY_PRIMARY_OTP`: the address that holds now, as the consent has to name it. */
  currentEmail: z.optional(z.string()),
});

/** `typ` of the consent (RFC 8725, 3.11): no other signature of the installation passes for one. */
export const EMAIL_CONSENT_TYPE = 'latchkit-email-consent+jwt';

/**
 * What the installation signs with its own key (ES256), once the visitor approved the change in the wallet's window, which
 * showed both addresses. No host page has that key.
 */
export const emailConsentClaims = z.strictObject({
  txn: walletUuid,
  /** Null: there is no address yet. */
  from: z.nullable(emailAddress),
  to: emailAddress,
  /** Origin of the host page that asked, as the window showed it. */
  hostOrigin: boundedText(300),
});

/** What a consent says. */
export type EmailConsentClaims = z.infer<typeof emailConsentClaims>;

/** Body of `POST /v1/email/consent`. */
export const emailConsentBody = z.strictObject({
  txn: walletUuid,
  /** JWS of {@link emailConsentClaims}, `typ` {@link EMAIL_CONSENT_TYPE}. */
  consent: compactToken,
});

/** Answer of `POST /v1/email/consent`. */
export const emailConsentAnswer = z.object({
  /** The gateway's word for the vault that this user asks, ten minutes; absent where there is no address yet. */
  updateReceipt: z.optional(z.string()),
});

/** Body of the vault's `POST /v1/email/send`: a code to the address that holds now. Asked again it sends another. */
export const vaultEmailSendBody = z.strictObject({
  updateReceipt: compactToken,
  /** As in `POST /v1/email/consent`: the vault takes nobody's word for it. */
  consent: compactToken,
  currentEmail: emailAddress,
  /** The new address: the mail names it. */
  email: emailAddress,
  locale: z.optional(walletLocale),
});

/** Body of `POST /v1/email/send`: a code to the new address. Asked again it sends another. */
export const emailSendBody = z.strictObject({
  txn: walletUuid,
  /** The vault's word that the holder of the address agrees. Not needed again for another code. */
  primaryGrant: z.optional(compactToken),
});

/** Answer of both `POST /v1/email/send`. An address that somebody else has is answered the same: its mail says so. */
export const emailSendAnswer = z.object({
  /** Seconds until another code may be asked for. */
  retryAfter: z.number(),
});

/** Body of both `POST /v1/email/verify`. */
export const emailUpdateVerifyBody = z.strictObject({ txn: walletUuid, otp: oneTimeCode });

/** Answer of the vault's `POST /v1/email/verify`: for `POST /v1/email/send`, ten minutes. */
export const vaultEmailVerifyAnswer = z.object({ primaryGrant: z.string() });

/** Answer of `POST /v1/email/verify`. */
export const emailUpdateVerifyAnswer = z.object({
  /** For the vault's `PUT /v1/email/prepare`, ten minutes; absent where the vault has no part in it. */
  secondaryReceipt: z.optional(z.string()),
});

/** Body of the vault's `PUT /v1/email/prepare`. */
export const vaultEmailPrepareBody = z.strictObject({ secondaryReceipt: compactToken });

/** Answer of the vault's `PUT /v1/email/prepare`: for `PUT /v1/email/commit`, ten minutes. */
export const vaultEmailPrepareAnswer = z.object({ preparedGrant: z.string() });

/** Body of `PUT /v1/email/commit`. */
export const emailCommitBody = z.strictObject({
  txn: walletUuid,
  /** Absent where the vault has no part in it. */
  preparedGrant: z.optional(compactToken),
});

/** Answer of `PUT /v1/email/commit`: the address is changed, and other sessions have ended. */
export const emailCommitAnswer = z.object({
  email: z.string(),
  /** For the vault's `PUT /v1/email/commit`; absent where the vault has no part in it. */
  commitReceipt: z.optional(z.string()),
});

/** Body of the vault's `PUT /v1/email/commit`. What is not told stays prepared, and is done at the next recovery. */
export const vaultEmailCommitBody = z.strictObject({ commitReceipt: compactToken });
