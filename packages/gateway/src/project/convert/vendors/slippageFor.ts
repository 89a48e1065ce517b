import { PriceChanged } from '../PriceChanged.js';
import type { SwapTerms } from '../SwapEngine.js';

/** A slippage is counted in hundredths of a percent. */
export const BASIS = 10_000n;
/** The most that both vendors take: 50 percent. */
const MOST = 5_000n;

/**
 * The slippage, in hundredths of a percent, with which a vendor whose API takes no minimum guarantees the minimum: at most the
 * visitor's, so that a price that rose is not given away. Rounded down, so that the vendor's minimum is not lower.
 *
 * @param amountOut - What the vendor's fresh quote pays.
 * @throws PriceChanged if that is less than the minimum.
 */
export function slippageFor(amountOut: bigint, { minimumOut, slippage }: SwapTerms): bigint {
  if (amountOut < minimumOut || amountOut === 0n) throw new PriceChanged('The price has changed');
  const most = ((amountOut - minimumOut) * BASIS) / amountOut;
  return [slippage, most, MOST].reduce((least, one) => (one < least ? one : least));
}

/** What is left of an amount after a slippage, rounded down. */
export function afterSlippage(amountOut: bigint, slippage: bigint): bigint {
  return (amountOut * (BASIS - slippage)) / BASIS;
}
