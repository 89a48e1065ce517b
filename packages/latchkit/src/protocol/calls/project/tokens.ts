import * as z from 'zod/mini';
import { accountBalanceAnswer, fungiblePriceAnswer } from '../../gateway/chainData.js';
import { MAX_PRICED_TOKENS } from '../../gateway/maxPricedTokens.js';
import type { HttpCall, HttpRequest } from '../HttpCall.js';
import { accountAddress, chainIdText, currency, projectId, projectQuery } from './queryFields.js';

export const readBalancesCall = {
  method: 'GET',
  path: '/v1/account/{address}/balance',
  auth: 'project',
  response: accountBalanceAnswer,
} as const satisfies HttpCall;

/** `forceUpdate` with any value but `false` bypasses the cache. */
export const readBalancesRequest = {
  call: readBalancesCall,
  summary: 'Balances of an account on a chain',
  params: () => z.object({ address: accountAddress() }),
  query: () =>
    z.object({
      projectId,
      // The default chain of the specification, section 9.
      chainId: z._default(chainIdText(), 'eip155:1'),
      currency: currency(),
      forceUpdate: z.optional(z.string().check(z.maxLength(4_000))),
    }),
  sends: () =>
    z.object({
      balances: z.array(
        z.object({
          name: z.string(),
          symbol: z.string(),
          chainId: z.string(),
          address: z.optional(z.string()),
          value: z.optional(z.number()),
          price: z.optional(z.number()),
          quantity: z.object({ decimals: z.string(), numeric: z.string() }),
          shown: z.optional(
            z.object({ amount: z.string(), factor: z.string(), slot: z.optional(z.number()) }),
          ),
          iconUrl: z.optional(z.string()),
        }),
      ),
    }),
  errors: ['BALANCE_UNAVAILABLE', 'CHAIN_NOT_SUPPORTED'],
} as const satisfies HttpRequest;

export const readPricesCall = {
  method: 'POST',
  path: '/v1/fungible/price',
  auth: 'project',
  response: fungiblePriceAnswer,
} as const satisfies HttpCall;

export const readPricesRequest = {
  call: readPricesCall,
  summary: 'Prices of tokens, from the configured source only',
  query: projectQuery,
  body: () =>
    z.object({
      currency: currency(),
      /** CAIP-10 ids of token contracts; the native currency is the chain's CAIP-2 id, alone or followed by `:native`. */
      addresses: z
        .array(z.string().check(z.regex(/^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}(:[-.%a-zA-Z0-9]{1,128})?$/)))
        .check(z.minLength(1), z.maxLength(MAX_PRICED_TOKENS)),
    }),
  // The maximum number of CAIP-10 ids of maximum length.
  maxBody: 32 * 1024,
  errors: [],
} as const satisfies HttpRequest;
