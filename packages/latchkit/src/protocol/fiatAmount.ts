import { formatUnits } from './formatUnits.js';
import { toBaseUnits } from './toBaseUnits.js';

/** Decimals that prices are taken with: the price of the smallest token still has some. */
const PRICE_DECIMALS = 18;
/** Decimals of a tokens' amount that is made from money: more say nothing. */
const SHOWN_DECIMALS = 8;

/** The worth of an amount of a token, as a plain decimal string with 2 decimals, cut. @param price of one whole token. */
export function toFiat(amount: string, price: number): string | undefined {
  const units = toBaseUnits(cut(amount, PRICE_DECIMALS), PRICE_DECIMALS);
  const priced = priceUnits(price);
  if (units === undefined || priced === undefined) return undefined;
  const cents = (units * priced) / 10n ** BigInt(PRICE_DECIMALS * 2 - 2);
  const digits = cents.toString().padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** How many tokens an amount of money buys, as a plain decimal string, cut to what the token and a reader can tell apart. */
export function fromFiat(money: string, price: number, decimals: number): string | undefined {
  const units = toBaseUnits(cut(money, PRICE_DECIMALS), PRICE_DECIMALS);
  const priced = priceUnits(price);
  if (units === undefined || !priced) return undefined;
  const shown = Math.min(decimals, SHOWN_DECIMALS);
  return formatUnits((units * 10n ** BigInt(shown)) / priced, shown);
}

function priceUnits(price: number): bigint | undefined {
  if (!Number.isFinite(price) || price < 0) return undefined;
  // As the source wrote it: the digits that a float has beyond those are noise.
  const text = String(price);
  return toBaseUnits(
    cut(text.includes('e') ? price.toFixed(PRICE_DECIMALS) : text, PRICE_DECIMALS),
    PRICE_DECIMALS,
  );
}

function cut(amount: string, decimals: number): string {
  const [whole = '', fraction = ''] = amount.split('.');
  return `${whole}.${fraction.slice(0, decimals)}`;
}
