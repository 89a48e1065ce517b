import { describe, expect, it } from 'vitest';
import { formatBalance } from './display.js';
import { shortenAddress } from './shortenAddress.js';

describe('formatBalance', () => {
  it('shows 3 decimals and never more than there is [LIM-02]', () => {
    expect(formatBalance('1.23412')).toBe('1.234');
    expect(formatBalance('1.2349')).toBe('1.234');
    expect(formatBalance('0.0009')).toBe('0.000');
    expect(formatBalance('10000')).toBe('10000.000');
    expect(formatBalance('123456789012345678.987654', 'en')).toBe('123,456,789,012,345,678.987');
    expect(formatBalance('1234.5', 'de')).toBe('1.234,500');
  });

  it("shows '0.00' before a balance is known, and for an invalid one [LIM-03]", () => {
    expect(formatBalance(undefined)).toBe('0.00');
    expect(formatBalance('0.00', 'de')).toBe('0.00');
    expect(formatBalance('NaN')).toBe('0.00');
  });
});

describe('shortenAddress', () => {
  it('keeps the first 4 and the last 6 characters [LIM-05] (rows-K12)', () => {
    expect(shortenAddress('0x7Fa9b1E04dC26a83F5e2097c4Be1D86a5f203C1e')).toBe('0x7F…203C1e');
    expect(shortenAddress('short')).toBe('short');
  });
});
