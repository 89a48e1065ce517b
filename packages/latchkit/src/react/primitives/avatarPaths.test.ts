import { describe, expect, it } from 'vitest';
import { avatarPaths } from './avatarPaths.js';

describe('avatarPaths', () => {
  it('draws the same address the same way, whatever its letter case', () => {
    const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
    expect(avatarPaths(address)).toEqual(avatarPaths(address.toLowerCase()));
  });

  it('has the light tone on exactly one diagonal', () => {
    for (let i = 0; i < 200; i++) {
      const [, ...quarters] = avatarPaths(`0x${i.toString(16).padStart(40, '0')}`);
      const fills = quarters.map(({ fill }) => fill);
      const [a, b, c, d] = fills;
      expect(a === d || b === c).toBe(true);
      expect(new Set(fills).size).toBe(3);
    }
  });

  it('draws different addresses differently', () => {
    const drawings = Array.from({ length: 500 }, (_, i) => JSON.stringify(avatarPaths(`0x${i * 7919}`)));
    expect(new Set(drawings).size).toBeGreaterThan(300);
  });
});
