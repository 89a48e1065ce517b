import * as z from 'zod/mini';
import { compactToken, localeField, uuidParam, walletUuid } from '../../wallet/walletFields.js';
import type { HttpCall, HttpRequest } from '../HttpCall.js';
import { commitWalletCall, draftWalletRequest, shareAnswer, walletAccount } from './custody.js';
import { FRESH_CODE_ERRORS, freshCode } from './portal.js';

/** The wallet that a user has besides the active one. */
export const secondWallet = z.object({
  wallet: walletAccount,
  /** `new`: created to move to, and not active yet. `old`: it was active before. */
  state: z.enum(['new', 'old']),
  /** When an old wallet is deleted, ISO 8601. Null: it is new, and stays. */
  removedAt: z.nullable(z.string()),
  /** Whether the calling installation has a share set of it. */
  isEnrolled: z.boolean(),
});

/** The wallet that a user has besides the active one. */
export type SecondWallet = z.infer<typeof secondWallet>;

export const storeMoveCall = {
  method: 'PUT',
  path: '/v1/wallets/me/move',
  auth: 'portal',
  /** What the wallet service stores: `A_1` and `A_r` of the new wallet. */
  response: z.object({ device: shareAnswer, recovery: shareAnswer }),
} as const satisfies HttpCall;

/** The draft expires after an hour. The active wallet stays as it is. */
export const storeMoveRequest = {
  call: storeMoveCall,
  summary: 'Stores the draft of a wallet to move to',
  body: () =>
    z.strictObject({
      ...draftWalletRequest.body().shape,
      /** The receipt for `move`, which a fresh code gave. */
      receipt: compactToken,
      /** Receipt of the vault: it stores its half of the new wallet. */
      recoveryReceipt: compactToken,
    }),
  errors: [
    'FROZEN',
    'GRANT_INVALID',
    'HALF_INVALID',
    'PROOF_OF_KEYS_INVALID',
    'RATE_LIMITED',
    'SECOND_WALLET_EXISTS',
    'SETTLED_DEVICE_REQUIRED',
    'SHARE_NOT_FOUND',
    'WALLET_CREATION_CLOSED',
    'WALLET_EXISTS',
    'WALLET_NOT_FOUND',
  ],
} as const satisfies HttpRequest;

export const commitMoveCall = {
  method: 'POST',
  path: '/v1/wallets/{id}/move',
  auth: 'portal',
  response: commitWalletCall.response,
} as const satisfies HttpCall;

/** It is not active before {@link switchWalletRequest}. */
export const commitMoveRequest = {
  call: commitMoveCall,
  summary: 'Commits that draft',
  params: () => z.object({ id: uuidParam() }),
  pathError: 'WALLET_NOT_FOUND',
  errors: ['FROZEN', 'SECOND_WALLET_EXISTS', 'SHARE_NOT_FOUND', 'WALLET_NOT_FOUND'],
} as const satisfies HttpRequest;

export const switchWalletCall = {
  method: 'POST',
  path: '/v1/wallets/me/switch',
  auth: 'portal',
  /** When the wallet that was active until now is deleted, ISO 8601. */
  response: z.object({ removedAt: z.string() }),
} as const satisfies HttpCall;

/** Ends all other sessions. The wallet that was active becomes the old one for 30 days, and can be switched to in that time. */
export const switchWalletRequest = {
  call: switchWalletCall,
  summary: "Makes the user's other wallet the active one",
  body: () =>
    z.strictObject({
      walletId: walletUuid,
      code: freshCode(),
      /** The vault's statement that a passkey was used. Required if the active wallet has passkeys. */
      passkeyGrant: z.optional(compactToken),
      /** Language of the emails. Default: that of the login. */
      locale: z.optional(localeField),
    }),
  errors: [
    ...FRESH_CODE_ERRORS,
    'FROZEN',
    'GRANT_INVALID',
    'PASSKEY_REQUIRED',
    'SETTLED_DEVICE_REQUIRED',
    'WALLET_NOT_FOUND',
  ],
} as const satisfies HttpRequest;
