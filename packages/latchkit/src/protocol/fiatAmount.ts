import { formatUnits } from './formatUnits.js';
import { toBaseUnits } from './toBaseUnits.js';

/** Decimals used for prices; enough for the price of the cheapest tokens. */
const PRICE_DECIMALS = 18;
/** Maximum decimals of a token amount computed from fiat; more are not meaningful. */
const SHOWN_DECIMALS = 8;

/** The value of a token amount, as a plain decimal string with 2 decimals, truncated. @param price - Price of one whole token. */
export function toFiat(amount: string, price: number): string | undefined {
  const units = toBaseUnits(cut(amount, PRICE_DECIMALS), PRICE_DECIMALS);
  const priced = priceUnits(price);
  if (units === undefined || priced === undefined) return undefined;
  const cents = (units * priced) / 10n ** BigInt(PRICE_DECIMALS * 2 - 2);
  const digits = cents.toString().padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/**
 * The token amount that a fiat amount buys, as a plain decimal string, truncated to the token's decimals and to what is worth
 * showing.
 */
export function fromFiat(money: string, price: number, decimals: number): string | undefined {
  const units = toBaseUnits(cut(money, PRICE_DECIMALS), PRICE_DECIMALS);
  const priced = priceUnits(price);
  if (units === undefined || !priced) return undefined;
  const shown = Math.min(decimals, SHOWN_DECIMALS);
  return formatUnits((units * 10n ** BigInt(shown)) / priced, shown);
}

function priceUnits(price: number): bigint | undefined {
  if (!Number.isFinite(price) || price < 0) return undefined;
  // The source's own digits: further digits of a float are noise.
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
