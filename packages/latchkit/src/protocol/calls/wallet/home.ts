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
    /** Whether a login alone asked for it, so that any use of the wallet on another device ends it. */
    isOnlyAsked: z.boolean(),
    /** A deletion that a login alone asked for, and that a use of the wallet ended. Null: none that this device has not shown. */
    endedDeletion: z.nullable(z.object({ askedAt: z.string(), endedAt: z.string() })),
    /** Whether this device has opened the wallet for 24 hours, or with a factor: what destroys something asks for no passkey then. */
    isSettled: z.boolean(),
    /** When it will have. Null: it has, or will not. */
    settlesAt: z.nullable(z.string()),
    /** The wallet that the user moves to, or moved from. Null: there is only one. */
    second: z.nullable(secondWallet),
  }),
} as const satisfies HttpCall;

export const readHomeRequest = {
  call: readHomeCall,
  summary: 'What the first screen of the portal shows',
  errors: [],
} as const satisfies HttpRequest;
