import * as z from 'zod/mini';
import { compactToken, emailAddress } from '../../wallet/walletFields.js';
import type { HttpCall, HttpRequest } from '../HttpCall.js';

export const freezeUserCall = {
  method: 'POST',
  path: '/v1/freezes',
  auth: 'signed',
  /** Whether the wallet belongs again to the address that the link was sent to. */
  response: z.object({ isReverted: z.boolean() }),
} as const satisfies HttpCall;

/** Called by the vault. */
export const freezeUserRequest = {
  call: freezeUserCall,
  summary: 'Freezes a user whose freeze link was used',
  body: () => z.strictObject({ grant: compactToken, email: emailAddress }),
  errors: ['GRANT_INVALID'],
} as const satisfies HttpRequest;
