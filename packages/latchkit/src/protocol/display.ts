/** Shown before a balance is known, or if it cannot be read. */
export const UNKNOWN_BALANCE = '0.00';

/**
 * Formats a balance with 3 decimals, truncated, so that it never shows more than the account holds.
 *
 * @param balance - Decimal string of whole units, for example `1.23412`; undefined becomes '0.00'.
 * @param locale - BCP 47 tag for the decimal sign and grouping; default: a point and no grouping.
 *
 * @example
 * formatBalance('1234.5678', 'en'); // '1,234.567'
 */
export function formatBalance(balance: string | undefined, locale?: string): string {
  if (balance === undefined || balance === UNKNOWN_BALANCE) return UNKNOWN_BALANCE;
  const match = /^(-?\d+)(?:\.(\d+))?$/.exec(balance);
  if (!match) return UNKNOWN_BALANCE;
  const cut = `${match[1]}.${(match[2] ?? '').padEnd(3, '0').slice(0, 3)}`;
  if (!locale) return cut;
  const options = { minimumFractionDigits: 3, maximumFractionDigits: 3 };
  // Pass the string: a Number would lose digits of large balances.
  return new Intl.NumberFormat(locale, options).format(cut as `${number}`);
}
