import { describe, expect, it } from 'vitest';
import { matchesName } from './matchesName.js';

describe('matchesName', () => {
  it.each([
    ['MetaMask', 'meta'],
    ['MetaMask', 'mask'],
    ['OneKey', 'one key'],
    ['MetaMask', 'metmask'],
    ['MetaMask', 'metamsk'],
    ['MetaMask', 'emtamask'],
    ['Trust Wallet', 'turst'],
    ['Coinbase Wallet', 'coinbse'],
    ['Demo Wallet', 'walet'],
    ['Phantom', 'phantm'],
  ])('finds %s for %s', (name, typed) => {
    expect(matchesName(name, typed)).toBe(true);
  });

  it.each([
    ['MetaMask', 'xyz'],
    ['Rainbow', 'rabby'],
    ['Trust Wallet', 'metamask'],
    ['Uniswap Wallet', 'gate'],
    ['OKX Wallet', 'oxk'],
  ])('does not find %s for %s', (name, typed) => {
    expect(matchesName(name, typed)).toBe(false);
  });
});
