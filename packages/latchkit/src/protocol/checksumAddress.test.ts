import { getAddress } from 'viem';
import { describe, expect, it } from 'vitest';
import { checksumAddress } from './checksumAddress.js';

describe('checksumAddress', () => {
  it.each([
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
    '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
    '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
  ])('writes %s as EIP-55 does, whatever its case was', address => {
    expect(checksumAddress(address)).toBe(address);
    expect(checksumAddress(address.toLowerCase())).toBe(address);
    expect(checksumAddress(`0x${address.slice(2).toUpperCase()}`)).toBe(address);
  });

  it('agrees with viem on whatever address', () => {
    let seed = 1n;
    for (let round = 0; round < 200; round++) {
      seed = (seed * 6364136223846793005n + 1442695040888963407n) % 2n ** 160n;
      const address = `0x${seed.toString(16).padStart(40, '0')}`;
      expect(checksumAddress(address)).toBe(getAddress(address));
    }
  });

  it('rejects an invalid address', () => {
    for (const text of [
      '',
      '0x',
      'nonsense',
      `0x${'0'.repeat(39)}`,
      `0x${'0'.repeat(41)}`,
      `0x${'g'.repeat(40)}`,
    ]) {
      expect(() => checksumAddress(text)).toThrow(TypeError);
    }
  });
});
