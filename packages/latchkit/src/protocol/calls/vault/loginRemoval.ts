import * as z from 'zod/mini';
import { compactToken, emailAddress, localeField } from '../../wallet/walletFields.js';
import type { HttpCall, HttpRequest } from '../HttpCall.js';
import { identitySubject, loginProvider } from '../wallet/socialSignIn.js';

export const agreeToLoginRemovalCall = {
  method: 'POST',
  path: '/v1/logins/removals',
  auth: 'proof',
  response: z.object({
    /** Seconds until another code may be requested; absent if no code is needed. */
    retryAfter: z.optional(z.number()),
  }),
} as const satisfies HttpCall;

/** The wallet service alone must remove no login: the vault asks the holder of a current one. Another call sends another code. */
export const agreeToLoginRemovalRequest = {
  call: agreeToLoginRemovalCall,
  summary: 'Agrees to remove a social login',
  body: () =>
    z.strictObject({
      removalReceipt: compactToken,
      /** As in the wallet service's `POST /v1/logins/removals/consent`: the vault verifies it too. */
      consent: compactToken,
      removed: z.strictObject({ provider: loginProvider, subject: identitySubject }),
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
    'LAST_LOGIN',
    'LOCKED',
    'MAIL_UNAVAILABLE',
    'RATE_LIMITED',
    'RECOVERY_DELAYED',
    'SETTLED_DEVICE_REQUIRED',
    'SIGN_IN_INVALID',
    'WALLET_NOT_FOUND',
  ],
} as const satisfies HttpRequest;

export const removeVaultLoginCall = {
  method: 'PUT',
  path: '/v1/logins/removals',
  auth: 'proof',
  /** For the wallet service's `PUT /v1/logins/removals/commit`; valid for ten minutes. */
  response: z.object({ removedGrant: z.string() }),
} as const satisfies HttpCall;

/** The vault removes the login first: until the wallet service follows, the login opens the wallet on no new installation. */
export const removeVaultLoginRequest = {
  call: removeVaultLoginCall,
  summary: 'Removes a login from the vault',
  body: () => z.strictObject({ removalReceipt: compactToken }),
  errors: ['FROZEN', 'GRANT_INVALID', 'LAST_LOGIN', 'SIGN_IN_INVALID'],
} as const satisfies HttpRequest;
