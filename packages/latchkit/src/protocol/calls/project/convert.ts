import * as z from 'zod/mini';
import { listOf } from '../../listOf.js';
import type { HttpCall, HttpRequest } from '../HttpCall.js';
import { projectId } from './queryFields.js';

/** The slippage of a swap if the visitor chooses none, in percent. */
export const DEFAULT_SLIPPAGE = 1;

/** Limits of the slippage, in percent. */
const SLIPPAGE = { min: 0.05, max: 50 } as const;

/** CAIP-10 id of a token's contract, or CAIP-2 id of a chain for its native currency. */
const swapAsset = () =>
  z.string().check(z.regex(/^eip155:[1-9]\d{0,15}(:0x[0-9a-fA-F]{40})?$/, 'is not a token of an EVM chain'));
const evmChain = () =>
  z.string().check(z.regex(/^eip155:[1-9]\d{0,15}$/, 'is not the CAIP-2 id of an EVM chain'));
const evmAddress = () => z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/, 'is not an EVM address'));
/** Smallest units, in decimal. */
const units = () => z.string().check(z.regex(/^\d{1,78}$/, 'is not a whole number'));
const slippage = () => z.number().check(z.gte(SLIPPAGE.min), z.lte(SLIPPAGE.max));

/** 65 bytes: r, s and v. */
const permitSignature = () =>
  z.string().check(z.regex(/^0x[0-9a-fA-F]{128}(00|01|1[bcBC])$/, 'is not a signature of an account'));

/** A token that can be swapped. */
export const swapToken = z.object({
  /** CAIP-10 id of the contract; the native currency has the CAIP-2 id of its chain. */
  address: z.string(),
  name: z.string(),
  symbol: z.string(),
  decimals: z.int().check(z.gte(0), z.lte(255)),
  logoUri: z.catch(z.nullish(z.string()), undefined),
});

export const readSwapTokensCall = {
  method: 'GET',
  path: '/v1/convert/tokens',
  auth: 'project',
  response: z.object({ tokens: listOf(swapToken) }),
} as const satisfies HttpCall;

export const readSwapTokensRequest = {
  call: readSwapTokensCall,
  summary: 'Tokens of a chain that can be swapped, the native currency first',
  query: () => z.object({ projectId, chainId: evmChain() }),
  errors: ['CHAIN_NOT_SUPPORTED'],
} as const satisfies HttpRequest;

export const readUnroutedTokensCall = {
  method: 'GET',
  path: '/v1/convert/unrouted',
  auth: 'project',
  /** CAIP-10 ids of contracts, or the CAIP-2 id of the chain. */
  response: z.object({ tokens: listOf(z.string()) }),
} as const satisfies HttpCall;

export const readUnroutedTokensRequest = {
  call: readUnroutedTokensCall,
  summary: 'The listed tokens that certainly cannot be swapped for a token',
  query: () => z.object({ projectId, asset: swapAsset() }),
  errors: ['CHAIN_NOT_SUPPORTED', 'CHAIN_UNAVAILABLE'],
} as const satisfies HttpRequest;

/** One exchange of a route. */
const swapHop = z.object({
  kind: z.string(),
  /** In millionths. */
  fee: z.number(),
  from: z.string(),
  to: z.string(),
});

/** What a swap pays now. Amounts are in the smallest units, in decimal. */
export const swapQuote = z.object({
  /** Name of the source of the quote. */
  engine: z.string(),
  fromAmount: units(),
  toAmount: units(),
  /** What the account receives at least, with the default slippage. */
  minimumOut: units(),
  /** How much less the account receives than at the present price, in percent. */
  priceImpactPct: z.number(),
  /** Estimated units of gas. */
  gas: units(),
  /** Unix time in milliseconds. */
  expiresAt: z.number(),
  route: z.array(swapHop),
});

export const readSwapQuotesCall = {
  method: 'GET',
  path: '/v1/convert/quotes',
  auth: 'project',
  response: z.object({ quotes: listOf(swapQuote) }),
} as const satisfies HttpCall;

export const readSwapQuotesRequest = {
  call: readSwapQuotesCall,
  summary: 'What a swap pays, best first',
  query: () =>
    z.object({
      projectId,
      amount: units(),
      userAddress: evmAddress(),
      from: swapAsset(),
      to: swapAsset(),
      /** In the smallest units of the native currency; routes are compared after the price of their gas. */
      gasPrice: z.optional(units()),
    }),
  errors: ['CHAIN_NOT_SUPPORTED', 'CHAIN_UNAVAILABLE', 'SWAP_ROUTE_NOT_FOUND'],
} as const satisfies HttpRequest;

export const readSwapAllowanceCall = {
  method: 'GET',
  path: '/v1/convert/allowance',
  auth: 'project',
  response: z.object({ allowance: units() }),
} as const satisfies HttpCall;

export const readSwapAllowanceRequest = {
  call: readSwapAllowanceCall,
  summary: 'How much of a token an account lets the contract of the swaps take',
  query: () => z.object({ projectId, tokenAddress: swapAsset(), userAddress: evmAddress() }),
  errors: ['CHAIN_NOT_SUPPORTED', 'CHAIN_UNAVAILABLE'],
} as const satisfies HttpRequest;

export const readSwapGasPriceCall = {
  method: 'GET',
  path: '/v1/convert/gas-price',
  auth: 'project',
  response: z.object({ standard: units() }),
} as const satisfies HttpCall;

export const readSwapGasPriceRequest = {
  call: readSwapGasPriceCall,
  summary: 'The present price of gas, in the smallest units of the native currency',
  query: () => z.object({ projectId, chainId: evmChain() }),
  errors: ['CHAIN_NOT_SUPPORTED', 'CHAIN_UNAVAILABLE'],
} as const satisfies HttpRequest;

/** A transaction for the account to send. */
const builtTransaction = z.object({
  from: z.string(),
  to: z.string(),
  data: z.string(),
  /** In the smallest units of the native currency. */
  value: units(),
});

/** What differs between the permits that accounts sign (EIP-2612). */
const permitForm = z.object({
  /** Of the token's EIP-712 domain. */
  name: z.string(),
  version: z.optional(z.string()),
  nonce: units(),
  /** Unix time in seconds. */
  deadline: z.number(),
});

export const buildSwapApprovalCall = {
  method: 'GET',
  path: '/v1/convert/build-approve',
  auth: 'project',
  response: z.object({
    tx: builtTransaction,
    /** What the account can sign in place of the approval. */
    permit: z.catch(z.optional(permitForm), undefined),
  }),
} as const satisfies HttpCall;

export const buildSwapApprovalRequest = {
  call: buildSwapApprovalCall,
  summary: 'The approval of exactly the amount of a swap, and the permit that can replace it',
  query: () =>
    z.object({ projectId, from: swapAsset(), to: swapAsset(), amount: units(), userAddress: evmAddress() }),
  errors: ['CHAIN_NOT_SUPPORTED', 'CHAIN_UNAVAILABLE'],
} as const satisfies HttpRequest;

export const buildSwapCall = {
  method: 'POST',
  path: '/v1/convert/build-transaction',
  auth: 'project',
  response: z.object({ tx: builtTransaction, quote: swapQuote }),
} as const satisfies HttpCall;

export const buildSwapRequest = {
  call: buildSwapCall,
  summary: 'The transaction of a swap, with a fresh quote',
  query: () => z.object({ projectId }),
  body: () =>
    z.object({
      from: swapAsset(),
      to: swapAsset(),
      amount: units(),
      userAddress: evmAddress(),
      /** In percent. */
      slippage: z._default(slippage(), DEFAULT_SLIPPAGE),
      /** The minimum that the visitor has seen; without it, that of the fresh quote. */
      minimumOut: z.optional(units()),
      /** As in the quote that the visitor has seen, so that the same routes are compared. */
      gasPrice: z.optional(units()),
      /** The account's permit (EIP-2612) for exactly the amount. */
      permit: z.optional(
        z.object({
          /** Unix time in seconds. */
          deadline: z.int().check(z.positive()),
          signature: permitSignature(),
        }),
      ),
    }),
  errors: ['CHAIN_NOT_SUPPORTED', 'CHAIN_UNAVAILABLE', 'SWAP_PRICE_CHANGED', 'SWAP_ROUTE_NOT_FOUND'],
} as const satisfies HttpRequest;
