import { describe, expect, it } from 'vitest';
import { supportedNetworkIds } from '../../protocol/supportedNetworkIds.js';
import { isSwapNetwork } from './offersSwap.js';

describe('isSwapNetwork', () => {
  it('is true for 12 networks of EVM and for no other [LIM-18]', () => {
    const swaps = [1, 10, 56, 100, 137, 250, 324, 8217, 8453, 42161, 43114, 1313161554];
    const others = supportedNetworkIds().filter(id => !swaps.some(swap => id === `eip155:${swap}`));
    expect(swaps.every(id => isSwapNetwork({ chainNamespace: 'eip155', id }))).toBe(true);
    expect(
      others.filter(id => {
        const [namespace, reference = ''] = id.split(':');
        return isSwapNetwork({ chainNamespace: namespace === 'solana' ? 'solana' : 'eip155', id: reference });
      }),
    ).toEqual([]);
    expect(isSwapNetwork({ chainNamespace: 'solana', id: 1 })).toBe(false);
    expect(isSwapNetwork({ chainNamespace: 'eip155', id: 31_337 })).toBe(false);
  });
});
