import * as z from 'zod/mini';
import {
  boundedText,
  compactToken,
  emailAddress,
  localeField,
  oneTimeCode,
  walletUuid,
} from '../../wallet/walletFields.js';
import type { HttpCall, HttpRequest } from '../HttpCall.js';
import { passkeyUse } from './portal.js';
import { loginProvider } from './socialSignIn.js';

/** `typ` of the consent (RFC 8725, 3.11), which no other signature of the installation has. */
export const EMAIL_CONSENT_TYPE = 'latchkit-email-consent+jwt';

/** The social login of a user without an address. */
const changedLogin = z.strictObject({
  provider: loginProvider,
  /** The user's name at the provider, as plain text that may contain any character. */
  name: z.optional(z.string().check(z.maxLength(300))),
  /** SHA-256, as base64url, of `lk-id|TXN|PROVIDER|SUBJECT`. */
  idh: boundedText(64),
});

/**
 * The claims of a consent. The installation signs it with its own key (ES256) after the user approved the change in the
 * wallet window, which shows both addresses, or the login and the address. No host page has that key.
 */
export const emailConsentClaims = z.strictObject({
  txn: walletUuid,
  /** The current address; null if the user has none yet. */
  from: z.nullable(emailAddress),
  to: emailAddress,
  /** The social login to which the address is added; absent if there is a current address. */
  login: z.optional(changedLogin),
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
    /** With `VERIFY_SECONDARY_OTP`: the login to which the address is added, as the consent must name it. */
    login: z.optional(changedLogin),
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
 * Every step may be repeated, with the same response. A user of a social login may have no address yet: then `action` is
 * `VERIFY_SECONDARY_OTP`, and `POST V/v1/email/link`, with the proofs of that login, takes the place of step 3.
 */
export const startEmailUpdateRequest = {
  call: startEmailUpdateCall,
  summary: 'Begins a change of the address',
  body: () =>
    z.strictObject({
      /** The new address. */
      email: emailAddress,
      passkeyGrant: passkeyUse(),
      /** Language of the emails. Default: that of the session. */
      locale: z.optional(localeField),
    }),
  errors: [
    'EMAIL_TAKEN',
    'FROZEN',
    'GRANT_INVALID',
    'RATE_LIMITED',
    'REAUTH_REQUIRED',
    'SETTLED_DEVICE_REQUIRED',
  ],
} as const satisfies HttpRequest;

export const consentToEmailUpdateCall = {
  method: 'POST',
  path: '/v1/email/consent',
  auth: 'session',
  response: z.object({
    /** For the vault, valid for ten minutes. */
    updateReceipt: z.string(),
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
      /** Grant of the vault: the holder of the current address, or of the login, agrees. Not needed again for another code. */
      primaryGrant: z.optional(compactToken),
    }),
  errors: ['COOLDOWN', 'GRANT_INVALID', 'LOCKED', 'MAIL_UNAVAILABLE', 'RATE_LIMITED', 'SIGN_IN_INVALID'],
} as const satisfies HttpRequest;

export const verifyNewAddressCall = {
  method: 'POST',
  path: '/v1/email/verify',
  auth: 'session',
  response: z.object({
    /** For the vault's `PUT /v1/email/prepare`, valid for ten minutes. */
    secondaryReceipt: z.string(),
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
  /** The address has changed, and other sessions have ended; an added address ends none. */
  response: z.object({
    email: z.string(),
    /** For the vault's `PUT /v1/email/commit`. */
    commitReceipt: z.string(),
  }),
} as const satisfies HttpCall;

export const commitEmailUpdateRequest = {
  call: commitEmailUpdateCall,
  summary: 'Changes the address',
  body: () =>
    z.strictObject({
      txn: walletUuid,
      preparedGrant: z.optional(compactToken),
    }),
  errors: ['EMAIL_TAKEN', 'FROZEN', 'GRANT_INVALID', 'SETTLED_DEVICE_REQUIRED', 'SIGN_IN_INVALID'],
} as const satisfies HttpRequest;
