// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { createLatchkit, memoryStorage } from '../../core/index.js';
import { mainnet } from '../../networks/index.js';
import { renderInModal } from '../mount/renderInModal.test-support.js';
import { FeeAmount } from './FeeAmount.js';

const ether = { symbol: 'ETH', decimals: 18 };

describe('FeeAmount', () => {
  it.each([
    ['has 3 digits without a price', 354_123_456_789_000n, undefined, '0.000354 ETH'],
    ['adds what it is worth', 354_123_456_789_000n, 2_000, '0.000354 ETH ($0.70)'],
    ['says that it is less than a cent', 1_230_000_000_000n, 2_000, '0.00000123 ETH (< $0.01)'],
    ['says nothing of a fee of nothing', 0n, 2_000, '0 ETH'],
  ])('%s, with all digits in the tooltip (UX-37)', (_name, units, price, wanted) => {
    const kit = createLatchkit({ networks: [mainnet], storage: memoryStorage() });
    const body = document.createElement('div');
    body.innerHTML = renderInModal(kit, <FeeAmount units={units} currency={ether} price={price} />);
    const shown = body.querySelector('bdi');
    expect(shown?.textContent).toBe(wanted);
    expect(shown?.dataset.tip).toBe(
      `${units === 0n ? '0' : (Number(units) / 1e18).toFixed(18).replace(/0+$/, '')} ETH`,
    );
  });
});
