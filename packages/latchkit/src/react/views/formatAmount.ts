/** An exact amount in the locale's digits: nothing of it is cut. @param amount plain decimal string of whole tokens. */
export function formatAmount(amount: string, locale: string): string {
  // The string goes in whole: a Number would lose digits.
  return new Intl.NumberFormat(locale, { maximumFractionDigits: 20 }).format(amount as `${number}`);
}

/** Digits of an amount that are read at a glance. */
const READ = 8;

/**
 * An amount short enough to read, with '≈' before it where digits are cut off: one with 18 decimals fills two lines, and
 * nobody compares them. @param amount plain decimal string of whole tokens.
 */
export function shortAmount(amount: string, locale: string): string {
  const [whole = '', decimals = ''] = amount.split('.');
  const zeros = whole.replace(/^0+/, '') === '' ? (/^0*/.exec(decimals)?.[0].length ?? 0) : 0;
  const room = Math.max(READ - whole.replace(/^0+/, '').length, 2) + zeros;
  if (decimals.replace(/0+$/, '').length <= room) return formatAmount(amount, locale);
  // Cut and not rounded: never more than is meant.
  return `≈ ${formatAmount(`${whole}.${decimals.slice(0, room)}`, locale)}`;
}

/** A fee with 3 significant digits: more tell nobody anything. @param amount plain decimal string of whole tokens. */
export function formatFee(amount: string, locale: string): string {
  const options = {
    maximumSignificantDigits: 3,
    maximumFractionDigits: 20,
    roundingPriority: 'lessPrecision',
  };
  return new Intl.NumberFormat(locale, options as Intl.NumberFormatOptions).format(amount as `${number}`);
}
