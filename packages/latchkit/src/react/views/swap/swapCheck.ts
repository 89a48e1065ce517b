import type { SwapState } from '../../../core/index.js';
import { parseAmount, shownText, toBaseUnits, unitsOfText } from '../../../internal/index.js';

/** Over this much price impact, in percent, a loss is pointed out, must be accepted, or there is no button. */
export const IMPACT = { said: 3, accepted: 10, refused: 50 } as const;

/** Limits of the slippage, in percent, and over which it is pointed out. */
export const SLIPPAGE = { min: 0.05, max: 50, said: 5 } as const;

/** The reason why a swap can't be reviewed yet. */
export type SwapProblem =
  | { readonly kind: 'incomplete' }
  | { readonly kind: 'notNumber' }
  | { readonly kind: 'tooManyDecimals' }
  | { readonly kind: 'zero' }
  /** `most`: the balance. */
  | { readonly kind: 'tooMuch'; readonly most: string }
  /** Too little of the native currency is left for the fee. */
  | { readonly kind: 'fee' }
  | { readonly kind: 'noQuote' }
  | { readonly kind: 'impact' };

/**
 * Returns what prevents the review of a swap, or undefined.
 *
 * @param native - The account's balance of the native currency, in the smallest units; undefined if it is not known.
 */
export function swapCheck(
  { from, to, amount, quote, quoteStatus }: SwapState,
  native: bigint | undefined,
): SwapProblem | undefined {
  if (!from || amount === '') return { kind: 'incomplete' };
  const { decimals, numeric } = from.quantity;
  const plain = parseAmount(amount);
  if (plain === undefined) return { kind: 'notNumber' };
  const units = unitsOfText(plain, from);
  if (units === undefined) return { kind: 'tooManyDecimals' };
  if (units === 0n) return { kind: 'zero' };
  const held = from.address ? (toBaseUnits(numeric, decimals) ?? 0n) : (native ?? 0n);
  if (units > held) return { kind: 'tooMuch', most: shownText(held, from) };
  if (!to) return { kind: 'incomplete' };
  if (!quote || quoteStatus === 'error') return { kind: 'noQuote' };
  const spent = (quote.fee ?? 0n) + (from.address ? 0n : units);
  if (native !== undefined && spent > native) return { kind: 'fee' };
  if (quote.priceImpactPct > IMPACT.refused) return { kind: 'impact' };
  return quote.amountIn === units ? undefined : { kind: 'noQuote' };
}

/** Parses a typed slippage; undefined if it is out of range. */
export function readSlippage(typed: string): number | undefined {
  const value = Number(parseAmount(typed) ?? Number.NaN);
  return value >= SLIPPAGE.min && value <= SLIPPAGE.max ? value : undefined;
}
