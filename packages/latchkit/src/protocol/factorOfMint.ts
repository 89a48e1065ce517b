/** The account in which Solana keeps its time. */
export const SOLANA_CLOCK = 'SysvarC1ock11111111111111111111111111111111';

/** Where the extensions of a mint begin, and their kind for scaled amounts (Token-2022's `ScaledUiAmount`). */
const EXTENSIONS_AT = 166;
const SCALED = 25;
/** Where the factors are in it: after the authority the current one, from when the next one counts, and the next one. */
const CONFIG = { length: 56, current: 32, nextFrom: 40, next: 48 } as const;
/** Where the time is in the clock's account. */
const TIME_AT = 32;
const CLOCK_LENGTH = 40;

/** The chain's time in seconds; undefined for another account than {@link SOLANA_CLOCK}. */
export function timeOfClock(data: Uint8Array): bigint | undefined {
  return data.length === CLOCK_LENGTH ? viewOf(data).getBigInt64(TIME_AT, true) : undefined;
}

/**
 * The factor by which a mint's amounts are multiplied when they are shown.
 *
 * @param data - The data of the mint's account.
 * @param time - The chain's, in seconds: a factor may be announced, and count from then on.
 * @returns a plain decimal number; undefined: amounts are shown as they are.
 * @see https://solana.com/docs/tokens/extensions/scaled-ui-amount, read on 29 November 2026
 */
export function factorOfMint(data: Uint8Array, time: bigint): string | undefined {
  const view = viewOf(data);
  for (let at = EXTENSIONS_AT; at + 4 <= data.length; ) {
    const [kind, length] = [view.getUint16(at, true), view.getUint16(at + 2, true)];
    const from = at + 4;
    if (kind === SCALED && length === CONFIG.length && from + length <= data.length) {
      const isNext = time >= view.getBigInt64(from + CONFIG.nextFrom, true);
      return plain(view.getFloat64(from + (isNext ? CONFIG.next : CONFIG.current), true));
    }
    at = from + length;
  }
  return undefined;
}

function viewOf(data: Uint8Array): DataView {
  return new DataView(data.buffer, data.byteOffset, data.byteLength);
}

/** A factor without an exponent. The program takes none that is not a number above 0. */
function plain(factor: number): string | undefined {
  if (!(factor > 0) || factor === 1 || factor === Number.POSITIVE_INFINITY) return undefined;
  const [number = '', exponent] = String(factor).split('e');
  if (exponent === undefined) return number;
  const digits = number.replace('.', '');
  const whole = Number(exponent) + 1;
  return whole > 0 ? digits.padEnd(whole, '0') : `0.${'0'.repeat(-whole)}${digits}`;
}
