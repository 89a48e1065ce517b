import { parseAmount } from '../../protocol/amounts.js';
import { isError } from '../../protocol/BaseError.js';
import { createError } from '../../protocol/errors.js';
import type { CaipNetwork } from '../adapter/Network.js';
import { readTokenFactor, scaledBy, unitsOfText } from '../balances/tokenScale.js';
import { activeConnection } from '../connection/activeConnection.js';
import { rpcUrl } from '../kernel/gatewayUrl.js';
import { getQueryClient } from '../kernel/queries.js';
import type { Latchkit } from '../Latchkit.js';
import { updateSwap } from './swapDraft.js';
import { swapError } from './swapErrors.js';
import { readGasPrice, readQuote } from './swapGateway.js';
import { type SwapAsset, type SwapQuote, selectSwap, swapAsset } from './swapState.js';

/** The swap to quote. */
export interface QuoteSwapOptions {
  /** What is paid: the CAIP-10 id of a token's contract, or the CAIP-2 id of the chain for its native currency. */
  readonly from: SwapAsset;
  /** What is received, on the same chain. */
  readonly to: SwapAsset;
  /** What is paid, in the smallest units of `from`. */
  readonly amount: bigint;
  /** How much less than quoted the account accepts, in percent, from 0.05 to 50. Default: 1. */
  readonly slippage?: number;
}

/** How long the price of gas is used, in ms. */
const GAS_FRESH_MS = 12_000;

/**
 * What a swap of the connected EVM account would pay now.
 *
 * @throws SWAP_UNSUPPORTED_CHAIN; SWAP_ROUTE_NOT_FOUND; SWAP_INCOMPLETE; CAIP_NETWORK_OR_ADDRESS_UNDEFINED if nothing is
 * connected; REQUEST_FAILED, REQUEST_TIMEOUT or SERVICE_ERROR if the gateway does not answer.
 *
 * @example
 * const quote = await quoteSwap(kit, {
 *   from: 'eip155:1',
 *   to: 'eip155:1:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
 *   amount: 10n ** 17n,
 * });
 */
export async function quoteSwap(kit: Latchkit, options: QuoteSwapOptions): Promise<SwapQuote> {
  const { address, network } = activeConnection(kit, 'eip155');
  const { from, to, amount, slippage } = options;
  if (from === to || amount <= 0n) throw swapError('SWAP_INCOMPLETE');
  const chainId = network.caipNetworkId;
  const gasPrice = await getQueryClient(kit)
    .fetchQuery({
      queryKey: ['swap-gas-price', chainId],
      queryFn: () => readGasPrice(kit, chainId),
      staleTime: GAS_FRESH_MS,
    })
    .catch(() => undefined);
  const factors = Promise.all([readTokenFactor(kit, from), readTokenFactor(kit, to)]);
  // Why there is no quote says more.
  factors.catch(() => {});
  const quote = await readQuote(kit, { from, to, amount, address, slippage }, gasPrice);
  const [fromFactor, toFactor] = await factors;
  return { ...quote, factors: { from: fromFactor, to: toFactor } };
}

/** The amount of the form in the smallest units; undefined if it is not a valid amount of the token. */
export function formAmount(kit: Latchkit): bigint | undefined {
  const { from, amount } = selectSwap(kit.store.getState());
  const plain = parseAmount(amount);
  const units = from && plain !== undefined ? unitsOfText(plain, from) : undefined;
  return units === undefined || units === 0n ? undefined : units;
}

/** Milliseconds between two quotes of the same form, and after the last input. */
const REFRESH_MS = 12_000;
const REST_MS = 300;
/** Milliseconds between two looks at the latest block of a development chain. */
const LOOK_MS = 1_000;

/**
 * Keeps the quote of the form in `state.swap` current until the returned function is called: after each change of the form, every
 * 12 s, and at once on a new block of a development chain. Without a call in between, nothing is requested.
 */
export function watchSwapQuote(kit: Latchkit): () => void {
  const over = new AbortController();
  const { signal } = over;
  kit.kernel.signal.addEventListener('abort', stop, { once: true });
  let timer: ReturnType<typeof setTimeout> | undefined;
  let blocks: ReturnType<typeof setTimeout> | undefined;
  let block: bigint | undefined;
  const formOf = () => {
    const { from, to, slippage, account } = selectSwap(kit.store.getState());
    return [account, from && swapAsset(from), to && swapAsset(to), formAmount(kit), slippage].join();
  };
  let form = formOf();
  const refresh = async () => {
    clearTimeout(timer);
    const asked = form;
    // A change of the form has started another refresh.
    const isCurrent = () => !signal.aborted && asked === form;
    const isDue = await refreshQuote(kit, isCurrent);
    if (!isDue || !isCurrent()) return;
    clearTimeout(timer);
    timer = setTimeout(refresh, REFRESH_MS);
  };
  const look = async () => {
    const latest = await latestBlock(kit, signal);
    if (signal.aborted || latest === undefined) return;
    if (block !== undefined && latest !== block) void refresh();
    block = latest;
    blocks = setTimeout(look, LOOK_MS);
  };
  const unsubscribe = kit.store.subscribe(() => {
    const next = formOf();
    if (next === form) return;
    form = next;
    clearTimeout(timer);
    timer = setTimeout(refresh, REST_MS);
  });
  timer = setTimeout(refresh);
  void look();
  function stop() {
    over.abort();
    clearTimeout(timer);
    clearTimeout(blocks);
    unsubscribe();
    kit.kernel.signal.removeEventListener('abort', stop);
  }
  return stop;
}

/** Requests a quote for the form. @returns whether another one is due later. */
async function refreshQuote(kit: Latchkit, isCurrent: () => boolean): Promise<boolean> {
  const { from, to, slippage, quote } = selectSwap(kit.store.getState());
  const amount = formAmount(kit);
  if (!from || !to || amount === undefined) {
    updateSwap(kit, { quote: undefined, quoteStatus: 'none', quoteError: undefined });
    return false;
  }
  updateSwap(kit, { quoteStatus: quote ? 'stale' : 'loading' });
  try {
    const terms = { from: swapAsset(from), to: swapAsset(to), amount };
    const next = await quoteSwap(kit, { ...terms, ...(slippage === undefined ? {} : { slippage }) });
    if (!isCurrent()) return false;
    const { factors } = next;
    // With another factor, the typed amount is another one on the chain, and is quoted again.
    const tokens = factors && { from: scaledBy(from, factors.from), to: scaledBy(to, factors.to) };
    updateSwap(kit, { ...tokens, quote: next, quoteStatus: 'ready', quoteError: undefined });
  } catch (cause) {
    const quoteError = isError(cause) ? cause : createError('REQUEST_FAILED', { cause });
    if (isCurrent()) updateSwap(kit, { quote: undefined, quoteStatus: 'error', quoteError });
  }
  return true;
}

/** The latest block of a development chain; undefined for other chains, where a look every second would cost too much. */
async function latestBlock(kit: Latchkit, signal: AbortSignal): Promise<bigint | undefined> {
  try {
    const { adapter, network } = activeConnection(kit, 'eip155');
    if (!isDevelopmentChain(kit, network)) return undefined;
    return await adapter.getBlockNumber?.({ network, signal });
  } catch {
    return undefined;
  }
}

/** Whether a chain is read from the visitor's own machine. */
function isDevelopmentChain(kit: Latchkit, network: CaipNetwork): boolean {
  const url = rpcUrl(kit.options, network);
  if (!url || !network.testnet) return false;
  const { hostname } = new URL(url);
  return hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]';
}
