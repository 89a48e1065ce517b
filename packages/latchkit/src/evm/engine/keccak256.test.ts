import { stringToHex, keccak256 as viemKeccak256 } from 'viem';
import { describe, expect, it } from 'vitest';
import { keccak256 } from './keccak256.js';

describe('keccak256', () => {
  it('hashes the empty text and the transfer event as everybody does', () => {
    expect(keccak256('')).toBe('c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470');
    expect(keccak256('Transfer(address,address,uint256)')).toBe(
      'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
    );
  });

  it('agrees with viem at every length up to its limit', () => {
    for (let length = 0; length < 136; length++) {
      const text = Array.from({ length }, (_, index) => String.fromCharCode((index * 7 + length) % 128)).join(
        '',
      );
      expect(`0x${keccak256(text)}`, String(length)).toBe(viemKeccak256(stringToHex(text)));
    }
  });
});
