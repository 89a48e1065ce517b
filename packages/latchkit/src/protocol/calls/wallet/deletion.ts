import * as z from 'zod/mini';
import { doneAnswer, localeField } from '../../wallet/walletFields.js';
import type { HttpCall, HttpRequest } from '../HttpCall.js';
import { FRESH_CODE_ERRORS, freshCode } from './portal.js';

export const requestDeletionCall = {
  method: 'POST',
  path: '/v1/deletion',
  auth: 'portal',
  /** When everything is deleted, ISO 8601. */
  response: z.object({ deletesAt: z.string() }),
} as const satisfies HttpCall;

/** Nothing changes for seven days. A repeated request keeps the date. */
export const requestDeletionRequest = {
  call: requestDeletionCall,
  summary: "Plans the deletion of the user's wallet, logins and sessions",
  body: () => z.strictObject({ code: freshCode(), locale: z.optional(localeField) }),
  errors: [...FRESH_CODE_ERRORS, 'FROZEN'],
} as const satisfies HttpRequest;

export const keepWalletCall = {
  method: 'POST',
  path: '/v1/deletion/cancel',
  auth: 'portal',
  response: doneAnswer,
} as const satisfies HttpCall;

export const keepWalletRequest = {
  call: keepWalletCall,
  summary: 'Cancels the planned deletion',
  errors: [],
} as const satisfies HttpRequest;
