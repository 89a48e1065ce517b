import { describe, expect, it } from 'vitest';
import { isEvmAddress } from './isEvmAddress.js';

describe('isEvmAddress', () => {
  const hex = 'f39Fd6e51aad88F6F4ce6aB8827279cffFb92266';

  it('accepts 40 hex characters with and without 0x, and nothing else [VAL-07]', () => {
    expect([hex, `0x${hex}`].map(isEvmAddress)).toEqual([true, true]);
    for (const bad of [hex.slice(1), `${hex}0`, `0x${hex.slice(1)}g`, `0X${hex}`, `${hex}\n`, '', '0x']) {
      expect(isEvmAddress(bad), bad).toBe(false);
    }
  });
});
