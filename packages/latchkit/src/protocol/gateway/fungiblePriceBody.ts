import * as z from 'zod/mini';
import { MAX_PRICED_TOKENS } from './maxPricedTokens.js';

/** Body of `POST /v1/fungible/price`. */
export const fungiblePriceBody = z.object({
  /** For example `usd`. */
  currency: z.string(),
  /** CAIP-10 ids of token contracts; for a native currency, the chain's CAIP-2 id with the address `native`. */
  addresses: z.array(z.string()).check(z.minLength(1), z.maxLength(MAX_PRICED_TOKENS)),
});
