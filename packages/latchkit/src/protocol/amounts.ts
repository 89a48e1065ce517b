const DIGITS = /[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\uff10-\uff19]/g;
const SIGNS = /[.,\u066b]/g;
/** Digit group separators that are never decimal signs: spaces of any width, apostrophes, the Arabic separator. */
const GROUPS = /[\s'\u2019\u066c]/g;

/**
 * Converts a typed amount, with any locale's digits and decimal sign, to a plain decimal string: `1 234,5` is `1234.5`. A single
 * separator is always the decimal sign, whatever the locale, so that its meaning does not change while typing. Undefined for
 * invalid input.
 */
export function parseAmount(text: string): string | undefined {
  const plain = text
    .trim()
    .replace(GROUPS, '')
    .replace(DIGITS, digit => String(digitValue(digit)));
  const signs = plain.match(SIGNS) ?? [];
  const last = signs[signs.length - 1];
  const isGrouped = signs.length > 1;
  const [first] = signs;
  // '1,234.5' and '1.234,5': the last one is the decimal sign. '1,234,567': there is none.
  const decimalAt =
    last !== undefined && (!isGrouped || last !== first) ? plain.lastIndexOf(last) : plain.length;
  const whole = plain.slice(0, decimalAt);
  const fraction = plain.slice(decimalAt + 1);
  if (isGrouped && !isGroupedWell(whole)) return undefined;
  const digits = whole.replace(SIGNS, '');
  if (!/^\d*$/.test(digits) || !/^\d*$/.test(fraction) || digits + fraction === '') return undefined;
  const trimmed = digits.replace(/^0+(?=\d)/, '') || '0';
  return fraction ? `${trimmed}.${fraction}` : trimmed;
}

/** Whether the digits before the decimal sign are in groups of three with one kind of separator. */
function isGroupedWell(whole: string): boolean {
  return /^\d{1,3}(?:([.,\u066b])\d{3})(?:\1\d{3})*$/.test(whole);
}

/** The value of a digit in another script: digits have consecutive code points, zero first. */
function digitValue(digit: string): number {
  const code = digit.codePointAt(0) ?? 0;
  const zero = [0x0660, 0x06f0, 0x0966, 0xff10].find(start => code >= start && code < start + 10) ?? code;
  return code - zero;
}
