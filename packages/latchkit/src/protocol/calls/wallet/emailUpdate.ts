import * as z from 'zod/mini';
import {
  boundedText,
  compactToken,
  emailAddress,
  oneTimeCode,
  walletLocale,
  walletUuid,
} from '../../wallet/walletFields.js';
import type { HttpCall, HttpRequest } from '../HttpCall.js';

/** `typ` of the consent (RFC 8725, 3.11), which no other signature of the installation has. */
export const EMAIL_CONSENT_TYPE = 'latchkit-email-consent+jwt';

/**
 * The claims of a consent. The installation signs it with its own key (ES256) after the user approved the change in the
 * wallet window, which shows both addresses. No host page has that key.
 */
export const emailConsentClaims = z.strictObject({
  txn: walletUuid,
  /** The current address; null if the user has none yet. */
  from: z.nullable(emailAddress),
  to: emailAddress,
  /** Origin of the host page that requested the change, as the window showed it. */
  hostOrigin: boundedText(300),
});

/** The claims of a consent. */
export type EmailConsentClaims = z.infer<typeof emailConsentClaims>;

export const startEmailUpdateCall = {
  method: 'POST',
  path: '/v1/email/update',
  auth: 'session',
  response: z.object({
    /** Id of the change, valid for 30 minutes, and for this installation and host page. It voids an earlier one. */
    txn: walletUuid,
    action: z.enum(['VERIFY_PRIMARY_OTP', 'VERIFY_SECONDARY_OTP']),
    /** The new address, as the consent must name it. */
    email: z.string(),
    /** With `VERIFY_PRIMARY_OTP`: the current address, as the consent must name it. */
    currentEmail: z.optional(z.string()),
  }),
} as const satisfies HttpCall;

/**
 * A change of the email address. The user consents in the wallet window, the vault (V) verifies the current address, and the
 * wallet service verifies the new one. Each continues only with the consent and a token that the other signed, so neither can
 * change an address alone:
 *
 * 1. `POST /v1/email/update`, in a session that is at most ten minutes old: both addresses. Sends no email.
 * 2. `POST /v1/email/consent` with the installation's signature over both: `updateReceipt`.
 * 3. `POST V/v1/email/send` sends a code to the current address; `POST V/v1/email/verify` verifies it: `primaryGrant`.
 * 4. `POST /v1/email/send` sends a code to the new address; `POST /v1/email/verify` verifies it: `secondaryReceipt`.
 * 5. `PUT V/v1/email/prepare`: `preparedGrant`. `PUT /v1/email/commit`: `commitReceipt`. `PUT V/v1/email/commit`.
 *
 * Every step may be repeated, with the same response. If there is no address yet, `action` is `VERIFY_SECONDARY_OTP`: the
 * consent sends a code to the new address, and only the wallet service's `verify` and `commit` follow.
 */
export const startEmailUpdateRequest = {
  call: startEmailUpdateCall,
  summary: 'Begins a change of the address',
  body: () =>
    z.strictObject({
      /** The new address. */
      email: emailAddress,
      /** Language of the emails. Default: that of the session. */
      locale: z.optional(walletLocale),
    }),
  errors: ['EMAIL_TAKEN', 'FROZEN', 'RATE_LIMITED', 'REAUTH_REQUIRED'],
} as const satisfies HttpRequest;

export const consentToEmailUpdateCall = {
  method: 'POST',
  path: '/v1/email/consent',
  auth: 'session',
  response: z.object({
    /** For the vault, valid for ten minutes; absent if there is no address yet. */
    updateReceipt: z.optional(z.string()),
  }),
} as const satisfies HttpCall;

export const consentToEmailUpdateRequest = {
  call: consentToEmailUpdateCall,
  summary: 'Consents to a change of the address',
  body: () =>
    z.strictObject({
      txn: walletUuid,
      /** JWS of {@link emailConsentClaims}, `typ` {@link EMAIL_CONSENT_TYPE}. */
      consent: compactToken,
    }),
  errors: [
    'CONSENT_INVALID',
    'COOLDOWN',
    'FROZEN',
    'LOCKED',
    'MAIL_UNAVAILABLE',
    'RATE_LIMITED',
    'SIGN_IN_INVALID',
  ],
} as const satisfies HttpRequest;

export const sendToNewAddressCall = {
  method: 'POST',
  path: '/v1/email/send',
  auth: 'session',
  /** The same for an address that belongs to another user, whose email says so. */
  response: z.object({
    /** Seconds until another code may be requested. */
    retryAfter: z.number(),
  }),
} as const satisfies HttpCall;

/** Another call sends another code. */
export const sendToNewAddressRequest = {
  call: sendToNewAddressCall,
  summary: 'Sends a code to the new address',
  body: () =>
    z.strictObject({
      txn: walletUuid,
      /** Grant of the vault: the holder of the current address agrees. Not needed again for another code. */
      primaryGrant: z.optional(compactToken),
    }),
  errors: ['COOLDOWN', 'GRANT_INVALID', 'LOCKED', 'MAIL_UNAVAILABLE', 'RATE_LIMITED', 'SIGN_IN_INVALID'],
} as const satisfies HttpRequest;

export const verifyNewAddressCall = {
  method: 'POST',
  path: '/v1/email/verify',
  auth: 'session',
  response: z.object({
    /** For the vault's `PUT /v1/email/prepare`, valid for ten minutes; absent if the vault takes no part. */
    secondaryReceipt: z.optional(z.string()),
  }),
} as const satisfies HttpCall;

export const verifyNewAddressRequest = {
  call: verifyNewAddressCall,
  summary: 'Verifies the code of the new address',
  body: () => z.strictObject({ txn: walletUuid, otp: oneTimeCode }),
  errors: ['LOCKED', 'OTP_EXPIRED', 'OTP_INVALID', 'SIGN_IN_INVALID'],
} as const satisfies HttpRequest;

export const commitEmailUpdateCall = {
  method: 'PUT',
  path: '/v1/email/commit',
  auth: 'session',
  /** The address has changed, and other sessions have ended. */
  response: z.object({
    email: z.string(),
    /** For the vault's `PUT /v1/email/commit`; absent if the vault takes no part. */
    commitReceipt: z.optional(z.string()),
  }),
} as const satisfies HttpCall;

export const commitEmailUpdateRequest = {
  call: commitEmailUpdateCall,
  summary: 'Changes the address',
  body: () =>
    z.strictObject({
      txn: walletUuid,
      /** Absent if the vault takes no part. */
      preparedGrant: z.optional(compactToken),
    }),
  errors: ['EMAIL_TAKEN', 'FROZEN', 'GRANT_INVALID', 'SIGN_IN_INVALID'],
} as const satisfies HttpRequest;
