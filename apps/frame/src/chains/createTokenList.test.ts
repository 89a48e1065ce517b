import { describe, expect, it } from 'vitest';
import { chainTokens } from './createTokenList.js';

const USDC = {
  address: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  name: 'USD Coin',
  symbol: 'USDC',
  decimals: 6,
};
const SPL = {
  address: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGkZwyTDt1v',
  name: 'USD Coin',
  symbol: 'USDC',
  decimals: 6,
};

describe('chainTokens', () => {
  it('matches EVM addresses in any case and Solana mints only in their own', () => {
    const tokens = chainTokens([USDC, SPL]);
    expect(tokens.at(USDC.address.toLowerCase())).toBe(USDC);
    expect(tokens.at(SPL.address)).toBe(SPL);
    expect(tokens.at(SPL.address.toLowerCase())).toBeUndefined();
    expect(tokens.at(`0x${'11'.repeat(20)}`)).toBeUndefined();
  });

  it('recognizes a symbol that looks like a listed one, in other scripts too [SEC-66]', () => {
    const { isTaken } = chainTokens([USDC]);
    for (const name of [
      'USDC',
      'usdc',
      ' U S D C ',
      'UЅDС',
      'ＵＳＤＣ',
      'US\u200bDC',
      '\u202eUSDC',
      'USD‑C',
      'ÚSDC',
    ]) {
      expect(isTaken(name), name).toBe(true);
    }
    for (const name of ['USDT', 'USD', 'USDCE', '']) expect(isTaken(name), name).toBe(false);
    expect(chainTokens([]).isTaken('')).toBe(false);
  });
});
