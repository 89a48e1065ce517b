import type { Context, MiddlewareHandler } from 'hono';
import {
  buildSwapApprovalRequest,
  buildSwapRequest,
  readSwapAllowanceRequest,
  readSwapGasPriceRequest,
  readSwapQuotesRequest,
  readSwapTokensRequest,
  readUnroutedTokensRequest,
} from 'latchkit/protocol';
import type { Hex } from 'viem';
import type { CallHandler } from '../../platform/http/serveCalls.js';
import { handle } from '../projects/projectCalls.js';
import { currencyOf } from '../tokens/currencies.js';
import type { Token } from '../tokens/Token.js';
import type { TokenIcon } from '../tokens/TokenIcon.js';
import type { SwapAsset, SwapTransaction } from './SwapEngine.js';
import type { OfferedQuote, Swaps } from './service.js';

export interface ConvertRoutesOptions {
  readonly swaps: Swaps;
  readonly tokens: readonly Token[];
  readonly icon: TokenIcon;
  /** Limits calls that ask the services. */
  readonly limit: MiddlewareHandler;
}

/** Quotes of swaps, and the transactions that make them. */
export function convertCalls({ swaps, tokens, icon, limit }: ConvertRoutesOptions): readonly CallHandler[] {
  return [
    handle(readSwapTokensRequest, ({ query: { chainId }, context }) => {
      swaps.check(chainId);
      const listed = tokens
        .filter(token => token.chainId === chainId)
        .map(({ address, ...token }) => ({ ...token, address: `${chainId}:${address}` }));
      const native = { ...currencyOf(chainId), address: chainId };
      return { tokens: [native, ...listed].map(token => toToken(token, icon, context)) };
    }),
    handle(
      readUnroutedTokensRequest,
      async ({ query: { asset }, context }) => {
        const chainId = asset.split(':', 2).join(':');
        const listed = tokens.filter(token => token.chainId === chainId);
        const ids = [chainId, ...listed.map(({ address }) => `${chainId}:${address}`)];
        return { tokens: await swaps.unrouted(asset, ids, context.req.raw.signal) };
      },
      limit,
    ),
    handle(
      readSwapQuotesRequest,
      async ({ query, context }) => {
        const offers = await swaps.quotes(query, BigInt(query.gasPrice ?? '0'), context.req.raw.signal);
        return { quotes: offers.slice(0, 1).map(toQuote) };
      },
      limit,
    ),
    handle(
      readSwapAllowanceRequest,
      async ({ query: { tokenAddress, userAddress }, context }) => ({
        allowance: String(await swaps.allowance(tokenAddress, userAddress, context.req.raw.signal)),
      }),
      limit,
    ),
    handle(readSwapGasPriceRequest, async ({ query: { chainId }, context }) => ({
      standard: String(await swaps.gasPrice(chainId, context.req.raw.signal)),
    })),
    handle(
      buildSwapApprovalRequest,
      async ({ query, context }) => {
        const { transaction, permit } = await swaps.approval(query, context.req.raw.signal);
        const tx = toTransaction(query.userAddress, transaction);
        return permit ? { tx, permit: { ...permit, nonce: String(permit.nonce) } } : { tx };
      },
      limit,
    ),
    handle(
      buildSwapRequest,
      async ({ body, context }) => {
        const { slippage, minimumOut, gasPrice = '0', permit } = body;
        const terms = {
          slippage,
          agreed: minimumOut === undefined ? undefined : BigInt(minimumOut),
          gasPrice: BigInt(gasPrice),
          permit: permit && { ...permit, signature: permit.signature as Hex },
        };
        const built = await swaps.build(body, terms, context.req.raw.signal);
        return { tx: toTransaction(body.userAddress, built.transaction), quote: toQuote(built.offer) };
      },
      limit,
    ),
  ];
}

interface KnownToken {
  readonly address: string;
  readonly name: string;
  readonly symbol: string;
  readonly decimals: number;
  readonly logo?: string;
}

function toToken({ address, name, symbol, decimals, logo }: KnownToken, icon: TokenIcon, context: Context) {
  const logoUri = logo ?? icon(symbol, context);
  return { address, name, symbol, decimals, ...(logoUri === undefined ? {} : { logoUri }) };
}

function toTransaction(from: string, { to, data, value }: SwapTransaction) {
  return { from, to, data, value: String(value) };
}

function toQuote({ engine, quote, minimumOut, expiresAt }: OfferedQuote) {
  const { request, amountOut, gas, priceImpactPct, route } = quote;
  const id = (asset: SwapAsset) => `${request.chainId}:${asset}`;
  return {
    engine,
    fromAmount: String(request.amount),
    toAmount: String(amountOut),
    minimumOut: String(minimumOut),
    priceImpactPct,
    gas: String(gas),
    expiresAt,
    route: route.map(({ kind, fee, from, to }) => ({ kind, fee, from: id(from), to: id(to) })),
  };
}
