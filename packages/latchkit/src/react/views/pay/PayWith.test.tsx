// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { createLatchkit, memoryStorage, type PayState } from '../../../core/index.js';
import { mainnet } from '../../../networks/index.js';
import { renderInModal } from '../../mount/renderInModal.test-support.js';
import { BuyRow, PayWith } from './PayWith.js';

const GATEWAY = { gateway: 'https://gateway.example', projectId: 'shop' };

/** The row for a payment of whole units of a token. */
function row(units: bigint, token: { symbol: string; price?: number }): string {
  const kit = createLatchkit({ networks: [mainnet], storage: memoryStorage(), ...GATEWAY });
  kit.kernel.set(({ features }) => ({ features: { ...features, onramp: ['coinbase'] } }));
  const quantity = { decimals: 6, numeric: '0' };
  const pay = {
    terms: { amount: units * 10n ** 6n },
    received: 0n,
    network: mainnet,
    token: { name: token.symbol, chainId: 'eip155:1', quantity, ...token },
  } as unknown as PayState;
  return renderInModal(kit, <BuyRow pay={pay} />);
}

describe('PayWith', () => {
  it('keeps the amount of a fee on one line (UX-39)', () => {
    const kit = createLatchkit({ networks: [mainnet], storage: memoryStorage(), ...GATEWAY });
    const quantity = { decimals: 18, numeric: '10000' };
    const token = { name: 'Ether', symbol: 'ETH', chainId: 'eip155:1', quantity };
    const paid = { token, amountIn: 10n ** 17n, fee: 354_123_456_789_000n };
    const pay = {
      terms: { amount: 10n ** 17n },
      received: 0n,
      network: mainnet,
      token,
      options: [paid, { ...paid, quote: {} }],
      swaps: 'ready',
    } as unknown as PayState;
    const page = document.createElement('div');
    page.innerHTML = renderInModal(kit, <PayWith pay={pay} depth={1} />);
    const fees = [...page.querySelectorAll('.lk-row-text .lk-row-sub')].map(one => one.textContent);
    // The space within it does not break.
    expect(fees).toEqual(['Fee 0.000354\u00a0ETH', 'Fees 0.000354\u00a0ETH']);
  });
});

describe('BuyRow', () => {
  it.each([
    ['a payment that a purchase covers', 7_000n, { symbol: 'USDC' }, true],
    ['one above the limit of a purchase', 7_500n, { symbol: 'USDC' }, false],
    ['one above it by its price', 4n, { symbol: 'ETH', price: 2_000 }, false],
    ['one below it by its price', 3n, { symbol: 'ETH', price: 2_000 }, true],
    ['one whose worth is not known', 1n, { symbol: 'ETH' }, false],
  ])('offers to buy what a purchase may be: %s (UX-19)', (_, units, token, isOffered) => {
    expect(row(units, token).includes('data-return="pay-buy"')).toBe(isOffered);
  });
});
