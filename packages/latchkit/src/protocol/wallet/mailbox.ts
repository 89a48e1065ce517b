import * as z from 'zod/mini';
import { base64urlText } from './walletFields.js';

/** Characters of a sealed letter. */
const LETTER = 262_144;

/** Id of a box: 32 bytes as base64url, which only the two pages know that share it. */
export const mailboxId = base64urlText(43).check(z.minLength(43));

/** Body of `PUT /v1/mailbox/{id}`: a letter that the service cannot read. It waits five minutes, and can be taken once. */
export const mailboxBody = z.strictObject({ ct: base64urlText(LETTER) });

/** Answer of `GET /v1/mailbox/{id}`. Without `ct`: no letter is there, not yet or not any more. */
export const mailboxAnswer = z.object({ ct: z.optional(z.string()) });
