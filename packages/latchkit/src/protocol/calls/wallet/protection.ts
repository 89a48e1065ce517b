import * as z from 'zod/mini';
import { compactToken } from '../../wallet/walletFields.js';
import type { HttpCall, HttpRequest } from '../HttpCall.js';
import { commitWalletCall, shareAnswer } from './custody.js';
import { freshCode, passkeyUse } from './portal.js';

export const signProtectionReceiptCall = {
  method: 'POST',
  path: '/v1/portal/protection',
  auth: 'portal',
  /** Valid for ten minutes. */
  response: z.object({ receipt: z.string() }),
} as const satisfies HttpCall;

export const signProtectionReceiptRequest = {
  call: signProtectionReceiptCall,
  summary: 'A receipt for the vault, which has no sessions',
  body: () =>
    z.strictObject({
      /** `read` needs no code. It also cancels a recovery. */
      action: z.enum(['read', 'protection', 'rekey', 'move', 'waive']),
      code: freshCode(),
      passkeyGrant: passkeyUse(),
    }),
  errors: [
    'FROZEN',
    'GRANT_INVALID',
    'LOCKED',
    'OTP_EXPIRED',
    'OTP_INVALID',
    'REAUTH_REQUIRED',
    'RECOVERY_DELAYED',
    'SECOND_WALLET_EXISTS',
    'SETTLED_DEVICE_REQUIRED',
    'WALLET_NOT_FOUND',
  ],
} as const satisfies HttpRequest;

export const storeRecoveryShareCall = {
  method: 'PUT',
  path: '/v1/wallets/me/recovery',
  auth: 'portal',
  response: shareAnswer,
} as const satisfies HttpCall;

/** The present version stays in force until the commit. */
export const storeRecoveryShareRequest = {
  call: storeRecoveryShareCall,
  summary: "Stores the wallet service's half of a new version of the recovery set",
  body: () =>
    z.strictObject({
      /** `{ half }`, `A_r`, as JWE to the published key of the wallet service. */
      half: compactToken,
      /** Receipt of the vault: it stores its half of the version. */
      recoveryReceipt: compactToken,
      /** The receipt for `protection`. Without it, nothing is stored. */
      receipt: z.optional(compactToken),
    }),
  errors: [
    'EPOCH_CONFLICT',
    'FROZEN',
    'GRANT_INVALID',
    'HALF_INVALID',
    'SETTLED_DEVICE_REQUIRED',
    'SHARE_NOT_FOUND',
    'WALLET_NOT_FOUND',
  ],
} as const satisfies HttpRequest;

export const commitRecoveryCall = {
  method: 'POST',
  path: '/v1/wallets/me/recovery/commit',
  auth: 'portal',
  response: commitWalletCall.response,
} as const satisfies HttpCall;

export const commitRecoveryRequest = {
  call: commitRecoveryCall,
  summary: 'Puts that version in force',
  body: () =>
    z.strictObject({
      version: z.int(),
      /** The receipt with which it was stored. Without it, nothing is put in force. */
      receipt: z.optional(compactToken),
    }),
  errors: ['FROZEN', 'GRANT_INVALID', 'SETTLED_DEVICE_REQUIRED', 'SHARE_NOT_FOUND', 'WALLET_NOT_FOUND'],
} as const satisfies HttpRequest;
