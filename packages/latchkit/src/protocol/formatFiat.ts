/**
 * Formats an amount of money with 2 decimals: `12.3412` is `$12.34`. Undefined stays undefined: amounts without a live price are
 * not shown.
 *
 * @param value - In whole units of the currency.
 * @param options.locale BCP 47 tag; default: the browser's.
 * @param options.currency ISO 4217 code. Default `USD`.
 */
export function formatFiat(
  value: number | undefined,
  options: { readonly locale?: string | undefined; readonly currency?: string | undefined } = {},
): string | undefined {
  if (value === undefined || !Number.isFinite(value)) return undefined;
  return new Intl.NumberFormat(options.locale, {
    style: 'currency',
    currency: options.currency ?? 'USD',
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  }).format(value);
}
