import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isFactor, shownUnits, unitsOfShown } from './shownUnits.js';

const factor = fc
  .tuple(fc.nat(1_000), fc.nat(999_999_999))
  .map(([whole, rest]) => `${whole}.${String(rest).padStart(9, '0')}`)
  .filter(isFactor);
const units = fc.bigInt({ min: 0n, max: 2n ** 64n });

describe('shownUnits', () => {
  it('multiplies, and cuts off what is left over (RV-26)', () => {
    expect(shownUnits(10_000_000n, '1.0032690125398187')).toBe(10_032_690n);
    expect(shownUnits(3n, '0.5')).toBe(1n);
    expect(shownUnits(7n, '1')).toBe(7n);
  });

  it('has an opposite, the smallest amount that shows as much as possible of what was typed, and never more (RV-26)', () =>
    fc.assert(
      fc.property(units, factor, (shown, by) => {
        const moved = unitsOfShown(shown, by);
        expect(shownUnits(moved, by)).toBeLessThanOrEqual(shown);
        // What shows at least one unit more.
        const step = unitsOfShown(1n, by) || 1n;
        expect(shownUnits(moved + step, by)).toBeGreaterThan(shown);
        if (moved > 0n) expect(shownUnits(moved - 1n, by)).toBeLessThan(shownUnits(moved, by));
      }),
    ));

  it('shows what was typed to the last unit if the factor is at most 1 (RV-26)', () =>
    fc.assert(
      fc.property(units, fc.integer({ min: 1, max: 1_000_000 }), (shown, millionths) => {
        const by = `0.${String(millionths - 1).padStart(6, '0')}1`;
        expect(shownUnits(unitsOfShown(shown, by), by)).toBe(shown);
      }),
    ));

  it.each(['', '0', '0.0', '-1', '1e3', 'NaN', 'Infinity', '1.'])('refuses the factor %j', text => {
    expect(isFactor(text)).toBe(false);
    expect(() => shownUnits(1n, text)).toThrow(TypeError);
  });
});
