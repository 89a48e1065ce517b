import * as z from 'zod/mini';
import { doneAnswer } from '../../wallet/walletFields.js';
import type { HttpCall, HttpRequest } from '../HttpCall.js';

const context = z.string().check(z.maxLength(1_000));
const chainId = z.string().check(z.maxLength(100));

export const recordPermissionCall = {
  method: 'POST',
  path: '/v1/wallets/me/permissions',
  auth: 'session',
  response: doneAnswer,
} as const satisfies HttpCall;

export const recordPermissionRequest = {
  call: recordPermissionCall,
  summary:
    "Lists a permission of the user's smart account for the calling site, before it is granted on the chain",
  body: () =>
    z.strictObject({
      chainId,
      context,
      method: z.enum(['wallet_grantPermissions', 'wallet_requestExecutionPermissions']),
    }),
  errors: ['PERMISSION_NOT_FOUND', 'RATE_LIMITED', 'TOO_MANY_PERMISSIONS', 'WALLET_NOT_FOUND'],
} as const satisfies HttpRequest;

export const endPermissionCall = {
  method: 'POST',
  path: '/v1/wallets/me/permissions/end',
  auth: 'session',
  response: doneAnswer,
} as const satisfies HttpCall;

/** A frozen wallet may do this too. */
export const endPermissionRequest = {
  call: endPermissionCall,
  summary: "Stops the use of a permission of the user's smart account through this deployment",
  body: () => z.strictObject({ chainId, context }),
  errors: ['RATE_LIMITED', 'WALLET_NOT_FOUND'],
} as const satisfies HttpRequest;
