/** An exact amount in the locale's digits: nothing of it is cut. @param amount plain decimal string of whole tokens. */
export function formatAmount(amount: string, locale: string): string {
  // The string goes in whole: a Number would lose digits.
  return new Intl.NumberFormat(locale, { maximumFractionDigits: 20 }).format(amount as `${number}`);
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
