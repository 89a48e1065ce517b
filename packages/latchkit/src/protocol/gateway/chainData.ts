import * as z from 'zod/mini';

/** Answer of `GET /v1/supported-chains` [CALL-16]: CAIP-2 ids of the chains that the data calls serve. */
export const supportedChainsAnswer = z.object({ http: z.array(z.string()) });

export type SupportedChainsAnswer = z.infer<typeof supportedChainsAnswer>;

/** Answer of `GET /v1/identity/{address}` [CALL-17]. Null: there is none. */
export const identityAnswer = z.object({
  name: z.catch(z.nullish(z.string()), undefined),
  /** Address of a picture. */
  avatar: z.catch(z.nullish(z.string()), undefined),
});

export type IdentityAnswer = z.infer<typeof identityAnswer>;

/** A figure from a live source; anything else counts as absent, and no fiat is shown. */
const figure = z.catch(z.nullish(z.number()), undefined);

/** One token of an account [ENT-12]. */
export const tokenBalance = z.object({
  name: z.string(),
  symbol: z.string(),
  /** CAIP-2 id. */
  chainId: z.string(),
  /** CAIP-10 id of the token's contract (its mint on Solana); absent for the native currency. */
  address: z.nullish(z.string()),
  /** Worth of the whole balance in the asked currency; absent where no price is known. */
  value: figure,
  /** Price of one whole token in the asked currency. */
  price: figure,
  quantity: z.object({
    /** A whole number, or its text. */
    decimals: z.union([z.number(), z.string()]),
    /** The balance in whole tokens, as a decimal string, for example `1.5`. */
    numeric: z.string(),
  }),
  iconUrl: z.catch(z.nullish(z.string()), undefined),
});

/** A token balance as a service gives it. */
export type TokenBalance = z.output<typeof tokenBalance>;

/** Answer of `GET /v1/account/{address}/balance` [CALL-19]. Entries are checked one by one with {@link tokenBalance}. */
export const accountBalanceAnswer = z.object({ balances: z.array(z.unknown()) });

/** Answer of `POST /v1/fungible/price`. A token whose price is not known is left out, or has none. */
export const fungiblePriceAnswer = z.object({
  fungibles: z.array(
    z.object({
      address: z.catch(z.nullish(z.string()), undefined),
      name: z.catch(z.nullish(z.string()), undefined),
      symbol: z.catch(z.nullish(z.string()), undefined),
      iconUrl: z.catch(z.nullish(z.string()), undefined),
      price: figure,
    }),
  ),
});

export type FungiblePrice = z.output<typeof fungiblePriceAnswer>['fungibles'][number];
