import * as z from 'zod/mini';
import { compactToken, emailAddress, localeField, p256PublicJwk } from '../../wallet/walletFields.js';
import type { HttpCall, HttpRequest } from '../HttpCall.js';
import { identitySubject, loginProvider, socialEvidence } from '../wallet/socialSignIn.js';

export const agreeToLoginCall = {
  method: 'POST',
  path: '/v1/logins',
  auth: 'proof',
  response: z.object({
    /** Seconds until another code may be requested; absent if no code is needed. */
    retryAfter: z.optional(z.number()),
  }),
} as const satisfies HttpCall;

/** The wallet service alone must add no login: the vault asks the holder of the current one. Another call sends another code. */
export const agreeToLoginRequest = {
  call: agreeToLoginCall,
  summary: 'Agrees to add a social login',
  body: () =>
    z.strictObject({
      updateReceipt: compactToken,
      /** As in the wallet service's `POST /v1/logins/consent`: the vault verifies it too. */
      consent: compactToken,
      added: z.strictObject({ provider: loginProvider, subject: identitySubject }),
      /** The current address, which gets a code; absent: the user has none. */
      currentEmail: z.optional(emailAddress),
      /** Without an address: the grant and the receipt of a login on this installation. */
      approvalGrant: z.optional(compactToken),
      authReceipt: z.optional(compactToken),
      locale: z.optional(localeField),
    }),
  errors: [
    'ACCOUNT_MISMATCH',
    'CONSENT_INVALID',
    'COOLDOWN',
    'FROZEN',
    'GRANT_INVALID',
    'LOCKED',
    'LOGIN_TAKEN',
    'MAIL_UNAVAILABLE',
    'RATE_LIMITED',
    'RECOVERY_DELAYED',
    'SETTLED_DEVICE_REQUIRED',
    'SIGN_IN_INVALID',
    'WALLET_NOT_FOUND',
  ],
} as const satisfies HttpRequest;

export const prepareLoginCall = {
  method: 'PUT',
  path: '/v1/logins/prepare',
  auth: 'proof',
  /** For the wallet service's `PUT /v1/logins/commit`; valid for ten minutes. */
  response: z.object({ preparedGrant: z.string() }),
} as const satisfies HttpCall;

export const prepareLoginRequest = {
  call: prepareLoginCall,
  summary: 'Prepares another login',
  body: () =>
    z.strictObject({
      secondaryReceipt: compactToken,
      /** Of the added login, as for a new installation. */
      evidence: socialEvidence,
      authReceipt: compactToken,
      encJwk: p256PublicJwk,
    }),
  errors: [
    'FROZEN',
    'GRANT_INVALID',
    'LOGIN_TAKEN',
    'PROVIDER_UNAVAILABLE',
    'RATE_LIMITED',
    'SIGN_IN_INVALID',
  ],
} as const satisfies HttpRequest;
