import * as z from 'zod/mini';
import type { HttpCall, HttpRequest } from '../HttpCall.js';
import { protectionSummary } from '../vault/walletOrders.js';
import { secondWallet } from './moveWallet.js';
import { walletUser } from './sessions.js';

export const readHomeCall = {
  method: 'GET',
  path: '/v1/portal/home',
  auth: 'portal',
  /** Times are ISO 8601. */
  response: z.object({
    user: walletUser,
    /** Number of logins, and of installations with a share set. */
    logins: z.int(),
    devices: z.int(),
    /** Number of devices that were added after the calling one and not confirmed yet. */
    newDevices: z.int(),
    /** End of the freeze. Null: not frozen. */
    frozenUntil: z.nullable(z.string()),
    /** End of the export's wait. Null: there is none. */
    exportOpensAt: z.nullable(z.string()),
    /** From the vault. Null: there is no wallet, or the vault did not respond. */
    protection: z.nullable(protectionSummary),
    /** When the wallet is deleted. Null: no deletion is planned. */
    deletesAt: z.nullable(z.string()),
    /** The wallet that the user moves to, or moved from. Null: there is only one. */
    second: z.nullable(secondWallet),
  }),
} as const satisfies HttpCall;

export const readHomeRequest = {
  call: readHomeCall,
  summary: 'What the first screen of the portal shows',
  errors: [],
} as const satisfies HttpRequest;
