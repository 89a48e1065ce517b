import { formatUnits, type SwapQuote, type SwapToken } from '../../../core/index.js';
import { formatFiat, toFiat } from '../../../internal/index.js';
import type { Text } from '../../runtime/createText.js';
import { formatAmount, formatFee, shortAmount } from '../formatAmount.js';

/** Significant digits of an amount that was computed, such as a quote's. */
const DIGITS = 6;

/** An amount in the smallest units as text with its symbol. */
export function amountText({ locale }: Text, units: bigint, { quantity, symbol }: SwapToken): string {
  return `${shortAmount(formatUnits(units, quantity.decimals), locale)} ${symbolText(symbol)}`;
}

/** An amount in the smallest units with all its digits, for a tooltip. */
export function exactText(units: bigint, { quantity, symbol }: SwapToken): string {
  return `${formatUnits(units, quantity.decimals)} ${symbolText(symbol)}`;
}

/** A quoted amount, rounded: its last digits change with every block. */
export function aboutText({ locale }: Text, units: bigint, { quantity, symbol }: SwapToken): string {
  return `${rounded(formatUnits(units, quantity.decimals), locale)} ${symbolText(symbol)}`;
}

/** A quoted amount without its symbol. */
export function rounded(amount: string, locale: string): string {
  const options = { maximumSignificantDigits: DIGITS, maximumFractionDigits: 20, roundingMode: 'trunc' };
  return new Intl.NumberFormat(locale, options as Intl.NumberFormatOptions).format(amount as `${number}`);
}

/** A symbol of an unlisted token may be empty. */
export function symbolText(symbol: string): string {
  return symbol === '' ? '?' : symbol;
}

/** What an amount is worth; undefined without a live price. */
export function worthOf(units: bigint, { price, quantity }: SwapToken): number | undefined {
  if (price === undefined) return undefined;
  return Number(toFiat(formatUnits(units, quantity.decimals), price) ?? 0);
}

/** The worth of an amount as text. */
export function worthText({ locale }: Text, units: bigint, token: SwapToken): string | undefined {
  return formatFiat(worthOf(units, token), { locale });
}

/** A fee in the native currency. */
export function feeText({ locale }: Text, fee: bigint, native: { symbol: string; decimals: number }): string {
  return `${formatFee(formatUnits(fee, native.decimals), locale)} ${native.symbol}`;
}

/** A percentage. */
export function percentText({ locale }: Text, percent: number): string {
  const options = { style: 'percent', maximumFractionDigits: 2 } as const;
  return new Intl.NumberFormat(locale, options).format(percent / 100);
}

/** What one whole token is worth in the other. */
export function rateText(text: Text, quote: SwapQuote, from: SwapToken, to: SwapToken): string {
  const paid = Number(formatUnits(quote.amountIn, from.quantity.decimals));
  const got = Number(formatUnits(quote.amountOut, to.quantity.decimals));
  const rate = new Intl.NumberFormat(text.locale, { maximumSignificantDigits: DIGITS }).format(got / paid);
  const amount = Number.isFinite(got / paid) ? rate : formatAmount('0', text.locale);
  return text.t('swap.rate', { from: symbolText(from.symbol), amount, to: symbolText(to.symbol) });
}
