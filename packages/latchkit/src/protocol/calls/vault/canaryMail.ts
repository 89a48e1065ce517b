import * as z from 'zod/mini';
import { compactToken } from '../../wallet/walletFields.js';
import type { HttpCall, HttpRequest } from '../HttpCall.js';

export const readCanaryMailCall = {
  method: 'POST',
  path: '/v1/canary-mails',
  auth: 'signed',
  /** Text of the newest email; null: there is none. */
  response: z.object({ text: z.nullable(z.string()) }),
} as const satisfies HttpCall;

/** Called by the wallet service, for the canary wallets, whose addresses exist nowhere else. */
export const readCanaryMailRequest = {
  call: readCanaryMailCall,
  summary: "Takes the vault's newest email to a canary wallet",
  body: () => z.strictObject({ token: compactToken }),
  errors: ['GRANT_INVALID'],
} as const satisfies HttpRequest;
