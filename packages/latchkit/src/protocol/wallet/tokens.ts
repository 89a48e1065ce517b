import * as z from 'zod/mini';

/** A fungible token that the wallet's operator lists by name. */
const listedToken = z.object({
  /** EIP-55 address of the contract; on Solana the mint. */
  address: z.string(),
  name: z.string(),
  symbol: z.string(),
  decimals: z.int().check(z.gte(0), z.lte(255)),
  /** Id of its image, `GET /token-images/{id}`; absent: it has none. */
  image: z.optional(z.string()),
});

/** A fungible token that the wallet's operator lists by name. */
export type ListedToken = z.infer<typeof listedToken>;

/** Answer of `GET /v1/tokens/{chainId}`. */
export const listedTokensAnswer = z.object({ tokens: z.array(listedToken) });
