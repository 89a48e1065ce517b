import { formatUnits, type SwapQuote, type SwapToken } from '../../../core/index.js';
import { formatFiat, shownText, toFiat } from '../../../internal/index.js';
import type { Text } from '../../runtime/createText.js';
import { formatAmount, formatFee, shortAmount } from '../formatAmount.js';

/** Significant digits of an amount that was computed, such as a quote's. */
const DIGITS = 6;

/** An amount in the smallest units as text with its symbol. */
export function amountText({ locale }: Text, units: bigint, token: SwapToken): string {
  return `${shortAmount(shownText(units, token), locale)} ${symbolText(token.symbol)}`;
}

/** An amount in the smallest units with all its digits, for a tooltip. */
export function exactText(units: bigint, token: SwapToken): string {
  return `${shownText(units, token)} ${symbolText(token.symbol)}`;
}

/** A quoted amount, rounded: its last digits change with every block. */
export function aboutText({ locale }: Text, units: bigint, token: SwapToken): string {
  return `${rounded(shownText(units, token), locale)} ${symbolText(token.symbol)}`;
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

/** What an amount is worth; undefined without a live price. Whether the price of a scaled token is of what is shown, no source says. */
export function worthOf(units: bigint, token: SwapToken): number | undefined {
  if (token.price === undefined || token.shown) return undefined;
  return Number(toFiat(shownText(units, token), token.price) ?? 0);
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
  const paid = Number(shownText(quote.amountIn, from));
  const got = Number(shownText(quote.amountOut, to));
  const rate = new Intl.NumberFormat(text.locale, { maximumSignificantDigits: DIGITS }).format(got / paid);
  const amount = Number.isFinite(got / paid) ? rate : formatAmount('0', text.locale);
  return text.t('swap.rate', { from: symbolText(from.symbol), amount, to: symbolText(to.symbol) });
}
