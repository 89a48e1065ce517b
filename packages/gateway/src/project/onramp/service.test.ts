import { describe, expect, it } from 'vitest';
import type { OnrampProvider, ProviderTerms, SoldNetwork } from './OnrampProvider.js';
import { onramp } from './service.js';

const ETHEREUM = { display_name: 'Ethereum', chain_id: '1', contract_address: '0xA0b8' };
const AVALANCHE = { display_name: 'Avalanche', chain_id: '43114', contract_address: '0xB97E' };
const stopped = new AbortController().signal;
const BUYER = { key: '192.0.2.1', wide: '192.0.2', project: 'shop', isKnown: false };

/** A provider that sells USDC on these networks, and what it was asked. */
function seller(id: string, networks: readonly SoldNetwork[] | Error) {
  const asked: ProviderTerms[] = [];
  const provider: OnrampProvider = {
    id,
    name: id,
    feeRange: [1, 2],
    options: async () => {
      if (networks instanceof Error) throw networks;
      const usdc = { id: 'USDC', name: 'USDC', symbol: 'USDC', networks };
      return { purchaseCurrencies: [usdc], paymentCurrencies: [] };
    },
    quote: async terms => {
      asked.push(terms);
      return { amount: '1', fee: undefined };
    },
    createUrl: async ({ terms }) => {
      asked.push(terms);
      return 'https://seller.example/';
    },
    readEvent: () => undefined,
  };
  return { provider, asked };
}

function offered(...providers: readonly OnrampProvider[]) {
  const orders = { add: async () => {}, find: async () => undefined, apply: async () => true };
  const events = {
    stream: () => new ReadableStream(),
    changed: async () => {},
    boughtBy: async () => {},
    close: async () => {},
  };
  return onramp(providers, orders as never, events as never);
}

const termsOn = (network: string) => ({
  purchaseCurrency: 'USDC',
  paymentCurrency: 'EUR',
  amount: '100',
  network,
  paymentMethod: 'card' as const,
  country: 'DE',
});
const orderOn = (network: string) => ({
  projectId: 'shop',
  terms: termsOn(network),
  address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  clientIp: undefined,
  gatewayUrl: 'https://g.example',
});

describe('onramp', () => {
  const one = () =>
    seller('one', [
      { ...ETHEREUM, name: 'ethereum' },
      { ...AVALANCHE, name: 'avalanche-c-chain' },
    ]);
  const other = () =>
    seller('other', [
      { ...AVALANCHE, name: 'avax', contract_address: '0xb97e', currencyCode: 'USDC_AVAX' },
      { ...ETHEREUM, name: 'eth', currencyCode: 'USDC' },
      { ...ETHEREUM, name: 'eth', contract_address: '0xDEAD', currencyCode: 'USDC_X' },
    ]);

  it('lists a chain once and asks each provider by its own words for it (RV-03)', async () => {
    const [first, second] = [one(), other()];
    const service = offered(first.provider, second.provider);
    const { purchaseCurrencies } = await service.options(undefined, { country: 'DE' }, stopped);
    expect(purchaseCurrencies[0]?.networks).toEqual([
      { ...ETHEREUM, name: 'ethereum' },
      { ...AVALANCHE, name: 'avalanche-c-chain' },
      // Another contract is another currency.
      { ...ETHEREUM, name: 'eth', contract_address: '0xDEAD' },
    ]);
    expect(await service.quotes(undefined, termsOn('avalanche-c-chain'), stopped)).toHaveLength(2);
    await service.start(undefined, 'other', orderOn('ethereum'), BUYER, stopped);
    expect(first.asked.map(({ network, currencyCode }) => [network, currencyCode])).toEqual([
      ['avalanche-c-chain', undefined],
    ]);
    expect(second.asked.map(({ network, currencyCode }) => [network, currencyCode])).toEqual([
      ['avax', 'USDC_AVAX'],
      ['eth', 'USDC'],
    ]);
  });

  it('asks no provider for what it does not sell, and says who did not answer (RV-03)', async () => {
    const first = seller('one', [{ ...ETHEREUM, name: 'ethereum' }]);
    const second = seller('other', new Error('down'));
    const service = offered(first.provider, second.provider);
    const refused = { code: 'ONRAMP_REFUSED' };
    await expect(service.quotes(undefined, termsOn('polygon'), stopped)).rejects.toMatchObject(refused);
    await expect(service.start(undefined, 'one', orderOn('polygon'), BUYER, stopped)).rejects.toMatchObject(
      refused,
    );
    const down = service.start(undefined, 'other', orderOn('ethereum'), BUYER, stopped);
    await expect(down).rejects.toMatchObject({ code: 'ONRAMP_UNAVAILABLE' });
    expect([...first.asked, ...second.asked]).toEqual([]);
  });
});
