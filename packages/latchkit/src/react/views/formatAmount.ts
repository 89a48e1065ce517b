/**
 * Formats an exact amount in the locale's digits, without rounding. @param amount plain decimal string of whole
 * tokens.
 */
export function formatAmount(amount: string, locale: string): string {
  // Pass the string: a Number would lose digits.
  return new Intl.NumberFormat(locale, { maximumFractionDigits: 20 }).format(amount as `${number}`);
}

/** Maximum number of digits in a short amount. */
const READ = 8;

/**
 * An amount short enough to read, with '≈' before it if digits are cut off: one with 18 decimals fills two lines,
 * which visitors don't compare. @param amount plain decimal string of whole tokens.
 */
export function shortAmount(amount: string, locale: string): string {
  const [whole = '', decimals = ''] = amount.split('.');
  const zeros = whole.replace(/^0+/, '') === '' ? (/^0*/.exec(decimals)?.[0].length ?? 0) : 0;
  const room = Math.max(READ - whole.replace(/^0+/, '').length, 2) + zeros;
  if (decimals.replace(/0+$/, '').length <= room) return formatAmount(amount, locale);
  // Truncate instead of rounding, so that it never shows more than the amount.
  return `≈ ${formatAmount(`${whole}.${decimals.slice(0, room)}`, locale)}`;
}

/**
 * Formats a fee with 3 significant digits; more are of no use. @param amount plain decimal string of whole tokens.
 */
export function formatFee(amount: string, locale: string): string {
  const options = {
    maximumSignificantDigits: 3,
    maximumFractionDigits: 20,
    roundingPriority: 'lessPrecision',
  };
  return new Intl.NumberFormat(locale, options as Intl.NumberFormatOptions).format(amount as `${number}`);
}

/** Reduces the font size of long amounts before they scroll. */
export function lengthClass(value: string): 'md' | 'sm' | undefined {
  if (value.length > 15) return 'sm';
  return value.length > 10 ? 'md' : undefined;
}
