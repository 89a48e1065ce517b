/** A factor as text: a plain decimal number, with as many digits as one of 64 bits (Token-2022) or 256 bits (ERC-8056) can have. */
const FACTOR = /^\d{1,309}(?:\.\d{1,400})?$/;

/** The factor as a fraction. @throws TypeError for anything else than a decimal number above 0. */
function fractionOf(factor: string): { readonly over: bigint; readonly under: bigint } {
  const [whole = '', decimals = ''] = factor.split('.');
  const over = FACTOR.test(factor) ? BigInt(whole + decimals) : 0n;
  if (over === 0n) throw new TypeError('This is not the factor of a token');
  return { over, under: 10n ** BigInt(decimals.length) };
}

/** Whether a text is the factor of a scaled token: a plain decimal number above 0. */
export function isFactor(text: string): boolean {
  return FACTOR.test(text) && /[1-9]/.test(text);
}

/**
 * What an amount of a scaled token shows. Token-2022's `ScaledUiAmount` and ERC-8056 multiply the amounts that are shown and leave
 * those that move as they are; what is left over is cut off. Token-2022 multiplies 64-bit floats before it cuts off: of amounts above
 * 2^53 smallest units, its last digits can differ.
 *
 * @param units - As the chain moves them, in the smallest units.
 * @param factor - A decimal number above 0; `1` for tokens that are not scaled.
 * @returns the shown amount, in the smallest units.
 * @see https://github.com/solana-program/token-2022, `interface/src/extension/scaled_ui_amount/mod.rs`, read on 30 November 2026
 */
export function shownUnits(units: bigint, factor: string): bigint {
  const { over, under } = fractionOf(factor);
  return (units * over) / under;
}

/**
 * The opposite of {@link shownUnits}: the smallest amount of a scaled token that shows `shown`, or as much of it as any amount does.
 *
 * @param shown - In the smallest units, like the result.
 */
export function unitsOfShown(shown: bigint, factor: string): bigint {
  const { over, under } = fractionOf(factor);
  const most = ((shown + 1n) * under - 1n) / over;
  const possible = (most * over) / under;
  return (possible * under + over - 1n) / over;
}
