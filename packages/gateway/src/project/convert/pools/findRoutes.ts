import { type Hex, isAddressEqual } from 'viem';
import type { SwapHop, SwapQuote, SwapRequest } from '../SwapEngine.js';
import { type BatchPlace, callMulticall } from './callMulticall.js';
import type { PoolChain } from './poolChains.js';
import {
  type HopResult,
  hopsBetween,
  type PoolRead,
  type PoolState,
  pairOut,
  readQuote,
  readState,
} from './readPools.js';

/** Estimated units of gas: for the transaction itself, for a hop in a pair, and for a hop in a pool in addition to the quoter's estimate. */
const BASE_GAS = 80_000n;
const PAIR_GAS = 90_000n;
const POOL_GAS = 40_000n;

/** A hop in a pool with its output. */
interface Step extends HopResult {
  readonly state: PoolState;
}

/**
 * Finds every route of one hop, and of two hops over the wrapped currency or a stable token, at one block, in at most two batches of
 * reads. Returns the routes that pay, best first after their gas.
 */
export async function findRoutes(
  chain: PoolChain,
  request: SwapRequest,
  place: BatchPlace,
): Promise<readonly SwapQuote[]> {
  const from = request.from === 'native' ? chain.wrapped : request.from;
  const to = request.to === 'native' ? chain.wrapped : request.to;
  if (isAddressEqual(from, to) || request.amount <= 0n) return [];
  const isMiddle = (token: Hex) => !isAddressEqual(token, from) && !isAddressEqual(token, to);
  const middles = [chain.wrapped, ...chain.stables].filter(isMiddle);
  const first = [to, ...middles].flatMap(token => hopsBetween(from, token));
  const second = middles.flatMap(token => hopsBetween(token, to));
  const pools = first.filter(({ kind }) => kind === 'v3');
  // Quotes of pools that may not exist are read too, which saves a round trip.
  const reads = [
    ...[...first, ...second].map(hop => readState(chain, hop)),
    ...pools.map(hop => readQuote(chain, hop, request.amount)),
  ];
  const { block, values } = await readAll<PoolState | HopResult | undefined>(place, reads);
  const states = values.slice(0, first.length + second.length) as readonly (PoolState | undefined)[];
  const quotes = values.slice(first.length + second.length) as readonly (HopResult | undefined)[];
  const quoteOf = new Map(pools.map((hop, index) => [hop, quotes[index]]));
  const open = states.filter(state => state !== undefined);
  const steps = open.flatMap(state =>
    first.includes(state.hop) ? stepOf(state, request.amount, quoteOf.get(state.hop)) : [],
  );
  const pairs = steps.flatMap(step =>
    open.flatMap(state =>
      second.includes(state.hop) && state.hop.from === step.state.hop.to ? [{ step, state }] : [],
    ),
  );
  const results = await finish(chain, pairs, place, block);
  const routes = [...steps.filter(({ state }) => state.hop.to === to).map(step => [step]), ...results];
  const gasValue = valueOfGas(chain, { open, from, to });
  return routes
    .map(route => toQuote(request, route))
    .map(quote => ({ quote, net: Number(quote.amountOut) - Number(quote.gas * request.gasPrice) * gasValue }))
    .sort((one, other) => other.net - one.net || Number(other.quote.amountOut - one.quote.amountOut))
    .map(({ quote }) => quote);
}

interface Continuation {
  readonly step: Step;
  readonly state: PoolState;
}

/** Adds the second hop to routes: pairs are computed, pools quoted in one batch at the block of the first. */
async function finish(
  chain: PoolChain,
  continuations: readonly Continuation[],
  place: BatchPlace,
  block: bigint,
): Promise<readonly (readonly Step[])[]> {
  const asked = continuations.filter(({ state }) => state.reserves === undefined);
  const reads = asked.map(({ step, state }) => readQuote(chain, state.hop, step.amountOut));
  const { values } = reads.length === 0 ? { values: [] } : await readAll(place, reads, block);
  const quoteOf = new Map(asked.map((one, index) => [one, values[index]]));
  return continuations.flatMap(one =>
    stepOf(one.state, one.step.amountOut, quoteOf.get(one)).map(next => [one.step, next]),
  );
}

function stepOf(state: PoolState, amount: bigint, quote: HopResult | undefined): readonly Step[] {
  const amountOut = state.reserves ? pairOut(amount, state.reserves) : quote?.amountOut;
  const gas = state.reserves ? PAIR_GAS : POOL_GAS + (quote?.gas ?? 0n);
  return amountOut === undefined || amountOut === 0n ? [] : [{ state, amountOut, gas }];
}

function toQuote(request: SwapRequest, steps: readonly Step[]): SwapQuote {
  const amountOut = steps.at(-1)?.amountOut ?? 0n;
  const expected = steps.reduce((amount, { state }) => amount * state.price, Number(request.amount));
  const impact = Math.max(0, (1 - Number(amountOut) / expected) * 100);
  return {
    request,
    amountOut,
    gas: steps.reduce((total, { gas }) => total + gas, BASE_GAS),
    priceImpactPct: Math.round(impact * 100) / 100,
    route: steps.map(({ state }): SwapHop => state.hop),
  };
}

/** What one unit of the native currency is worth in the token received, at the best price of a pool; 0 if no pool was read. */
function valueOfGas(
  { wrapped }: PoolChain,
  { open, from, to }: { readonly open: readonly PoolState[]; readonly from: Hex; readonly to: Hex },
): number {
  if (isAddressEqual(to, wrapped)) return 1;
  const source = isAddressEqual(from, wrapped) ? from : wrapped;
  const prices = open.filter(({ hop }) => hop.from === source && hop.to === to).map(({ price }) => price);
  return Math.max(0, ...prices);
}

async function readAll<Result>(
  place: BatchPlace,
  reads: readonly PoolRead<Result>[],
  block?: bigint,
): Promise<{ readonly block: bigint; readonly values: readonly (Result | undefined)[] }> {
  const calls = reads.map(({ target, callData }) => ({ target, callData }));
  const batch = await callMulticall(place, calls, block);
  const values = reads.map(({ read }, index) => {
    const data = batch.results[index];
    try {
      return data === undefined ? undefined : read(data);
    } catch {
      // Another contract at the address of a pool.
      return undefined;
    }
  });
  return { block: batch.block, values };
}
