import { type ChainId, DEFAULT_SLIPPAGE } from 'latchkit/protocol';
import { encodeFunctionData, type Hex, isHex, parseAbi } from 'viem';
import { briefAnswers } from '../../platform/http/briefAnswers.js';
import { HttpError } from '../../platform/http/HttpError.js';
import { RpcError } from '../../platform/jsonrpc/RpcError.js';
import type { RpcService } from '../chains/service.js';
import { PriceChanged } from './PriceChanged.js';
import type {
  PermitForm,
  SwapAsset,
  SwapEngine,
  SwapPermit,
  SwapQuote,
  SwapTransaction,
} from './SwapEngine.js';
import { VendorError } from './VendorError.js';

/** Milliseconds for which a quote is meant to be shown. */
const QUOTE_LIFE = 12_000;
/** Milliseconds for which a quote is used again for the same request, and that asking for it may take. */
const QUOTE_CACHE = 4_000;
const QUOTE_TIMEOUT = 15_000;
/** The same for the contracts that move tokens, which hardly change. */
const SPENDER_CACHE = 60_000;
/** The same for the tokens without a route, and how many tokens are looked at. */
const UNROUTED_CACHE = 5 * 60_000;
const MOST_TOKENS = 200;
/** Seconds in which a transaction must be on the chain. */
const DEADLINE = 20 * 60;
/** A slippage is counted in hundredths of a percent. */
const BASIS = 10_000n;

const erc20 = parseAbi([
  'function allowance(address owner, address spender) view returns (uint256)',
  'function approve(address spender, uint256 amount) returns (bool)',
]);

/** A swap as a page requests it. Assets are CAIP-10 ids of contracts, or CAIP-2 ids of chains for native currencies. */
export interface RequestedSwap {
  readonly from: string;
  readonly to: string;
  readonly amount: string;
  readonly userAddress: string;
}

export interface OfferedQuote {
  readonly engine: string;
  readonly quote: SwapQuote;
  readonly minimumOut: bigint;
  /** Unix time in milliseconds. */
  readonly expiresAt: number;
}

/** A permit to sign. */
export interface OfferedPermit extends PermitForm {
  /** Unix time in seconds. */
  readonly deadline: number;
}

export interface RequestedTerms {
  /** In percent. */
  readonly slippage: number;
  /** The minimum that the visitor has seen. */
  readonly agreed: bigint | undefined;
  /** As in the quote. */
  readonly gasPrice: bigint;
  readonly permit: SwapPermit | undefined;
}

export interface Swaps {
  /** @throws HttpError 400 `CHAIN_NOT_SUPPORTED` for a chain without an engine. */
  check(chainId: string): void;
  /** @throws HttpError `CHAIN_NOT_SUPPORTED`, 404 `SWAP_ROUTE_NOT_FOUND`, 503 `CHAIN_UNAVAILABLE`. */
  quotes(swap: RequestedSwap, gasPrice: bigint, gone: AbortSignal): Promise<readonly OfferedQuote[]>;
  /**
   * Of some tokens of a chain, those that certainly can't be swapped for one of them; none where the engine can't tell.
   *
   * @throws HttpError `CHAIN_NOT_SUPPORTED`, 503 `CHAIN_UNAVAILABLE`.
   */
  unrouted(asset: string, tokens: readonly string[], gone: AbortSignal): Promise<readonly string[]>;
  allowance(asset: string, account: string, gone: AbortSignal): Promise<bigint>;
  gasPrice(chainId: string, gone: AbortSignal): Promise<bigint>;
  /** The approval of exactly the amount, and the permit that the account can sign in its place. */
  approval(
    swap: RequestedSwap,
    gone: AbortSignal,
  ): Promise<{ readonly transaction: SwapTransaction; readonly permit: OfferedPermit | undefined }>;
  /** @throws HttpError 409 `SWAP_PRICE_CHANGED` if the pools pay less than the minimum. */
  build(
    swap: RequestedSwap,
    terms: RequestedTerms,
    gone: AbortSignal,
  ): Promise<{ readonly offer: OfferedQuote; readonly transaction: SwapTransaction }>;
}

interface QuotesAt {
  readonly quotes: readonly SwapQuote[];
  /** When they were asked for. Unix time in milliseconds. */
  readonly at: number;
}

/** Swaps by the first engine that serves a chain. */
export function swaps(
  engines: readonly SwapEngine[],
  rpc: Pick<RpcService, 'call'>,
  now: () => number = () => Date.now(),
): Swaps {
  const recent = briefAnswers<QuotesAt>(QUOTE_CACHE, QUOTE_TIMEOUT, now);
  const spenders = briefAnswers<Hex>(SPENDER_CACHE, QUOTE_TIMEOUT, now);
  const unroutedOf = briefAnswers<readonly SwapAsset[]>(UNROUTED_CACHE, QUOTE_TIMEOUT, now);
  const spenderOf = (engine: SwapEngine, chainId: ChainId, gone: AbortSignal) =>
    reach(spenders.get(`${engine.id} ${chainId}`, stopped => engine.spender(chainId, stopped), gone));
  const engineOf = (chainId: string, what = 'Swaps'): SwapEngine => {
    const found = engines.find(engine => engine.chains().includes(chainId as ChainId));
    if (found) return found;
    throw new HttpError(400, 'CHAIN_NOT_SUPPORTED', `Network not supported for ${what}`);
  };
  const read = async (chainId: string, method: string, params: readonly unknown[], gone: AbortSignal) => {
    const answer = await reach(rpc.call(chainId, method, params, gone));
    if (!isHex(answer) || answer === '0x') throw unavailable(undefined);
    return BigInt(answer);
  };
  const offersOf = async (
    swap: RequestedSwap,
    gasPrice: bigint,
    slippage: number,
    gone: AbortSignal,
    isFresh = false,
  ): Promise<readonly OfferedQuote[]> => {
    const chainId = chainOf(swap);
    const engine = engineOf(chainId);
    const amount = BigInt(swap.amount);
    const request = { chainId, from: assetOf(swap.from), to: assetOf(swap.to), amount, gasPrice };
    const ask = async (stopped: AbortSignal) => ({ quotes: await engine.quote(request, stopped), at: now() });
    const key = [engine.id, chainId, request.from, request.to, amount, gasPrice].join(' ');
    const { quotes: found, at } = await reach(isFresh ? ask(gone) : recent.get(key, ask, gone));
    if (found.length === 0)
      throw new HttpError(404, 'SWAP_ROUTE_NOT_FOUND', 'No pool exchanges these tokens');
    return found.map(quote => ({
      engine: engine.id,
      quote,
      minimumOut: (quote.amountOut * (BASIS - basisOf(slippage))) / BASIS,
      expiresAt: at + QUOTE_LIFE,
    }));
  };
  return {
    check: chainId => void engineOf(chainId),
    quotes: (swap, gasPrice, gone) => offersOf(swap, gasPrice, DEFAULT_SLIPPAGE, gone),
    async unrouted(asset, tokens, gone) {
      const chainId = chainIdOf(asset);
      const { id, unrouted } = engineOf(chainId);
      if (!unrouted) return [];
      const asked = tokens.slice(0, MOST_TOKENS).map(assetOf);
      const ask = (stopped: AbortSignal) => unrouted(chainId, assetOf(asset), asked, stopped);
      const key = [id, chainId, assetOf(asset)].join(' ').toLowerCase();
      const found = await reach(unroutedOf.get(key, ask, gone));
      return found.map(one => (one === 'native' ? chainId : `${chainId}:${one}`));
    },
    async allowance(asset, account, gone) {
      const chainId = chainIdOf(asset);
      const engine = engineOf(chainId);
      const token = assetOf(asset);
      if (token === 'native') return 0n;
      const spender = await spenderOf(engine, chainId, gone);
      const args = [account as Hex, spender] as const;
      const data = encodeFunctionData({ abi: erc20, functionName: 'allowance', args });
      return read(chainId, 'eth_call', [{ to: token, data }, 'latest'], gone);
    },
    async gasPrice(chainId, gone) {
      engineOf(chainId, 'Gas Price');
      return read(chainId, 'eth_gasPrice', [], gone);
    },
    async approval(swap, gone) {
      const chainId = chainOf(swap);
      const token = assetOf(swap.from);
      if (token === 'native')
        throw new HttpError(400, 'INVALID_QUERY', 'The native currency needs no approval');
      const engine = engineOf(chainId);
      const [spender, form] = await Promise.all([
        spenderOf(engine, chainId, gone),
        engine.permit && reach(engine.permit(chainId, token, swap.userAddress as Hex, gone)),
      ]);
      const args = [spender, BigInt(swap.amount)] as const;
      const data = encodeFunctionData({ abi: erc20, functionName: 'approve', args });
      const permit = form && { ...form, deadline: deadlineOf(now()) };
      return { transaction: { to: token, data, value: 0n }, permit };
    },
    async build(swap, { slippage, agreed, gasPrice, permit }, gone) {
      // What is signed must be what the service pays now.
      const [best] = await offersOf(swap, gasPrice, slippage, gone, true);
      if (!best) throw new HttpError(404, 'SWAP_ROUTE_NOT_FOUND', 'No pool exchanges these tokens');
      const minimumOut = agreed ?? best.minimumOut;
      if (best.quote.amountOut < minimumOut) throw priceChanged();
      const terms = {
        account: swap.userAddress as Hex,
        minimumOut,
        slippage: basisOf(slippage),
        deadline: deadlineOf(now()),
        permit,
      };
      const transaction = await reach(engineOf(chainOf(swap)).build(best.quote, terms, gone));
      return { offer: { ...best, minimumOut }, transaction };
    },
  };
}

function deadlineOf(now: number): number {
  return Math.floor(now / 1_000) + DEADLINE;
}

/** The chain of both assets. @throws HttpError 400 `CHAIN_NOT_SUPPORTED` if they are on two chains. */
function chainOf({ from, to }: RequestedSwap): ChainId {
  const chainId = chainIdOf(from);
  if (chainIdOf(to) === chainId) return chainId;
  throw new HttpError(400, 'CHAIN_NOT_SUPPORTED', 'The tokens are on different networks');
}

function chainIdOf(asset: string): ChainId {
  return asset.split(':', 2).join(':') as ChainId;
}

function assetOf(asset: string): SwapAsset {
  const [, , contract] = asset.split(':');
  return contract === undefined ? 'native' : (contract as Hex);
}

async function reach<Result>(asked: Promise<Result>): Promise<Result> {
  try {
    return await asked;
  } catch (cause) {
    if (cause instanceof RpcError || cause instanceof VendorError) throw unavailable(cause);
    if (cause instanceof PriceChanged) throw priceChanged(cause);
    throw cause;
  }
}

/** A slippage in percent, in hundredths of a percent. */
function basisOf(slippage: number): bigint {
  return BigInt(Math.round(slippage * 100));
}

function priceChanged(cause?: unknown): HttpError {
  return new HttpError(409, 'SWAP_PRICE_CHANGED', 'The price has changed', { cause });
}

function unavailable(cause: unknown): HttpError {
  return new HttpError(503, 'CHAIN_UNAVAILABLE', 'The chain cannot be read', { cause });
}
