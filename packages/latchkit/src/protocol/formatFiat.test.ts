import { describe, expect, it } from 'vitest';
import { formatFiat } from './formatFiat.js';

describe('formatFiat', () => {
  it('shows 2 decimals [LIM-04]', () => {
    expect(formatFiat(12.3412, { locale: 'en-US' })).toBe('$12.34');
    expect(formatFiat(7, { locale: 'en-US' })).toBe('$7.00');
    expect(formatFiat(1234.5, { locale: 'de-DE', currency: 'EUR' })).toBe('1.234,50\u00a0€');
  });

  it('shows nothing without a figure', () => {
    expect([undefined, Number.NaN, Number.POSITIVE_INFINITY].map(value => formatFiat(value))).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});
