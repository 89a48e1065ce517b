import * as z from 'zod/mini';
import { listOf } from '../listOf.js';
import { isFactor } from '../shownUnits.js';

/** Response of `GET /v1/supported-chains`: CAIP-2 ids of the chains that the data API supports. */
export const supportedChainsAnswer = z.object({
  http: z.array(z.string()),
  /** The chains with swaps. Absent at gateways that named only development chains. */
  swaps: z.catch(z.nullish(z.array(z.string())), undefined),
});

export type SupportedChainsAnswer = z.infer<typeof supportedChainsAnswer>;

/** Response of `GET /v1/identity/{address}`. Null: there is none. */
export const identityAnswer = z.object({
  name: z.catch(z.nullish(z.string()), undefined),
  /** URL of an image. */
  avatar: z.catch(z.nullish(z.string()), undefined),
});

export type IdentityAnswer = z.infer<typeof identityAnswer>;

/** A number from a live source; any other value counts as absent, and no fiat amount is shown. */
const figure = z.catch(z.nullish(z.number()), undefined);

/** One token of an account. */
export const tokenBalance = z.object({
  name: z.string(),
  symbol: z.string(),
  /** CAIP-2 id. */
  chainId: z.string(),
  /** CAIP-10 id of the token's contract (its mint on Solana); absent for the native currency. */
  address: z.nullish(z.string()),
  /** Value of the whole balance in the requested currency; absent without a known price. */
  value: figure,
  /** Price of one whole token in the requested currency. */
  price: figure,
  quantity: z.object({
    /** A whole number, as a number or a string. */
    decimals: z.union([z.number(), z.string()]),
    /** The balance in whole tokens, as a decimal string, for example `1.5`. */
    numeric: z.string(),
  }),
  /** What a scaled token (Token-2022, ERC-8056) shows instead: `amount` in whole tokens. Absent: it is not scaled. */
  shown: z.catch(
    z.nullish(
      z.object({
        amount: z.string(),
        /** A decimal number above 0. */
        factor: z.string().check(z.refine(isFactor)),
        /** Of Solana, when the factor was read. */
        slot: z.nullish(z.number()),
      }),
    ),
    undefined,
  ),
  iconUrl: z.catch(z.nullish(z.string()), undefined),
});

/** A token balance as a service returns it. */
export type TokenBalance = z.output<typeof tokenBalance>;

/** Response of `GET /v1/account/{address}/balance`. Entries are validated one by one with {@link tokenBalance}. */
export const accountBalanceAnswer = z.object({ balances: z.array(z.unknown()) });

/** Response of `POST /v1/fungible/price`. A token with an unknown price is left out, or has no price. */
export const fungiblePriceAnswer = z.object({
  fungibles: listOf(
    z.object({
      address: z.catch(z.nullish(z.string()), undefined),
      name: z.catch(z.nullish(z.string()), undefined),
      symbol: z.catch(z.nullish(z.string()), undefined),
      iconUrl: z.catch(z.nullish(z.string()), undefined),
      price: figure,
      /** `pools`: from the pools of swaps on the chain, because no service is set up. Absent: from a service. */
      source: z.catch(z.nullish(z.string()), undefined),
    }),
  ),
});

export type FungiblePrice = z.output<typeof fungiblePriceAnswer>['fungibles'][number];
