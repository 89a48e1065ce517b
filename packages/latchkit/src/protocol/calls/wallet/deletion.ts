import * as z from 'zod/mini';
import { doneAnswer, localeField } from '../../wallet/walletFields.js';
import type { HttpCall, HttpRequest } from '../HttpCall.js';
import { FRESH_CODE_ERRORS, freshCode, passkeyUse } from './portal.js';

export const requestDeletionCall = {
  method: 'POST',
  path: '/v1/deletion',
  auth: 'portal',
  /** When everything is deleted, ISO 8601. */
  response: z.object({ deletesAt: z.string() }),
} as const satisfies HttpCall;

/**
 * Nothing changes for seven days, if a passkey or a device that has opened the wallet for 24 hours asks. Otherwise the request waits for
 * seven days in automatic mode and for 30 in the others, and any use of the wallet ends it. A repeated request keeps the date, unless
 * it knows the wallet better.
 */
export const requestDeletionRequest = {
  call: requestDeletionCall,
  summary: "Plans the deletion of the user's wallet, logins and sessions",
  body: () =>
    z.strictObject({ code: freshCode(), passkeyGrant: passkeyUse(), locale: z.optional(localeField) }),
  errors: [...FRESH_CODE_ERRORS, 'FROZEN', 'GRANT_INVALID'],
} as const satisfies HttpRequest;

export const keepWalletCall = {
  method: 'POST',
  path: '/v1/deletion/cancel',
  auth: 'portal',
  response: doneAnswer,
} as const satisfies HttpCall;

/** Any session cancels what only a login asked for. What more confirmed needs a device that has opened the wallet for 24 hours. */
export const keepWalletRequest = {
  call: keepWalletCall,
  summary: 'Cancels the planned deletion',
  errors: ['SETTLED_DEVICE_REQUIRED'],
} as const satisfies HttpRequest;

export const seeEndedDeletionCall = {
  method: 'POST',
  path: '/v1/deletion/seen',
  auth: 'portal',
  response: doneAnswer,
} as const satisfies HttpCall;

export const seeEndedDeletionRequest = {
  call: seeEndedDeletionCall,
  summary: 'The user has seen on this device that a deletion was asked for',
  errors: [],
} as const satisfies HttpRequest;
