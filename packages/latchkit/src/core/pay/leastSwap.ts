import type { SwapQuote } from '../swap/swapState.js';

/** Quotes that a search asks for at most. */
const MOST = 6;
/** A swap that brings this many thousandths more than is due is small enough. */
const SURPLUS = 5n;

/**
 * Searches the smallest swap that brings an amount for certain.
 *
 * @param first - A quote that does.
 * @param due - In the smallest units of the received token.
 * @param ask - Quotes another amount of the paid token, in its smallest units.
 */
export async function leastSwap(
  first: SwapQuote,
  due: bigint,
  ask: (amountIn: bigint) => Promise<SwapQuote>,
): Promise<SwapQuote> {
  let [least, last] = [first, first];
  for (let asked = 0; asked < MOST && isTooMuch(least, due); asked += 1) {
    if (last.minimumOut === 0n) break;
    // A thousandth more, because amounts are rounded. The price can differ from that of the last quote: a smaller swap has less
    // impact, and may take another route.
    const amountIn = (last.amountIn * due * 1_001n) / (last.minimumOut * 1_000n) + 1n;
    if (amountIn >= least.amountIn) break;
    last = await ask(amountIn);
    if (last.minimumOut >= due) least = last;
  }
  return least;
}

function isTooMuch({ minimumOut }: SwapQuote, due: bigint): boolean {
  return minimumOut * 1_000n > due * (1_000n + SURPLUS);
}
