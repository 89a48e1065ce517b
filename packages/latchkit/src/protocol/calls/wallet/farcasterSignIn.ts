import * as z from 'zod/mini';
import { boundedText, localeField, uuidParam, walletUuid } from '../../wallet/walletFields.js';
import type { HttpCall, HttpRequest } from '../HttpCall.js';
import { readSocialSignInCall } from './socialSignIn.js';

/** A message of Sign In With Farcaster (FIP-11), signed by a user's custody key: what the vault verifies. */
export const farcasterToken = z.strictObject({
  message: boundedText(4_096),
  /** EIP-191, of an externally owned account. */
  signature: z.string().check(z.regex(/^0x[\da-f]{130}$/i)),
});

export const startFarcasterSignInCall = {
  method: 'POST',
  path: '/v1/auth/farcaster/start',
  auth: 'proof',
  response: z.object({
    /** Id of the sign-in, valid for five minutes, and for this installation, project and host only. */
    txn: walletUuid,
    /** Opens the visitor's Farcaster app: as QR code, or as link on the phone that has the app. */
    url: z.string(),
  }),
} as const satisfies HttpCall;

/** Opens a channel at the relay. It ends an earlier one of the same installation. */
export const startFarcasterSignInRequest = {
  call: startFarcasterSignInCall,
  summary: 'Begins a sign-in with Farcaster',
  body: () =>
    z.strictObject({
      /** Language of emails. Default: en. */
      locale: z.optional(localeField),
    }),
  errors: ['PROVIDER_UNAVAILABLE', 'RATE_LIMITED', 'SIGN_IN_INVALID'],
} as const satisfies HttpRequest;

export const readFarcasterSignInCall = {
  method: 'GET',
  path: '/v1/auth/farcaster/status/{txn}',
  auth: 'proof',
  response: readSocialSignInCall.response,
} as const satisfies HttpCall;

/** `armed` while the relay has no signed message. Redeem a result like that of a social sign-in, without a secret. */
export const readFarcasterSignInRequest = {
  call: readFarcasterSignInCall,
  summary: 'State of a sign-in with Farcaster',
  params: () => z.object({ txn: uuidParam() }),
  pathError: 'SIGN_IN_INVALID',
  errors: ['RATE_LIMITED', 'SIGN_IN_INVALID'],
} as const satisfies HttpRequest;
