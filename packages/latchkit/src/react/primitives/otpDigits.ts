/** Digits of a one-time code. */
export const OTP_LENGTH = 6;

/** Where the digits of other scripts begin: Arabic-Indic, Persian, Devanagari, fullwidth. */
const ZEROS = [0x0660, 0x06f0, 0x0966, 0xff10];

/** The digits of what was typed, spoken, filled in or pasted, at most {@link OTP_LENGTH}, as ASCII [VAL-02]. */
export function otpDigits(typed: string): string {
  const digits = [...typed].map(character => {
    const code = character.codePointAt(0) ?? 0;
    const zero = ZEROS.find(one => code >= one && code < one + 10);
    return zero === undefined ? character : String(code - zero);
  });
  return digits.join('').replace(/\D/g, '').slice(0, OTP_LENGTH);
}
