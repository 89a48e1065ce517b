import * as z from 'zod/mini';
import { base64urlText, compactToken, doneAnswer, uuidParam, walletUuid } from '../../wallet/walletFields.js';
import type { HttpCall, HttpRequest } from '../HttpCall.js';
import { passkeyAssertion, passkeyQuestion } from './protection.js';

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
    'EPOCH_CONFLICT',
    'FROZEN',
    'GRANT_INVALID',
    'HALF_INVALID',
    'PASSKEY_REQUIRED',
    'PASSWORD_REQUIRED',
    'RATE_LIMITED',
    'RECOVERY_DELAYED',
    'WALLET_CREATION_CLOSED',
    'WALLET_NOT_FOUND',
  ],
} as const satisfies HttpRequest;

/** The half to release, and both proofs of the sign-in. */
const wantedHalf = {
  approvalGrant: compactToken,
  authReceipt: compactToken,
  walletId: walletUuid,
  epoch: z.int(),
  /** Which half belongs to that of the wallet service; null: the newest of the epoch. */
  version: z.nullable(z.int()),
};

export const releaseRecoveryCall = {
  method: 'POST',
  path: '/v1/recovery/release',
  auth: 'proof',
  /**
   * `R` as JWE to the installation's key; in passkey mode encrypted for the passkey that was used, with the vault's statement about
   * that for the wallet service.
   */
  response: z.object({ jwe: z.string(), passkeyGrant: z.optional(z.string()) }),
} as const satisfies HttpCall;

export const releaseRecoveryRequest = {
  call: releaseRecoveryCall,
  summary: "Releases the vault's half of the recovery set",
  body: () =>
    z.strictObject({
      ...wantedHalf,
      /** In passkey mode. */
      assertion: z.optional(passkeyAssertion()),
    }),
  errors: [
    'ACCOUNT_MISMATCH',
    'EMAIL_TAKEN',
    'FROZEN',
    'GRANT_INVALID',
    'PASSKEY_INVALID',
    'PASSKEY_REQUIRED',
    'PASSWORD_REQUIRED',
    'RATE_LIMITED',
    'RECOVERY_DELAYED',
    'WALLET_NOT_FOUND',
  ],
} as const satisfies HttpRequest;

const releaseErrors = [
  'ACCOUNT_MISMATCH',
  'EMAIL_TAKEN',
  'FROZEN',
  'GRANT_INVALID',
  'RATE_LIMITED',
  'RECOVERY_DELAYED',
  'WALLET_NOT_FOUND',
] as const;

export const askRecoveryPasskeyCall = {
  method: 'POST',
  path: '/v1/recovery/passkey',
  auth: 'proof',
  response: passkeyQuestion,
} as const satisfies HttpCall;

/** The assertion goes into the release of the half. */
export const askRecoveryPasskeyRequest = {
  call: askRecoveryPasskeyCall,
  summary: 'What the wallet window needs to use a passkey in a recovery',
  body: () => z.strictObject(wantedHalf),
  errors: releaseErrors,
} as const satisfies HttpRequest;

export const releaseWithPasswordCall = {
  method: 'POST',
  path: '/v1/recovery/password',
  auth: 'proof',
  response: z.object({
    evaluated: z.string(),
    salt: z.string(),
    /** `R`, encrypted with the password's key, as JWE to the installation's key. */
    jwe: z.string(),
  }),
} as const satisfies HttpCall;

/** Each call is one try of the password: 5 in an hour, 20 in a day. */
export const releaseWithPasswordRequest = {
  call: releaseWithPasswordCall,
  summary: 'Evaluates a password, which the vault does not see, and releases the half that it encrypts',
  body: () => z.strictObject({ ...wantedHalf, blinded: base64urlText(43) }),
  errors: [...releaseErrors, 'HALF_INVALID'],
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
