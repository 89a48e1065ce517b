import { isSolanaAddress } from 'latchkit/protocol';
import { getAddress } from 'viem';
import { describe, expect, it } from 'vitest';
import { tokenList } from './tokenList.js';

describe('tokenList', () => {
  it('has a checksummed address for every contract, without duplicates', () => {
    for (const { address, chainId } of tokenList) {
      if (chainId.startsWith('eip155:')) expect(getAddress(address)).toBe(address);
      else expect(isSolanaAddress(address), address).toBe(true);
    }
    const ids = tokenList.map(({ chainId, address }) => `${chainId}:${address}`);
    expect(new Set(ids).size).toBe(ids.length);
  });
});
