import * as z from 'zod/mini';

/** One asset of `wallet_getAssets` [ENT-14]; ERC-7811 writes the types in lower case. */
export const walletAsset = z.object({
  /** The contract's address, or `native`. */
  address: z.string(),
  /** In the smallest unit, hexadecimal. */
  balance: z.string().check(z.regex(/^0x[0-9a-f]{1,64}$/i)),
  type: z.enum(['ERC20', 'NATIVE', 'erc20', 'native']),
  metadata: z.object({
    name: z.string(),
    symbol: z.string(),
    decimals: z.number().check(z.int(), z.minimum(0), z.maximum(255)),
    price: z.catch(z.nullish(z.number().check(z.nonnegative())), undefined),
    iconUrl: z.catch(z.nullish(z.string()), undefined),
  }),
});

export type WalletAsset = z.output<typeof walletAsset>;
