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

export const sendToApprovalAddressCall = {
  method: 'POST',
  path: '/v1/approval-address/send',
  auth: 'proof',
  response: z.object({
    /** Seconds until another code may be requested. */
    retryAfter: z.number(),
  }),
} as const satisfies HttpCall;

/**
 * The address that receives the links for new installations of a wallet without an email login. The vault knows it from its own
 * email only, so that the wallet service cannot open a wallet of X or Telegram alone. It is set once. Another call sends another
 * code.
 */
export const sendToApprovalAddressRequest = {
  call: sendToApprovalAddressCall,
  summary: 'Sends a code to the address that will approve new installations',
  body: () =>
    z.strictObject({
      /** The grant and the receipt of a sign-in on this installation, from after the wallet was created. */
      approvalGrant: compactToken,
      authReceipt: compactToken,
      /** JWS of `emailConsentClaims` with the sign-in as `txn` and `from` null: the user approved it in the wallet window. */
      consent: compactToken,
      email: emailAddress,
      /** Language of the email. Default: en. */
      locale: z.optional(localeField),
    }),
  errors: [
    'CONSENT_INVALID',
    'COOLDOWN',
    'EMAIL_TAKEN',
    'FROZEN',
    'GRANT_INVALID',
    'LOCKED',
    'MAIL_UNAVAILABLE',
    'RATE_LIMITED',
    'SETTLED_DEVICE_REQUIRED',
    'SIGN_IN_INVALID',
    'WALLET_NOT_FOUND',
  ],
} as const satisfies HttpRequest;

export const verifyApprovalAddressCall = {
  method: 'POST',
  path: '/v1/approval-address/verify',
  auth: 'proof',
  response: doneAnswer,
} as const satisfies HttpCall;

export const verifyApprovalAddressRequest = {
  call: verifyApprovalAddressCall,
  summary: 'Verifies that code and sets the address',
  body: () => z.strictObject({ txn: walletUuid, otp: oneTimeCode }),
  errors: ['EMAIL_TAKEN', 'FROZEN', 'LOCKED', 'OTP_EXPIRED', 'OTP_INVALID', 'SIGN_IN_INVALID'],
} as const satisfies HttpRequest;
