/** Number of digits of a one-time code. */
export const OTP_LENGTH = 6;

/** Code points of zero in other scripts: Arabic-Indic, Persian, Devanagari, fullwidth. */
const ZEROS = [0x0660, 0x06f0, 0x0966, 0xff10];

/** The ASCII digits of typed, dictated, autofilled or pasted text, at most {@link OTP_LENGTH}. */
export function otpDigits(typed: string): string {
  const digits = [...typed].map(character => {
    const code = character.codePointAt(0) ?? 0;
    const zero = ZEROS.find(one => code >= one && code < one + 10);
    return zero === undefined ? character : String(code - zero);
  });
  return digits.join('').replace(/\D/g, '').slice(0, OTP_LENGTH);
}
