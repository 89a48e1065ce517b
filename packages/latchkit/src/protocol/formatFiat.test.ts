import { describe, expect, it } from 'vitest';
import { formatFiat } from './formatFiat.js';

describe('formatFiat', () => {
  it('shows 2 decimals [LIM-04]', () => {
    expect(formatFiat(12.3412, { locale: 'en-US' })).toBe('$12.34');
    expect(formatFiat(7, { locale: 'en-US' })).toBe('$7.00');
    expect(formatFiat(1234.5, { locale: 'de-DE', currency: 'EUR' })).toBe('1.234,50\u00a0€');
  });

  it('keeps the sign and the number together in Arabic, and shows as many decimals as wanted', () => {
    expect(formatFiat(50, { locale: 'ar' })).toMatch(/^\u2066[^\u200f]*US\$\u2069$/);
    expect(formatFiat(50, { locale: 'en-US', digits: 0 })).toBe('$50');
  });

  it('shows nothing without a figure', () => {
    expect([undefined, Number.NaN, Number.POSITIVE_INFINITY].map(value => formatFiat(value))).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});
