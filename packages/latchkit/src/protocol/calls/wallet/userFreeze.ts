import * as z from 'zod/mini';
import { doneAnswer } from '../../wallet/walletFields.js';
import type { HttpCall, HttpRequest } from '../HttpCall.js';
import { FRESH_CODE_ERRORS, freshCode } from './portal.js';

export const freezeOwnWalletCall = {
  method: 'POST',
  path: '/v1/freeze',
  auth: 'portal',
  /** End of the freeze, ISO 8601. */
  response: z.object({ until: z.string() }),
} as const satisfies HttpCall;

/** For 72 hours from now; repeat it to freeze for longer. */
export const freezeOwnWalletRequest = {
  call: freezeOwnWalletCall,
  summary: "Freezes the user's wallet",
  errors: ['PEER_UNAVAILABLE', 'WALLET_NOT_FOUND'],
} as const satisfies HttpRequest;

const UNFREEZE_ERRORS = [
  ...FRESH_CODE_ERRORS,
  'FROZEN',
  'PEER_UNAVAILABLE',
  'SETTLED_DEVICE_REQUIRED',
  'SHARE_NOT_FOUND',
  'WALLET_NOT_FOUND',
] as const;

export const unfreezeOwnWalletCall = {
  method: 'POST',
  path: '/v1/unfreeze',
  auth: 'portal',
  response: doneAnswer,
} as const satisfies HttpCall;

/** Only an installation that has opened the wallet for 24 hours, or with a factor, may; otherwise the freeze ends by itself. */
export const unfreezeOwnWalletRequest = {
  call: unfreezeOwnWalletCall,
  summary: 'Ends the freeze now',
  body: () => z.strictObject({ code: freshCode() }),
  errors: UNFREEZE_ERRORS,
} as const satisfies HttpRequest;

export const pauseFreezeCall = {
  method: 'POST',
  path: '/v1/freeze/pause',
  auth: 'portal',
  /** End of the pause, ISO 8601. */
  response: z.object({ until: z.string() }),
} as const satisfies HttpCall;

/**
 * For two minutes, to sign revocations; {@link freezeOwnWalletRequest} ends it earlier. Needs a code for the action `unfreeze`, and an
 * installation as for {@link unfreezeOwnWalletRequest}.
 */
export const pauseFreezeRequest = {
  call: pauseFreezeCall,
  summary: 'Pauses the freeze',
  body: () => z.strictObject({ code: freshCode() }),
  errors: UNFREEZE_ERRORS,
} as const satisfies HttpRequest;
