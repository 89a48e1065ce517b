import * as z from 'zod/mini';
import { compactToken, doneAnswer, uuidParam, walletUuid } from '../../wallet/walletFields.js';
import type { HttpCall, HttpRequest } from '../HttpCall.js';

const walletParams = () => z.object({ walletId: uuidParam() });

export const putRecoveryCall = {
  method: 'PUT',
  path: '/v1/recovery/{walletId}',
  auth: 'proof',
  response: z.object({
    version: z.number(),
    /** For the commit at the wallet service. */
    recoveryReceipt: z.string(),
  }),
} as const satisfies HttpCall;

export const putRecoveryRequest = {
  call: putRecoveryCall,
  summary: "Stores the vault's half",
  params: walletParams,
  body: () =>
    z.strictObject({
      approvalGrant: compactToken,
      authReceipt: compactToken,
      epoch: z.int(),
      /** `{ half }`, `R`, as JWE to the vault's published key. */
      half: compactToken,
    }),
  pathError: 'WALLET_NOT_FOUND',
  errors: [
    'ACCOUNT_MISMATCH',
    'EMAIL_TAKEN',
    'FROZEN',
    'GRANT_INVALID',
    'HALF_INVALID',
    'RATE_LIMITED',
    'RECOVERY_DELAYED',
    'WALLET_CREATION_CLOSED',
    'WALLET_NOT_FOUND',
  ],
} as const satisfies HttpRequest;

export const releaseRecoveryCall = {
  method: 'POST',
  path: '/v1/recovery/release',
  auth: 'proof',
  /** `R` as JWE to the installation's key. */
  response: z.object({ jwe: z.string() }),
} as const satisfies HttpCall;

export const releaseRecoveryRequest = {
  call: releaseRecoveryCall,
  summary: "Releases the vault's half of the recovery set",
  body: () =>
    z.strictObject({
      approvalGrant: compactToken,
      authReceipt: compactToken,
      walletId: walletUuid,
      epoch: z.int(),
      /** Which half belongs to that of the wallet service; null: the newest of the epoch. */
      version: z.nullable(z.int()),
    }),
  errors: [
    'ACCOUNT_MISMATCH',
    'EMAIL_TAKEN',
    'FROZEN',
    'GRANT_INVALID',
    'RATE_LIMITED',
    'RECOVERY_DELAYED',
    'WALLET_NOT_FOUND',
  ],
} as const satisfies HttpRequest;

export const confirmRecoveryCall = {
  method: 'POST',
  path: '/v1/recovery/{walletId}/confirm',
  auth: 'proof',
  response: doneAnswer,
} as const satisfies HttpCall;

export const confirmRecoveryRequest = {
  call: confirmRecoveryCall,
  summary: 'Deletes the halves that were not committed',
  params: walletParams,
  body: () => z.strictObject({ commitReceipt: compactToken }),
  pathError: 'WALLET_NOT_FOUND',
  errors: ['GRANT_INVALID', 'WALLET_NOT_FOUND'],
} as const satisfies HttpRequest;
