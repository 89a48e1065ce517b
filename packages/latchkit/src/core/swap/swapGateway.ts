import * as z from 'zod/mini';
import type { ChainId } from '../../protocol/caip.js';
import {
  buildSwapApprovalCall,
  type buildSwapApprovalRequest,
  buildSwapCall,
  type buildSwapRequest,
  DEFAULT_SLIPPAGE,
  readSwapAllowanceCall,
  type readSwapAllowanceRequest,
  readSwapGasPriceCall,
  type readSwapGasPriceRequest,
  readSwapQuotesCall,
  type readSwapQuotesRequest,
  readSwapTokensCall,
  type readSwapTokensRequest,
  readUnroutedTokensCall,
  type readUnroutedTokensRequest,
  type swapQuote,
  type swapToken,
} from '../../protocol/calls/project/convert.js';
import { createError } from '../../protocol/errors.js';
import { gatewayErrorAnswer } from '../../protocol/gateway/gatewayErrorAnswer.js';
import type { EvmTransaction } from '../adapter/Transaction.js';
import { isRecord } from '../adapter/untrusted.js';
import { callGateway } from '../kernel/callGateway.js';
import { getQueryClient } from '../kernel/queries.js';
import type { Latchkit } from '../Latchkit.js';
import { type SwapErrorCode, swapError } from './swapErrors.js';
import type { SwapAsset, SwapQuote } from './swapState.js';

/** A swap as the gateway's calls name it. */
export interface SwapTerms {
  readonly from: SwapAsset;
  readonly to: SwapAsset;
  /** What the account pays, in the smallest units. */
  readonly amount: bigint;
  /** The account's address. */
  readonly address: string;
  /** In percent. */
  readonly slippage?: number | undefined;
}

/** Creates the error of a refusal; undefined for one that says nothing about swaps. */
function refusal(unsupported: SwapErrorCode = 'SWAP_UNSUPPORTED_CHAIN') {
  const codes: Readonly<Record<string, SwapErrorCode>> = {
    CHAIN_NOT_SUPPORTED: unsupported,
    SWAP_PRICE_CHANGED: 'SWAP_PRICE_CHANGED',
    SWAP_ROUTE_NOT_FOUND: 'SWAP_ROUTE_NOT_FOUND',
  };
  return (answer: unknown) => {
    const read = z.safeParse(gatewayErrorAnswer, answer);
    const code = read.success ? codes[read.data.error.code] : undefined;
    return code && swapError(code);
  };
}

/** How long the list of tokens is used, in ms. */
const TOKENS_FRESH_MS = 5 * 60_000;

/** The tokens of a chain that can be swapped. @throws SWAP_UNSUPPORTED_CHAIN; the errors of {@link callGateway}. */
export async function readSwapTokens(
  kit: Latchkit,
  chainId: ChainId,
): Promise<readonly z.output<typeof swapToken>[]> {
  return getQueryClient(kit).fetchQuery({
    queryKey: ['swap-tokens', chainId],
    queryFn: async () => {
      const query = { chainId };
      const readRefusal = refusal();
      const call = callGateway<typeof readSwapTokensRequest>(kit, readSwapTokensCall, { query, readRefusal });
      return (await call).tokens;
    },
    staleTime: TOKENS_FRESH_MS,
  });
}

/**
 * The ids, in lower case, of the listed tokens that the gateway knows can't be swapped for one; none if it can't tell or doesn't answer.
 * Never rejects.
 */
export async function readUnroutedTokens(kit: Latchkit, asset: SwapAsset): Promise<ReadonlySet<string>> {
  const found = getQueryClient(kit).fetchQuery({
    queryKey: ['swap-unrouted', asset],
    queryFn: async () =>
      (await callGateway<typeof readUnroutedTokensRequest>(kit, readUnroutedTokensCall, { query: { asset } }))
        .tokens,
    staleTime: TOKENS_FRESH_MS,
  });
  return new Set((await found.catch(() => [])).map(id => id.toLowerCase()));
}

/** The price of a unit of gas. @throws GAS_PRICE_UNSUPPORTED_CHAIN; the errors of {@link callGateway}. */
export async function readGasPrice(kit: Latchkit, chainId: ChainId): Promise<bigint> {
  const { standard } = await callGateway<typeof readSwapGasPriceRequest>(kit, readSwapGasPriceCall, {
    query: { chainId },
    readRefusal: refusal('GAS_PRICE_UNSUPPORTED_CHAIN'),
  });
  return BigInt(standard);
}

/** The best quote. @throws SWAP_ROUTE_NOT_FOUND; SWAP_UNSUPPORTED_CHAIN; the errors of {@link callGateway}. */
export async function readQuote(
  kit: Latchkit,
  { from, to, amount, address, slippage }: SwapTerms,
  gasPrice: bigint | undefined,
): Promise<SwapQuote> {
  const { quotes } = await callGateway<typeof readSwapQuotesRequest>(kit, readSwapQuotesCall, {
    query: { from, to, amount: String(amount), userAddress: address, gasPrice: gasPrice?.toString() },
    readRefusal: refusal(),
  });
  const [best] = quotes;
  if (!best) throw swapError('SWAP_ROUTE_NOT_FOUND');
  return toQuote(best, { from, to, slippage }, gasPrice);
}

function toQuote(
  quote: z.output<typeof swapQuote>,
  { from, to, slippage = DEFAULT_SLIPPAGE }: Pick<SwapTerms, 'from' | 'to' | 'slippage'>,
  gasPrice: bigint | undefined,
): SwapQuote {
  const { engine, priceImpactPct, expiresAt, route } = quote;
  const amountOut = BigInt(quote.toAmount);
  // A slippage is counted in hundredths of a percent.
  const minimumOut = (amountOut * BigInt(10_000 - Math.round(slippage * 100))) / 10_000n;
  const fee = gasPrice === undefined ? undefined : BigInt(quote.gas) * gasPrice;
  const amountIn = BigInt(quote.fromAmount);
  const amounts = { amountIn, amountOut, minimumOut };
  return { engine, from, to, ...amounts, priceImpactPct, fee, gasPrice, expiresAt, route };
}

/** How much of a token the account lets the contract of the swaps take. */
export async function readAllowance(kit: Latchkit, token: SwapAsset, address: string): Promise<bigint> {
  const { allowance } = await callGateway<typeof readSwapAllowanceRequest>(kit, readSwapAllowanceCall, {
    query: { tokenAddress: token, userAddress: address },
    readRefusal: refusal(),
  });
  return BigInt(allowance);
}

/** What the account can sign in place of an approval (EIP-2612). */
export interface PermitForm {
  /** Of the token's EIP-712 domain. */
  readonly name: string;
  readonly version?: string | undefined;
  readonly nonce: string;
  /** Unix time in seconds. */
  readonly deadline: number;
}

/** A signed permit (EIP-2612). */
export interface SwapPermit {
  /** Unix time in seconds. */
  readonly deadline: number;
  /** 65 bytes as hex. */
  readonly signature: string;
}

/** The approval of exactly the amount of a swap, and the permit that can replace it. */
export async function buildApproval(
  kit: Latchkit,
  { from, to, amount, address }: SwapTerms,
): Promise<{ readonly approval: EvmTransaction; readonly permit: PermitForm | undefined }> {
  const { tx, permit } = await callGateway<typeof buildSwapApprovalRequest>(kit, buildSwapApprovalCall, {
    query: { from, to, amount: String(amount), userAddress: address },
    readRefusal: refusal(),
  });
  return { approval: toTransaction(tx), permit };
}

/**
 * The transaction of a swap.
 *
 * @param agreed - The quote that the visitor has seen.
 * @throws SWAP_PRICE_CHANGED if it would pay less than the minimum of `agreed`; SWAP_ROUTE_NOT_FOUND; INVALID_TRANSACTION.
 */
export async function buildSwapTransaction(
  kit: Latchkit,
  { from, to, amount, address, slippage = DEFAULT_SLIPPAGE }: SwapTerms,
  agreed: SwapQuote | undefined,
  permit?: SwapPermit,
): Promise<{ readonly transaction: EvmTransaction; readonly quote: SwapQuote }> {
  const { gasPrice } = agreed ?? {};
  const seen = agreed && { minimumOut: String(agreed.minimumOut), gasPrice: gasPrice?.toString() };
  const { tx, quote } = await callGateway<typeof buildSwapRequest>(kit, buildSwapCall, {
    body: { from, to, amount: String(amount), userAddress: address, slippage, ...seen, permit },
    readRefusal: refusal(),
  });
  const transaction = toTransaction(tx);
  const [, , token] = from.split(':');
  // The native currency that a swap takes is what is sold; and a token is sold by another contract, not by calling it.
  if (transaction.value !== (token === undefined ? amount : 0n) || isSameAddress(transaction.to, token))
    throw createError('INVALID_TRANSACTION');
  return { transaction, quote: toQuote(quote, { from, to, slippage }, undefined) };
}

function isSameAddress(one: string, other: string | undefined): boolean {
  return one.toLowerCase() === other?.toLowerCase();
}

function toTransaction({ to, data, value }: { to: string; data: string; value: string }): EvmTransaction {
  return { to, data: data as `0x${string}`, value: BigInt(value) };
}

/** The address that an approval lets take a token: the first argument of `approve(address,uint256)`. */
export function spenderOf({ data }: EvmTransaction): string | undefined {
  const found = /^0x095ea7b30{24}([0-9a-f]{40})[0-9a-f]{64}$/i.exec(data ?? '');
  return found ? `0x${found[1]}` : undefined;
}

/**
 * Refuses an approval that is not of exactly the amount that is sold, to the contract that the swap calls: a gateway that was taken over
 * could name anyone.
 *
 * @throws INVALID_TRANSACTION
 */
export function requireExactApproval(
  { to, data, value }: EvmTransaction,
  { from, amount }: Pick<SwapTerms, 'from' | 'amount'>,
  spender: string,
): void {
  const words = [BigInt(spender), amount].map(word => word.toString(16).padStart(64, '0'));
  const expected = [from.split(':')[2], `0x095ea7b3${words.join('')}`, 0n].join().toLowerCase();
  if ([to, data, value ?? 0n].join().toLowerCase() !== expected) throw createError('INVALID_TRANSACTION');
}

/** The approval of nothing in place of an approval: some tokens refuse another amount while one is approved. */
export function resetOf(approval: EvmTransaction): EvmTransaction {
  const { data = '0x' } = approval;
  return { ...approval, data: `${data.slice(0, -64)}${'0'.repeat(64)}` as `0x${string}` };
}

/** Whether the wallet runs several calls of a chain as one (EIP-5792 `atomic`), by its capabilities. */
export function runsCallsAsOne(capabilities: Readonly<Record<string, unknown>>, chain: number): boolean {
  const own = capabilities[`0x${chain.toString(16)}`];
  const atomic = isRecord(own) ? own.atomic : undefined;
  return isRecord(atomic) && (atomic.status === 'supported' || atomic.status === 'ready');
}
