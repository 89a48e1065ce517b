import * as z from 'zod/mini';
import { compactToken, doneAnswer, walletUuid } from '../../wallet/walletFields.js';
import type { HttpCall, HttpRequest } from '../HttpCall.js';
import { shareAnswer } from './custody.js';
import { FRESH_CODE_ERRORS, freshCode } from './portal.js';

export const readExportCall = {
  method: 'GET',
  path: '/v1/wallets/me/export',
  auth: 'portal',
  response: z.object({
    /** Null: the wallet can be exported now. Times are ISO 8601. */
    wait: z.nullable(
      z.object({
        opensAt: z.string(),
        /** The installation that was added last. */
        installationId: walletUuid,
        /** Null: not stored any more. */
        browser: z.nullable(z.string()),
        hostOrigin: z.nullable(z.string()),
        addedAt: z.string(),
        /** Whether it was revoked or forgotten, which does not shorten the wait. */
        isRevoked: z.boolean(),
        isCurrent: z.boolean(),
        /** Whether the user gets an email when the wait is over. */
        isReminded: z.boolean(),
      }),
    ),
  }),
} as const satisfies HttpCall;

export const readExportRequest = {
  call: readExportCall,
  summary: 'Until when the export waits',
  errors: ['WALLET_NOT_FOUND'],
} as const satisfies HttpRequest;

export const remindOfExportCall = {
  method: 'POST',
  path: '/v1/wallets/me/export/reminder',
  auth: 'portal',
  response: doneAnswer,
} as const satisfies HttpCall;

export const remindOfExportRequest = {
  call: remindOfExportCall,
  summary: 'Lets the user get an email when the export waits no longer',
  errors: ['WALLET_NOT_FOUND'],
} as const satisfies HttpRequest;

export const exportWalletCall = {
  method: 'POST',
  path: '/v1/wallets/me/export',
  auth: 'portal',
  /** `A_i` of the calling installation. The header `apv` of the JWE is `export WALLET_ID`, so that no other share is one for an export. */
  response: shareAnswer,
} as const satisfies HttpCall;

export const exportWalletRequest = {
  call: exportWalletCall,
  summary: "Releases the wallet service's half of the device set for an export",
  body: () =>
    z.strictObject({
      code: freshCode(),
      /** Default: the active wallet. */
      walletId: z.optional(walletUuid),
      /** The vault's statement that a passkey was used. Required if the wallet has passkeys. */
      passkeyGrant: z.optional(compactToken),
    }),
  errors: [
    ...FRESH_CODE_ERRORS,
    'EXPORT_DELAYED',
    'FROZEN',
    'GRANT_INVALID',
    'PASSKEY_REQUIRED',
    'RATE_LIMITED',
    'SHARE_NOT_FOUND',
    'WALLET_NOT_FOUND',
  ],
} as const satisfies HttpRequest;
