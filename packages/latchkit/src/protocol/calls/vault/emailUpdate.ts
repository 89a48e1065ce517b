import * as z from 'zod/mini';
import {
  compactToken,
  doneAnswer,
  emailAddress,
  localeField,
  oneTimeCode,
  walletUuid,
} from '../../wallet/walletFields.js';
import type { HttpCall, HttpRequest } from '../HttpCall.js';

export const sendToOldAddressCall = {
  method: 'POST',
  path: '/v1/email/send',
  auth: 'proof',
  response: z.object({
    /** Seconds until another code may be requested. */
    retryAfter: z.number(),
  }),
} as const satisfies HttpCall;

/** Another call sends another code. */
export const sendToOldAddressRequest = {
  call: sendToOldAddressCall,
  summary: 'Sends a code to the current address',
  body: () =>
    z.strictObject({
      updateReceipt: compactToken,
      /** As in the wallet service's `POST /v1/email/consent`: the vault verifies it too. */
      consent: compactToken,
      currentEmail: emailAddress,
      /** The new address, which the email names. */
      email: emailAddress,
      locale: z.optional(localeField),
    }),
  errors: [
    'ACCOUNT_MISMATCH',
    'CONSENT_INVALID',
    'COOLDOWN',
    'EMAIL_TAKEN',
    'GRANT_INVALID',
    'LOCKED',
    'MAIL_UNAVAILABLE',
    'RATE_LIMITED',
    'SETTLED_DEVICE_REQUIRED',
    'SIGN_IN_INVALID',
  ],
} as const satisfies HttpRequest;

export const verifyOldAddressCall = {
  method: 'POST',
  path: '/v1/email/verify',
  auth: 'proof',
  /** For the wallet service's `POST /v1/email/send`; valid for ten minutes. */
  response: z.object({ primaryGrant: z.string() }),
} as const satisfies HttpCall;

export const verifyOldAddressRequest = {
  call: verifyOldAddressCall,
  summary: 'Verifies the code of the current address',
  body: () => z.strictObject({ txn: walletUuid, otp: oneTimeCode }),
  errors: ['LOCKED', 'OTP_EXPIRED', 'OTP_INVALID', 'SIGN_IN_INVALID'],
} as const satisfies HttpRequest;

export const agreeToEmailCall = {
  method: 'POST',
  path: '/v1/email/link',
  auth: 'proof',
  /** For the wallet service's `POST /v1/email/send`; valid for ten minutes. */
  response: z.object({ primaryGrant: z.string() }),
} as const satisfies HttpCall;

/** The vault verifies the social login itself, as for a new installation, because the wallet service alone must add no address. */
export const agreeToEmailRequest = {
  call: agreeToEmailCall,
  summary: 'Agrees to add an address to a social login',
  body: () =>
    z.strictObject({
      updateReceipt: compactToken,
      /** As in the wallet service's `POST /v1/email/consent`: the vault verifies it too. */
      consent: compactToken,
      /** The grant and the receipt of a login on this installation. */
      approvalGrant: compactToken,
      authReceipt: compactToken,
      /** The new address. */
      email: emailAddress,
      locale: z.optional(localeField),
    }),
  errors: [
    'ACCOUNT_MISMATCH',
    'CONSENT_INVALID',
    'EMAIL_TAKEN',
    'FROZEN',
    'GRANT_INVALID',
    'RECOVERY_DELAYED',
    'SETTLED_DEVICE_REQUIRED',
    'SIGN_IN_INVALID',
    'WALLET_NOT_FOUND',
  ],
} as const satisfies HttpRequest;

export const prepareEmailUpdateCall = {
  method: 'PUT',
  path: '/v1/email/prepare',
  auth: 'proof',
  /** For the wallet service's `PUT /v1/email/commit`; valid for ten minutes. */
  response: z.object({ preparedGrant: z.string() }),
} as const satisfies HttpCall;

export const prepareEmailUpdateRequest = {
  call: prepareEmailUpdateCall,
  summary: 'Prepares the change of the address',
  body: () => z.strictObject({ secondaryReceipt: compactToken }),
  errors: ['EMAIL_TAKEN', 'FROZEN', 'GRANT_INVALID', 'SETTLED_DEVICE_REQUIRED', 'SIGN_IN_INVALID'],
} as const satisfies HttpRequest;

export const commitVaultEmailUpdateCall = {
  method: 'PUT',
  path: '/v1/email/commit',
  auth: 'proof',
  response: doneAnswer,
} as const satisfies HttpCall;

/** Without this call, the change stays prepared and is completed at the next recovery. */
export const commitVaultEmailUpdateRequest = {
  call: commitVaultEmailUpdateCall,
  summary: 'Changes the address in the vault too',
  body: () => z.strictObject({ commitReceipt: compactToken }),
  errors: ['EMAIL_TAKEN', 'GRANT_INVALID', 'LOGIN_TAKEN', 'SIGN_IN_INVALID'],
} as const satisfies HttpRequest;
