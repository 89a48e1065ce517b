import { describe, expect, it } from 'vitest';
import { createEntropy } from './createEntropy.js';

describe('createEntropy', () => {
  it('refuses a source that returns zeros or repeats itself', () => {
    const broken = { code: 'KEYRING_RANDOM' };
    expect(() => createEntropy(() => undefined)).toThrow(expect.objectContaining(broken));
    expect(() => createEntropy(bytes => bytes.fill(7))).toThrow(expect.objectContaining(broken));
    expect(createEntropy()).not.toEqual(createEntropy());
  });
});
