import * as z from 'zod/mini';
import { boundedText, compactToken, walletUuid } from '../../wallet/walletFields.js';
import type { HttpCall, HttpRequest } from '../HttpCall.js';

export const mirrorRowsCall = {
  method: 'POST',
  path: '/v1/mirror',
  auth: 'signed',
  /** Identifies the mirror: when it is new, the sender sends all its rows again. */
  response: z.object({ mirrorId: walletUuid }),
} as const satisfies HttpCall;

/** Called by the wallet service at the vault, and the reverse. */
export const mirrorRowsRequest = {
  call: mirrorRowsCall,
  summary: "Stores encrypted rows of the other service's store",
  maxBody: 4 * 1024 * 1024,
  body: () =>
    z.strictObject({
      /** Signed by the sender; contains the hash of `rows`. */
      token: compactToken,
      rows: z
        .array(
          z.strictObject({
            table: boundedText(63),
            key: boundedText(1_024),
            /** Decimal digits: the order of the row's changes. */
            seq: z.string().check(z.regex(/^\d{1,18}$/)),
            /** Base64; null: the row was deleted. */
            sealed: z.nullable(z.string()),
          }),
        )
        .check(z.maxLength(1_000)),
    }),
  errors: ['GRANT_INVALID'],
} as const satisfies HttpRequest;
