import { describe, expect, it, onTestFinished } from 'vitest';
import { mainnet } from '../../networks/index.js';
import { createLatchkit } from '../createLatchkit.js';
import { memoryStorage } from '../index.js';
import { setSwapToken } from './swapDraft.js';
import { EMPTY_SWAP, type SwapToken, selectSwap } from './swapState.js';

const tokenOf = (symbol: string, address?: `eip155:1:0x${string}`): SwapToken => ({
  ...{ name: symbol, symbol, chainId: 'eip155:1' },
  ...(address && { address }),
  quantity: { decimals: 18, numeric: '1' },
});
const ether = tokenOf('ETH');
const euro = tokenOf('DEUR', `eip155:1:0x${'11'.repeat(20)}`);
const gold = tokenOf('DGLD', `eip155:1:0x${'22'.repeat(20)}`);

/** The form as it opens, and the symbols that it shows. */
function openForm() {
  const kit = createLatchkit({ networks: [mainnet], storage: memoryStorage() });
  onTestFinished(() => kit.destroy());
  kit.kernel.set({ swap: { ...EMPTY_SWAP, from: ether } });
  const shown = () => {
    const { from, to } = selectSwap(kit.store.getState());
    return [from?.symbol, to?.symbol];
  };
  return { kit, shown };
}

describe('setSwapToken', () => {
  it('receives what another token to pay with replaced, until what to receive is chosen', () => {
    const { kit, shown } = openForm();
    setSwapToken(kit, 'from', ether);
    expect(shown()).toEqual(['ETH', undefined]);
    setSwapToken(kit, 'from', euro);
    expect(shown()).toEqual(['DEUR', 'ETH']);
    setSwapToken(kit, 'from', gold);
    expect(shown()).toEqual(['DGLD', 'ETH']);
    setSwapToken(kit, 'to', euro);
    expect(shown()).toEqual(['DGLD', 'DEUR']);
  });

  it('exchanges the two when it gets that of the other side', () => {
    const { kit, shown } = openForm();
    setSwapToken(kit, 'to', euro);
    setSwapToken(kit, 'from', euro);
    expect(shown()).toEqual(['DEUR', 'ETH']);
  });
});
