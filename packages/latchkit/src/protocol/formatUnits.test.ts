import { formatUnits as viemFormatUnits } from 'viem';
import { describe, expect, it } from 'vitest';
import { formatUnits } from './formatUnits.js';

describe('formatUnits', () => {
  it.each([
    [0n, 18, '0'],
    [1n, 18, '0.000000000000000001'],
    [1234567890123456746n, 18, '1.234567890123456746'],
    [10n ** 18n, 18, '1'],
    [1500n, 3, '1.5'],
    [42n, 0, '42'],
    [2n ** 256n - 1n, 0, (2n ** 256n - 1n).toString()],
  ])('writes %s with %i decimals exactly', (amount, decimals, text) => {
    expect(formatUnits(amount, decimals)).toBe(text);
  });

  it('agrees with viem on whatever amount', () => {
    let amount = 7n;
    for (let round = 0; round < 200; round++) {
      amount = (amount * 6364136223846793005n + 1442695040888963407n) % 2n ** 128n;
      expect(formatUnits(amount, round % 25)).toBe(viemFormatUnits(amount, round % 25));
    }
  });
});
