import * as z from 'zod/mini';
import type { HttpCall, HttpRequest } from '../HttpCall.js';
import { ACTIVITY_ACTIONS } from '../vault/walletOrders.js';

export const readActivityCall = {
  method: 'POST',
  path: '/v1/activity',
  auth: 'portal',
  response: z.object({
    /** The newest first. */
    entries: z.array(
      z.object({
        /** Whose log it is in. Freezing and recovering are in both. */
        service: z.enum(['wallet', 'vault']),
        /** ISO 8601. */
        at: z.string(),
        action: z.enum(ACTIVITY_ACTIONS),
        /** Equal in the entries of one login of one installation. Undefined: part of no login, or written by an older version. */
        login: z.optional(z.string()),
        /** The installation that acted. Undefined: a link in an email, or a service. */
        device: z.optional(z.object({ browser: z.string(), hostOrigin: z.string(), isCurrent: z.boolean() })),
      }),
    ),
    /** For the next page. Undefined: there are no older entries. */
    cursor: z.optional(z.string()),
    /** The vault did not respond, so its entries are missing. */
    isPartial: z.boolean(),
  }),
} as const satisfies HttpCall;

export const readActivityRequest = {
  call: readActivityCall,
  summary: "The user's entries of both audit logs",
  body: () =>
    z.strictObject({
      /** From the page before. Default: the newest entries. */
      cursor: z.optional(z.string().check(z.regex(/^\d{1,16}\.\d{1,16}$/))),
    }),
  errors: [],
} as const satisfies HttpRequest;
