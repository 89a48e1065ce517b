import { describe, expect, it } from 'vitest';
import { shownAmount } from '../core/send/prepareSend.js';
import { parseAmount } from './amounts.js';
import { fromFiat, toFiat } from './fiatAmount.js';
import { toBaseUnits } from './toBaseUnits.js';

describe('parseAmount', () => {
  it('reads any locale’s digits and decimal sign', () => {
    const read: Readonly<Record<string, string | undefined>> = {
      '0.25': '0.25',
      '0,25': '0.25',
      '٠٫٢٥': '0.25',
      '۱۲٬۳۴۵٫۶': '12345.6',
      '1 234,5': '1234.5',
      '1.234,5': '1234.5',
      '1,234.5': '1234.5',
      "1'234.5": '1234.5',
      '1,234,567': '1234567',
      '.5': '0.5',
      '5.': '5',
      '007': '7',
      '１２': '12',
    };
    for (const [typed, amount] of Object.entries(read)) expect(parseAmount(typed), typed).toBe(amount);
  });

  it('treats a single separator as the decimal sign, so that nothing changes while typing', () => {
    expect(['1,2', '1,23', '1,234', '1.234'].map(parseAmount)).toEqual(['1.2', '1.23', '1.234', '1.234']);
  });

  it('rejects an invalid amount', () => {
    for (const typed of ['', 'abc', '1e5', '-1', '1.2.3', '1,23,4', '0x10', '.', '1,,2', '1.2,3.4', '٫']) {
      expect(parseAmount(typed), typed).toBeUndefined();
    }
  });
});

describe('toBaseUnits', () => {
  it('is exact where a float is not', () => {
    expect(toBaseUnits('0.1', 18)).toBe(100_000_000_000_000_000n);
    expect(toBaseUnits('123456789012345678.123456789012345678', 18)).toBe(
      123456789012345678123456789012345678n,
    );
    expect(toBaseUnits('1.5', 6)).toBe(1_500_000n);
    expect(toBaseUnits('7', 0)).toBe(7n);
  });

  it('refuses more decimals than the token has, and not zeros', () => {
    expect(toBaseUnits('1.0000001', 6)).toBeUndefined();
    expect(toBaseUnits('1.50000000', 6)).toBe(1_500_000n);
  });
});

describe('shownAmount', () => {
  it('converts a non-numeric amount to 0 on EVM only [VAL-22]', () => {
    expect(shownAmount('abc', 18, 'eip155')).toBe(0n);
    expect(shownAmount('abc', 9, 'solana')).toBeUndefined();
    expect(shownAmount('1,5', 9, 'solana')).toBe(1_500_000_000n);
    expect(shownAmount('1.0000000001', 9, 'solana')).toBeUndefined();
  });
});

describe('toFiat and fromFiat', () => {
  it('convert an amount to fiat and back, truncated and not rounded', () => {
    expect(toFiat('0.25', 3401.36)).toBe('850.34');
    expect(toFiat('1', 0.999)).toBe('0.99');
    expect(toFiat('1000000000', 0.000_000_001_234)).toBe('1.23');
    expect(fromFiat('850.34', 3401.36, 18)).toBe('0.25');
    expect(fromFiat('1', 3, 18)).toBe('0.33333333');
    expect(fromFiat('10', 1, 2)).toBe('10');
    expect(fromFiat('10', 0, 18)).toBeUndefined();
    expect(toFiat('1', Number.NaN)).toBeUndefined();
  });
});
