import * as z from 'zod/mini';
import { boundedText, compactToken, emailAddress, localeField } from '../../wallet/walletFields.js';
import type { HttpCall, HttpRequest } from '../HttpCall.js';

const freezeState = z.object({
  state: z.enum(['pending', 'frozen', 'expired']),
  /** End of the freeze, ISO 8601; absent while the wallet is not frozen. */
  until: z.optional(z.string()),
  /** The wallet belongs again to the address that the link was sent to. Absent: it doesn't, or the link only freezes. */
  isReverted: z.optional(z.literal(true)),
});

const freezeBody = () => z.strictObject({ token: boundedText(64) });

export const inspectFreezeCall = {
  method: 'POST',
  path: '/v1/freezes/look',
  auth: 'open',
  response: freezeState,
} as const satisfies HttpCall;

/** Changes nothing. */
export const inspectFreezeRequest = {
  call: inspectFreezeCall,
  summary: 'What a freeze link may do',
  body: freezeBody,
  errors: ['APPROVAL_INVALID', 'RATE_LIMITED'],
} as const satisfies HttpRequest;

export const useFreezeCall = {
  method: 'POST',
  path: '/v1/freezes/use',
  auth: 'open',
  response: freezeState,
} as const satisfies HttpCall;

export const useFreezeRequest = {
  call: useFreezeCall,
  summary: 'Freezes the wallet',
  body: freezeBody,
  errors: ['APPROVAL_INVALID', 'EMAIL_TAKEN', 'PEER_UNAVAILABLE', 'RATE_LIMITED'],
} as const satisfies HttpRequest;

export const makeFreezeLinkCall = {
  method: 'POST',
  path: '/v1/freezes/links',
  auth: 'signed',
  response: z.object({ link: z.string() }),
} as const satisfies HttpCall;

/** Called by the wallet service, for an email of its own. */
export const makeFreezeLinkRequest = {
  call: makeFreezeLinkCall,
  summary: 'A freeze link for an email of the wallet service',
  body: () => z.strictObject({ request: compactToken, email: emailAddress, locale: localeField }),
  errors: ['GRANT_INVALID'],
} as const satisfies HttpRequest;
