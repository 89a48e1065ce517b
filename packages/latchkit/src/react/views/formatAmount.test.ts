import { describe, expect, it } from 'vitest';
import { formatAmount, shortAmount } from './formatAmount.js';

describe('shortAmount', () => {
  it.each([
    ['0.25', '0.25'],
    ['1234.5', '1,234.5'],
    ['0.123456789012345678', '≈ 0.12345678'],
    ['12.345678901234567891', '≈ 12.345678'],
    ['123456789.123456789', '≈ 123,456,789.12'],
    ['0.000000123456789012', '≈ 0.00000012345678'],
    ['1.500000000000000000', '1.5'],
    ['0.000000000000000001', '0.000000000000000001'],
    ['0.999999999999999999', '≈ 0.99999999'],
  ])('shows %s as %s', (amount, shown) => {
    expect(shortAmount(amount, 'en')).toBe(shown);
  });
});

describe('formatAmount', () => {
  it('keeps every digit', () => {
    expect(formatAmount('0.123456789012345678', 'en')).toBe('0.123456789012345678');
  });
});
