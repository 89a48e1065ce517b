import * as z from 'zod/mini';
import { base64urlText, doneAnswer, p256PublicJwk } from '../../wallet/walletFields.js';
import type { HttpCall, HttpRequest } from '../HttpCall.js';

/** Maximum length of a sealed message, in characters. */
const MAX_LENGTH = 262_144;

const MAX_BODY = 512 * 1024;

/** The id of a mailbox: 32 random bytes as base64url, which its page chooses. */
const boxId = () => base64urlText(43).check(z.minLength(43));

const boxParams = () => z.object({ id: boxId() });

/** A message of the caller, or of the other page, by its position. */
const messageParams = () => z.object({ id: boxId(), number: z.string().check(z.regex(/^(?:\d|[1-9]\d)$/)) });

export const registerMailboxCall = {
  method: 'POST',
  path: '/v1/mailbox',
  auth: 'proof',
  response: doneAnswer,
} as const satisfies HttpCall;

/** The mailbox belongs to the key of the proof, on the page of the call. It ends after five minutes. */
export const registerMailboxRequest = {
  call: registerMailboxCall,
  summary: 'Registers a mailbox between a wallet page and the wallet window',
  body: () => z.strictObject({ id: boxId() }),
  errors: ['LETTER_EXISTS', 'PAGE_UNKNOWN', 'RATE_LIMITED'],
} as const satisfies HttpRequest;

export const openMailboxCall = {
  method: 'POST',
  path: '/v1/mailbox/{id}/open',
  auth: 'proof',
  response: z.object({
    /** Without it there is no such mailbox: not yet, or no longer. */
    page: z.optional(
      z.object({
        /** The installation's signing key, and its thumbprint. */
        jwk: p256PublicJwk,
        jkt: z.string(),
        projectId: z.string(),
        /** Empty where the project does not name the page's origin, but only a pattern that it matches. */
        projectName: z.string(),
        hostOrigin: z.string(),
      }),
    ),
  }),
} as const satisfies HttpCall;

/** Only the first key that opens a mailbox may use it. The response says which page registered it. */
export const openMailboxRequest = {
  call: openMailboxCall,
  summary: 'Opens a mailbox in the wallet window',
  params: boxParams,
  errors: ['LETTER_REFUSED', 'RATE_LIMITED'],
} as const satisfies HttpRequest;

export const putSealedMessageCall = {
  method: 'PUT',
  path: '/v1/mailbox/{id}/messages/{number}',
  auth: 'proof',
  response: doneAnswer,
} as const satisfies HttpCall;

/** The service cannot read the message. It is stored for five minutes, and can be read once. */
export const putSealedMessageRequest = {
  call: putSealedMessageCall,
  summary: 'Stores a sealed message for the other page of a mailbox',
  params: messageParams,
  body: () => z.strictObject({ ct: base64urlText(MAX_LENGTH) }),
  maxBody: MAX_BODY,
  errors: ['LETTER_EXISTS', 'LETTER_REFUSED', 'RATE_LIMITED'],
} as const satisfies HttpRequest;

export const takeSealedMessageCall = {
  method: 'GET',
  path: '/v1/mailbox/{id}/messages/{number}',
  auth: 'proof',
  /** Without `ct` there is no message: not yet, or no longer. */
  response: z.object({ ct: z.optional(z.string()) }),
} as const satisfies HttpCall;

export const takeSealedMessageRequest = {
  call: takeSealedMessageCall,
  summary: "Removes and returns a sealed message of a mailbox's other page",
  params: messageParams,
  errors: ['LETTER_REFUSED', 'RATE_LIMITED'],
} as const satisfies HttpRequest;
