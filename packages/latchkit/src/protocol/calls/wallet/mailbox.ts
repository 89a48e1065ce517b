import * as z from 'zod/mini';
import { base64urlText, doneAnswer } from '../../wallet/walletFields.js';
import type { HttpCall, HttpRequest } from '../HttpCall.js';

/** Maximum length of a sealed message, in characters. */
const MAX_LENGTH = 262_144;

const MAX_BODY = 512 * 1024;

/** The id of a mailbox: 32 bytes as base64url, known only to the two pages that share it. */
const boxParams = () => z.object({ id: base64urlText(43).check(z.minLength(43)) });

export const putSealedMessageCall = {
  method: 'PUT',
  path: '/v1/mailbox/{id}',
  auth: 'proof',
  response: doneAnswer,
} as const satisfies HttpCall;

/** The service cannot read the message. It is stored for five minutes, and can be read once. */
export const putSealedMessageRequest = {
  call: putSealedMessageCall,
  summary: 'Stores a sealed message for another page of the wallet',
  params: boxParams,
  body: () => z.strictObject({ ct: base64urlText(MAX_LENGTH) }),
  maxBody: MAX_BODY,
  errors: ['LETTER_EXISTS', 'RATE_LIMITED'],
} as const satisfies HttpRequest;

export const takeSealedMessageCall = {
  method: 'GET',
  path: '/v1/mailbox/{id}',
  auth: 'open',
  /** Without `ct` there is no message: not yet, or no longer. */
  response: z.object({ ct: z.optional(z.string()) }),
} as const satisfies HttpCall;

export const takeSealedMessageRequest = {
  call: takeSealedMessageCall,
  summary: 'Removes and returns a sealed message; needs only its id',
  params: boxParams,
  errors: ['RATE_LIMITED'],
} as const satisfies HttpRequest;
