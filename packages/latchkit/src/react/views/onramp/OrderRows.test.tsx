// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { createLatchkit, memoryStorage } from '../../../core/index.js';
import { DEFAULT_PURCHASES, EMPTY_ONRAMP } from '../../../core/onramp/onrampDefaults.js';
import { mainnet } from '../../../networks/index.js';
import { renderInModal } from '../../mount/renderInModal.test-support.js';
import { OrderRows } from './OrderRows.js';

describe('OrderRows', () => {
  it('lists every currency on each of its networks, and each way to pay with its currency [ENT-18] [ENT-19] (rows-D8)', () => {
    const kit = createLatchkit({ networks: [mainnet], storage: memoryStorage() });
    const limit = (id: 'card' | 'bank') => ({ id, min: 10, max: 500 });
    const [sold] = DEFAULT_PURCHASES;
    const network = (name: string, chain_id: string) => ({
      ...sold?.networks[0],
      name,
      display_name: name,
      chain_id,
    });
    const purchaseCurrencies = [
      {
        id: 'USDC',
        name: 'USD Coin',
        symbol: 'USDC',
        networks: [network('Ethereum', '1'), network('Base', '8453')],
      },
      { id: 'ETH', name: 'Ether', symbol: 'ETH', networks: [network('Ethereum', '1')] },
    ] as unknown as typeof DEFAULT_PURCHASES;
    const onramp = {
      ...EMPTY_ONRAMP,
      purchaseCurrencies,
      paymentCurrencies: [
        { id: 'USD', payment_method_limits: [limit('card'), limit('bank')] },
        { id: 'EUR', payment_method_limits: [limit('card')] },
      ],
    };
    const page = document.createElement('div');
    page.innerHTML = renderInModal(kit, <OrderRows onramp={onramp} />);
    const [buying, paying] = [...page.querySelectorAll('select')].map(select =>
      [...select.options].map(({ text }) => text),
    );
    expect(buying).toEqual(['USDC on Ethereum', 'USDC on Base', 'ETH on Ethereum']);
    expect(paying).toEqual(['US Dollar, card', 'US Dollar, bank account', 'Euro, card']);
  });
});
