import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PriceChanged } from '../PriceChanged.js';
import { afterSlippage, slippageFor } from './slippageFor.js';

const terms = (minimumOut: bigint, slippage: bigint) =>
  ({ account: '0x', minimumOut, slippage, deadline: 0 }) as const;

/** An amount of a token with 0 to 36 decimals. */
const amount = fc
  .tuple(fc.integer({ min: 0, max: 36 }), fc.bigInt({ min: 1n, max: 10n ** 9n }))
  .map(([decimals, units]) => units * 10n ** BigInt(decimals));
const quoted = fc.record({
  quote: amount,
  // Up to ten times, down to a millionth.
  price: fc.bigInt({ min: 1n, max: 10_000_000n }),
  slippage: fc.bigInt({ min: 0n, max: 9_999n }),
});

describe('slippageFor', () => {
  it('keeps the minimum that the visitor has seen, whatever the price does, for 0 to 36 decimals (RV-02)', () => {
    fc.assert(
      fc.property(quoted, ({ quote, price, slippage }) => {
        const minimum = afterSlippage(quote, slippage);
        const fresh = (quote * price) / 1_000_000n;
        if (fresh < minimum || fresh === 0n) {
          expect(() => slippageFor(fresh, terms(minimum, slippage))).toThrow(PriceChanged);
          return;
        }
        const sent = slippageFor(fresh, terms(minimum, slippage));
        expect(sent).toBeGreaterThanOrEqual(0n);
        expect(sent).toBeLessThanOrEqual(5_000n);
        // A price that rose is not given away.
        expect(sent).toBeLessThanOrEqual(slippage);
        expect(afterSlippage(fresh, sent)).toBeGreaterThanOrEqual(minimum);
        // What the vendor reads is exactly what was meant.
        expect(BigInt(Math.round(Number(String(Number(sent) / 100)) * 100))).toBe(sent);
        expect(String(Number(sent) / 100)).toMatch(/^\d{1,2}(\.\d{1,2})?$/);
        // One more hundredth of a percent would break the minimum, or a limit.
        const isLeast = sent === slippage || sent === 5_000n;
        if (!isLeast) expect(fresh * (9_999n - sent)).toBeLessThan(minimum * 10_000n);
      }),
      { numRuns: 2_000 },
    );
  });
});
