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
import { walletSession, walletUser } from './sessions.js';

const begunSignIn = z.object({
  /** Id of the sign-in, valid for 30 minutes, and for this installation, project and host only. */
  txn: walletUuid,
  /**
   * `VERIFY_DEVICE`: request an approval from the vault. `VERIFY_OTP`: a code was sent. `CONNECT`: the session of the call
   * belongs to this address and page; nothing is left to do.
   */
  action: z.enum(['VERIFY_DEVICE', 'VERIFY_OTP', 'CONNECT']),
  /** With `VERIFY_DEVICE`: token for the vault, without which it sends no link. */
  startToken: z.optional(compactToken),
  /** Seconds until the next sign-in with this address may begin. */
  retryAfter: z.number(),
});

export const startEmailSignInCall = {
  method: 'POST',
  path: '/v1/auth/email/start',
  auth: 'proof',
  response: z.discriminatedUnion('action', [
    begunSignIn,
    z.object({
      /** Nothing was begun or sent: call again with this puzzle solved. Only installations new to the address get one. */
      action: z.literal('WORK'),
      challenge: z.string(),
      /** Number of zero bits that the hash must begin with. */
      bits: z.int(),
    }),
  ]),
} as const satisfies HttpCall;

export const startEmailSignInRequest = {
  call: startEmailSignInCall,
  summary: 'Begins a sign-in by email',
  body: () =>
    z.strictObject({
      email: emailAddress,
      /** Language of the emails. Default: en. */
      locale: z.optional(localeField),
      /**
       * `recover` requires the approval link even on a known installation, because a call that needs the vault (a rekey)
       * needs its grant. Default: sign-in.
       */
      purpose: z.optional(z.enum(['sign-in', 'recover'])),
      /**
       * The solved puzzle of a response with `WORK`: `solution` is a number for which SHA-256 of `challenge:solution` begins
       * with the required number of zero bits. Valid once, within five minutes.
       */
      work: z.optional(
        z.strictObject({ challenge: boundedText(200), solution: z.int().check(z.nonnegative()) }),
      ),
    }),
  errors: ['COOLDOWN', 'LOCKED', 'MAIL_UNAVAILABLE', 'RATE_LIMITED', 'SIGN_IN_INVALID'],
} as const satisfies HttpRequest;

export const sendSignInCodeCall = {
  method: 'POST',
  path: '/v1/auth/email/otp',
  auth: 'proof',
  response: z.object({ retryAfter: z.number() }),
} as const satisfies HttpCall;

/** Another call sends another code. */
export const sendSignInCodeRequest = {
  call: sendSignInCodeCall,
  summary: 'Sends the code by email',
  body: () =>
    z.strictObject({
      txn: walletUuid,
      /** The vault's grant, if the sign-in began with `VERIFY_DEVICE`. Not needed again for another code. */
      approvalGrant: z.optional(compactToken),
    }),
  errors: ['COOLDOWN', 'GRANT_INVALID', 'LOCKED', 'MAIL_UNAVAILABLE', 'RATE_LIMITED', 'SIGN_IN_INVALID'],
} as const satisfies HttpRequest;

export const verifySignInCodeCall = {
  method: 'POST',
  path: '/v1/auth/email/verify',
  auth: 'proof',
  response: z.object({
    session: walletSession,
    user: walletUser,
    /** Receipt for the vault: the code was correct. Valid for five minutes. */
    authReceipt: z.string(),
    /** The vault's grant, if a new installation needed no link. */
    approvalGrant: z.optional(z.string()),
  }),
} as const satisfies HttpCall;

export const verifySignInCodeRequest = {
  call: verifySignInCodeCall,
  summary: 'Verifies the code and signs in',
  body: () => z.strictObject({ txn: walletUuid, otp: oneTimeCode }),
  errors: [
    'GRANT_INVALID',
    'LOCKED',
    'OTP_EXPIRED',
    'OTP_INVALID',
    'PEER_UNAVAILABLE',
    'RATE_LIMITED',
    'RECOVERY_DELAYED',
  ],
} as const satisfies HttpRequest;
