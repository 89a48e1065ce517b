import { describe, expect, it } from 'vitest';
import { NO_CHAINS, shapesOfChain } from '../testing/chainShapes.test-support.js';
import { readEvmChainId } from './readEvmChainId.js';

describe('readEvmChainId', () => {
  it.each([1, 10, 31_337, 11_155_111, 2 ** 40])('reads chain %i in every form (EVM-01)', chain => {
    for (const shape of shapesOfChain(chain))
      expect(readEvmChainId(shape), JSON.stringify(shape, text)).toBe(chain);
  });

  it('reads nothing else as a chain (EVM-01)', () => {
    for (const shape of NO_CHAINS)
      expect(readEvmChainId(shape), String(JSON.stringify(shape))).toBeUndefined();
  });
});

const text = (_key: string, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value);
