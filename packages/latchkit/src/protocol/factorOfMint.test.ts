import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { factorOfMint } from './factorOfMint.js';
import { isFactor, shownUnits } from './shownUnits.js';

/** A mint of Token-2022 that is scaled: the factor 1, and another one from a time on. */
function mintOf(next: number, from = 0n): Uint8Array {
  const data = new Uint8Array(166 + 4 + 56);
  const view = new DataView(data.buffer);
  view.setUint16(166, 25, true);
  view.setUint16(168, 56, true);
  view.setFloat64(170 + 32, 1, true);
  view.setBigInt64(170 + 40, from, true);
  view.setFloat64(170 + 48, next, true);
  return data;
}

describe('factorOfMint', () => {
  it.each([
    [1.0032690125398187, '1.0032690125398187'],
    [0.000001, '0.000001'],
    [1e-7, '0.0000001'],
    [1.25e-9, '0.00000000125'],
    [2.2250738585072014e-308, `0.${'0'.repeat(307)}22250738585072014`],
    [1e20, '100000000000000000000'],
    [1.5e21, '1500000000000000000000'],
    [Number.MAX_VALUE, `17976931348623157${'0'.repeat(292)}`],
  ])('gives %d as a plain decimal number (RV-26)', (factor, text) => {
    expect(factorOfMint(mintOf(factor), 0n)).toBe(text);
  });

  it.each([1, 0, -0, -2, Number.NaN, Number.POSITIVE_INFINITY])('takes %d for no factor (RV-26)', factor => {
    expect(factorOfMint(mintOf(factor), 0n)).toBeUndefined();
  });

  it('counts the announced factor from its second on (RV-26)', () => {
    const at = (time: bigint) => factorOfMint(mintOf(2, 100n), time);
    expect([at(99n), at(100n), at(101n)]).toEqual([undefined, '2', '2']);
  });

  it('gives every factor that the program takes as one that amounts can be shown by (RV-26)', () =>
    fc.assert(
      fc.property(fc.double({ min: 2 ** -1022, noNaN: true, noDefaultInfinity: true }), factor => {
        const text = factorOfMint(mintOf(factor), 0n) ?? '1';
        expect(isFactor(text)).toBe(true);
        expect(Number(text)).toBe(factor);
        expect(shownUnits(10n ** 19n, text)).toBeGreaterThanOrEqual(0n);
      }),
    ));
});
