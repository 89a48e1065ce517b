import * as z from 'zod/mini';

const rate = z.number().check(z.positive());

/** Response of `GET /v1/bitcoin/fee-rates`, in sats per virtual byte. */
export const feeRatesAnswer = z.object({
  /** For the next block. */
  fast: rate,
  /** Within an hour. */
  normal: rate,
  /** Within a day. */
  slow: rate,
});

/** Fee rates, in sats per virtual byte. */
export type FeeRates = z.output<typeof feeRatesAnswer>;

/** Response of `POST /v1/bitcoin/transactions`. */
export const sentTransactionAnswer = z.object({
  /** The transaction's id. */
  id: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
});
