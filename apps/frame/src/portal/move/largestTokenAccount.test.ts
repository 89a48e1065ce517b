import { describe, expect, it } from 'vitest';
import { largestTokenAccount } from './largestTokenAccount.js';

const tokens = (pubkey: string, amount: string) => ({
  pubkey,
  account: { owner: 'Tokens', data: { parsed: { info: { tokenAmount: { amount, decimals: 6 } } } } },
});
/** As nodes give an account that they cannot read, and other forms. */
const ODD = [
  { pubkey: 'Odd', account: { owner: 'Tokens', data: ['AAAA', 'base64'] } },
  ...[null, 'x', 7, {}, [], tokens('Odd', '-1'), tokens('Odd', 'x'), { ...tokens('Odd', '9'), pubkey: null }],
];

describe('largestTokenAccount', () => {
  it('is the one that holds most, whatever else is among them (RV-01)', () => {
    const value = [...ODD, tokens('Less', '9'), ...ODD, tokens('Most', '10'), ...ODD];
    expect(largestTokenAccount({ value })).toEqual({
      ...{ source: 'Most', program: 'Tokens', amount: '10', decimals: 6 },
    });
  });

  it('is none only of an answer that says so (RV-01)', () => {
    expect(largestTokenAccount({ value: [] })).toBeUndefined();
    for (const answer of [{ value: ODD }, { value: null }, {}, null])
      expect(() => largestTokenAccount(answer)).toThrow();
  });
});
