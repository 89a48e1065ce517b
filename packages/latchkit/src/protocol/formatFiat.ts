/**
 * Formats an amount of money: `12.3412` is `$12.34`. Undefined stays undefined: amounts without a live price are not shown.
 *
 * @param value - In whole units of the currency.
 * @param options.locale BCP 47 tag; default: the browser's.
 * @param options.currency ISO 4217 code. Default `USD`.
 * @param options.digits Decimals. Default 2.
 */
export function formatFiat(
  value: number | undefined,
  options: {
    readonly locale?: string | undefined;
    readonly currency?: string | undefined;
    readonly digits?: number;
  } = {},
): string | undefined {
  if (value === undefined || !Number.isFinite(value)) return undefined;
  const { locale, currency = 'USD', digits = 2 } = options;
  const text = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(value);
  // Arabic starts with a right-to-left mark, which tears signs such as US$ apart: isolate the amount as left-to-right text.
  return text.startsWith('\u200f') ? `\u2066${text.slice(1)}\u2069` : text;
}
