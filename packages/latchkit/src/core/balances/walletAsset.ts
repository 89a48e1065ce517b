import * as z from 'zod/mini';

/** One asset of `wallet_getAssets`; ERC-7811 uses lower-case types. */
export const walletAsset = z.object({
  /** The contract's address, or `native`. */
  address: z.string(),
  /** In the smallest unit, hexadecimal. */
  balance: z.string(),
  type: z.string(),
  metadata: z.object({
    name: z.string(),
    symbol: z.string(),
    decimals: z.number(),
    price: z.catch(z.nullish(z.number()), undefined),
    iconUrl: z.catch(z.nullish(z.string()), undefined),
  }),
});

export type WalletAsset = z.output<typeof walletAsset>;
