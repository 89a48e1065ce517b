import * as z from 'zod/mini';
import { compactToken, localeField, oneTimeCode } from '../../wallet/walletFields.js';
import type { HttpCall, HttpRequest } from '../HttpCall.js';

/** An action of the portal that needs a fresh code, or a fresh login of a user without an email address. */
export const portalAction = z.enum([
  'delete',
  'export',
  'move',
  'protection',
  'rekey',
  'revoke',
  'switch',
  'unfreeze',
  'waive',
]);

/** An action of the portal that needs a fresh code, or a fresh login of a user without an email address. */
export type PortalAction = z.infer<typeof portalAction>;

/** The code in the body of such an action. Absent: the user has no email address and logged in less than five minutes ago. */
export const freshCode = () => z.optional(oneTimeCode);

/**
 * The vault's statement that a passkey was used, in the body of an action that destroys something. Default: the device must have
 * opened the wallet for 24 hours.
 */
export const passkeyUse = () => z.optional(compactToken);

/** Error codes of a call that requires a fresh code. */
export const FRESH_CODE_ERRORS = [
  'LOCKED',
  'OTP_EXPIRED',
  'OTP_INVALID',
  'REAUTH_REQUIRED',
  'RECOVERY_DELAYED',
] as const;

export const sendPortalCodeCall = {
  method: 'POST',
  path: '/v1/portal/codes',
  auth: 'portal',
  response: z.discriminatedUnion('way', [
    z.object({
      /** The code was emailed. It is valid for five minutes, for this action and session. */
      way: z.literal('code'),
      email: z.string(),
      /** Seconds until the next code may be sent. */
      retryAfter: z.number(),
    }),
    z.object({
      /** The user has no email address: nothing was sent. */
      way: z.literal('login'),
      /** Whether the login is fresh enough. If not, log in again. */
      isFresh: z.boolean(),
    }),
  ]),
} as const satisfies HttpCall;

/** A new code replaces the one before. */
export const sendPortalCodeRequest = {
  call: sendPortalCodeCall,
  summary: 'Emails a code for one action of the portal',
  body: () =>
    z.strictObject({
      action: portalAction,
      /** Language of the email. Default: that of the login. */
      locale: z.optional(localeField),
    }),
  errors: ['COOLDOWN', 'LOCKED', 'MAIL_UNAVAILABLE', 'RATE_LIMITED', 'RECOVERY_DELAYED'],
} as const satisfies HttpRequest;
