import * as z from 'zod/mini';
import {
  base64urlText,
  boundedText,
  compactToken,
  localeField,
  walletUuid,
} from '../../wallet/walletFields.js';
import type { HttpCall, HttpRequest } from '../HttpCall.js';
import { passkeyUse } from './portal.js';
import { namedLogin, startedLoginLink } from './socialSignIn.js';

/** `typ` of the consent to another login (RFC 8725, 3.11), which no other signature of the installation has. */
export const LOGIN_CONSENT_TYPE = 'latchkit-login-consent+jwt';

/**
 * The claims of a consent. The installation signs it with its own key (ES256) after the user approved it in the wallet window or
 * on a page of the wallet service, which show both logins. No host page has that key.
 */
export const loginConsentClaims = z.strictObject({
  txn: walletUuid,
  /** The login that the user has. */
  current: namedLogin,
  /** The login that will open the wallet too. */
  added: namedLogin,
  /** Origin of the page that requested it, as the window showed it. */
  hostOrigin: boundedText(300),
});

/** The claims of a consent. */
export type LoginConsentClaims = z.infer<typeof loginConsentClaims>;

export const startLoginLinkCall = {
  method: 'POST',
  path: '/v1/logins',
  auth: 'session',
  response: z.object({
    ...startedLoginLink.shape,
    /** Receipt for the vault that the provider confirmed the added login. */
    authReceipt: z.string(),
    /** `socialEvidence` of the added login as JWE to the installation's key. */
    evidence: z.string(),
  }),
} as const satisfies HttpCall;

/**
 * Adds a social login to the wallet of the signed-in user. The new login comes from a sign-in with the provider, whose result is
 * used here instead of `POST /v1/auth/social/redeem`. Neither service adds a login alone:
 *
 * 1. `POST /v1/logins`, in a session that is at most ten minutes old: both logins. Sends no email.
 * 2. `POST /v1/logins/consent` with the installation's signature over both: two receipts.
 * 3. `POST V/v1/logins`: the vault emails a code to the current address, which `POST V/v1/email/verify` verifies; without an
 *    address it verifies the current social login itself.
 * 4. `PUT V/v1/logins/prepare`: the vault verifies the added login itself and emails every known address: `preparedGrant`.
 * 5. `PUT /v1/logins/commit`: `commitReceipt`. `PUT V/v1/email/commit`.
 *
 * A login alone adds none: the first step needs an installation that has had the wallet for 24 hours or opened it with a passkey or
 * the password, or the use of a passkey. For 24 hours the added login opens no new installation. For 72 hours a link in the emails
 * removes it.
 */
export const startLoginLinkRequest = {
  call: startLoginLinkCall,
  summary: 'Begins to add a social login',
  body: () =>
    z.strictObject({
      /** The redeemable sign-in with the provider. */
      signIn: walletUuid,
      /** As in `POST /v1/auth/social/redeem`. */
      resultCode: base64urlText(43).check(z.minLength(43)),
      secret: z.optional(base64urlText(43).check(z.minLength(43))),
      passkeyGrant: passkeyUse(),
      /** Language of the emails. Default: that of the session. */
      locale: z.optional(localeField),
    }),
  errors: [
    'FROZEN',
    'GRANT_INVALID',
    'LOGIN_TAKEN',
    'PASSED_ELSEWHERE',
    'RATE_LIMITED',
    'REAUTH_REQUIRED',
    'SETTLED_DEVICE_REQUIRED',
    'SIGN_IN_INVALID',
  ],
} as const satisfies HttpRequest;

export const consentToLoginCall = {
  method: 'POST',
  path: '/v1/logins/consent',
  auth: 'session',
  response: z.object({
    /** For the vault's `POST /v1/logins` and `PUT /v1/logins/prepare`; valid for ten minutes. */
    updateReceipt: z.string(),
    secondaryReceipt: z.string(),
  }),
} as const satisfies HttpCall;

export const consentToLoginRequest = {
  call: consentToLoginCall,
  summary: 'Consents to another login',
  body: () =>
    z.strictObject({
      txn: walletUuid,
      /** JWS of {@link loginConsentClaims}, `typ` {@link LOGIN_CONSENT_TYPE}. */
      consent: compactToken,
    }),
  errors: ['CONSENT_INVALID', 'COOLDOWN', 'FROZEN', 'RATE_LIMITED', 'SIGN_IN_INVALID'],
} as const satisfies HttpRequest;

export const commitLoginCall = {
  method: 'PUT',
  path: '/v1/logins/commit',
  auth: 'session',
  /** For the vault's `PUT /v1/email/commit`. */
  response: z.object({ commitReceipt: z.string() }),
} as const satisfies HttpCall;

export const commitLoginRequest = {
  call: commitLoginCall,
  summary: 'Adds a login',
  body: () => z.strictObject({ txn: walletUuid, preparedGrant: compactToken }),
  errors: ['FROZEN', 'GRANT_INVALID', 'LOGIN_TAKEN', 'SIGN_IN_INVALID'],
} as const satisfies HttpRequest;
