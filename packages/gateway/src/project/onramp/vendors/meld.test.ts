import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { startVendor } from '../../../../test/onramp/startVendor.js';
import { meld } from './meld.js';

const ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const SECRET = 'webhook secret';
const payment = {
  countryCode: z.literal('DE'),
  sourceCurrencyCode: z.literal('EUR'),
  sourceAmount: z.literal('100'),
  destinationCurrencyCode: z.literal('USDC_POLYGON'),
  paymentMethodType: z.literal('CREDIT_DEBIT_CARD'),
};
const ofCountry = {
  accountFilter: z.literal('true'),
  categories: z.literal('CRYPTO_ONRAMP'),
  countries: z.literal('DE'),
};

let vendor: Awaited<ReturnType<typeof startVendor>>;
beforeAll(async () => {
  vendor = await startVendor(
    [
      {
        method: 'GET',
        path: '/service-providers/properties/crypto-currencies',
        query: z.strictObject(ofCountry),
        answer: [
          // Codes as in the list that Meld documents, read on 29 November 2026: the chain of Ethereum is `ETH`, and a code may have
          // any suffix or none.
          currency('USDC_POLYGON', 'USD Coin', 'POLYGON', '137', '0x3c49'),
          currency('USDC_E', 'Bridged USD Coin', 'POLYGON', '137', '0x2791'),
          currency('USDC', 'USD Coin', 'ETH', '1', '0xA0b8'),
          currency('ETH', 'Ethereum', 'ETH', '1', null),
          currency('00', '00 Token', 'ETH', '1', '0x881b'),
          currency('POL', 'Polygon', 'MATIC', '137', null),
          currency('SOL', 'Solana', 'SOL', '101', null),
          currency('USDC_SPL', 'USD Coin', 'SOL', '101', 'EPjF'),
          currency('BTC', 'Bitcoin', 'BTC', null, null),
          // What the vendor adds one day must not hide the rest.
          { currencyCode: null, name: { en: 'Something new' } },
        ],
      },
      {
        method: 'GET',
        path: '/service-providers/limits/fiat-currency-purchases',
        query: z.strictObject({ ...ofCountry, paymentMethodTypes: z.enum(['CREDIT_DEBIT_CARD', 'LOCAL']) }),
        answer: [
          { currencyCode: 'EUR', defaultAmount: 100, minimumAmount: 5, maximumAmount: 9_000 },
          { currencyCode: 'USD', minimumAmount: null, maximumAmount: null },
        ],
      },
      {
        method: 'POST',
        path: '/payments/crypto/quote',
        body: z.strictObject(payment),
        answer: {
          quotes: [
            { serviceProvider: 'UNLIMIT', destinationAmount: 103.1, totalFee: 4.2, sourceAmount: 100 },
            { serviceProvider: 'TRANSAK', destinationAmount: 105.25, totalFee: 2.75, sourceAmount: 100 },
            { serviceProvider: 'BANXA', destinationAmount: 0, totalFee: 'unknown' },
          ],
          message: null,
        },
      },
      {
        method: 'POST',
        path: '/crypto/session/widget',
        body: z.strictObject({
          sessionType: z.literal('BUY'),
          sessionData: z.strictObject({
            ...payment,
            serviceProvider: z.literal('TRANSAK'),
            walletAddress: z.literal(ADDRESS),
          }),
          externalCustomerId: z.literal('shop'),
          externalSessionId: z.literal('order'),
        }),
        answer: {
          id: 'w',
          externalSessionId: 'order',
          widgetUrl: 'https://meldcrypto.com/?token=t',
          token: 't',
        },
      },
    ],
    ({ headers }) => {
      expect(headers.authorization).toBe('BASIC key');
      expect(headers['meld-version']).toMatch(/^\d{4}-\d\d-\d\d$/);
    },
  );
});
afterAll(() => vendor.stop());

function currency(
  code: string,
  name: string,
  chain: string,
  chainId: string | null,
  contract: string | null,
) {
  return {
    currencyCode: code,
    name,
    chainCode: chain,
    chainName: chain[0] + chain.slice(1).toLowerCase(),
    chainId,
    contractAddress: contract,
    symbolImageUrl: 'https://images.example/',
  };
}

const provider = () => meld({ key: 'key', webhookSecret: SECRET, api: vendor.url });
const terms = {
  purchaseCurrency: 'USDC',
  paymentCurrency: 'EUR',
  amount: '100',
  network: 'polygon',
  currencyCode: 'USDC_POLYGON',
  paymentMethod: 'card',
  country: 'DE',
} as const;
const stopped = new AbortController().signal;

describe('meld', () => {
  it('sells what its list has under the list’s own codes, whatever they look like (RV-03)', async () => {
    const { purchaseCurrencies, paymentCurrencies } = await provider().options({ country: 'DE' }, stopped);
    const sold = purchaseCurrencies.flatMap(({ id, symbol, networks }) =>
      networks.map(({ chain_id, contract_address, currencyCode }) => ({
        id,
        symbol,
        chain_id,
        contract_address,
        currencyCode,
      })),
    );
    const solana = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp';
    expect(sold).toEqual([
      {
        id: 'USDC',
        symbol: 'USDC',
        chain_id: '137',
        contract_address: '0x3c49',
        currencyCode: 'USDC_POLYGON',
      },
      { id: 'USDC', symbol: 'USDC', chain_id: '1', contract_address: '0xA0b8', currencyCode: 'USDC' },
      { id: 'USDC', symbol: 'USDC', chain_id: solana, contract_address: 'EPjF', currencyCode: 'USDC_SPL' },
      // A second contract of the symbol on a chain has an id of its own, so that no payment can mean the other.
      { id: 'USDC_E', symbol: 'USDC', chain_id: '137', contract_address: '0x2791', currencyCode: 'USDC_E' },
      { id: 'ETH', symbol: 'ETH', chain_id: '1', contract_address: '', currencyCode: 'ETH' },
      { id: '00', symbol: '00', chain_id: '1', contract_address: '0x881b', currencyCode: '00' },
      { id: 'POL', symbol: 'POL', chain_id: '137', contract_address: '', currencyCode: 'POL' },
      { id: 'SOL', symbol: 'SOL', chain_id: solana, contract_address: '', currencyCode: 'SOL' },
    ]);
    expect(paymentCurrencies).toEqual([
      {
        id: 'EUR',
        payment_method_limits: [
          { id: 'card', min: 5, max: 9_000 },
          { id: 'bank', min: 5, max: 9_000 },
        ],
      },
    ]);
  });

  it('quotes the best of its providers, and opens that one’s page', async () => {
    expect(await provider().quote(terms, stopped)).toEqual({ amount: '105.25', fee: '2.75' });
    const order = {
      id: 'order',
      projectId: 'shop',
      terms,
      address: ADDRESS,
      clientIp: undefined,
      gatewayUrl: 'https://g.example',
    };
    expect(await provider().createUrl(order, stopped)).toBe('https://meldcrypto.com/?token=t');
    expect(vendor.problems).toEqual([]);
  });

  it('reads signed reports only', () => {
    const url = 'https://g.example/v1/onramp/webhooks/meld';
    const report = (change: object = {}, secret = SECRET, time = new Date().toISOString()) => {
      const body = JSON.stringify({
        eventType: 'TRANSACTION_CRYPTO_COMPLETE',
        eventId: 'e1',
        payload: { externalSessionId: 'order', paymentTransactionStatus: 'SETTLED' },
        ...change,
      });
      // In base64url with padding.
      const signature = createHmac('sha256', secret)
        .update(`${time}.${url}.${body}`)
        .digest('base64')
        .replaceAll('+', '-')
        .replaceAll('/', '_');
      const headers = new Headers({ 'meld-signature': signature, 'meld-signature-timestamp': time });
      return { url, headers, body };
    };
    expect(provider().readEvent(report())).toEqual({ id: 'e1', orderId: 'order', status: 'completed' });
    const sent = { eventType: 'TRANSACTION_CRYPTO_TRANSFERRING' };
    expect(provider().readEvent(report(sent))).toMatchObject({ status: 'paid' });
    expect(provider().readEvent(report({ eventType: 'TRANSACTION_CRYPTO_FAILED' }))).toMatchObject({
      status: 'failed',
    });
    expect(provider().readEvent(report({ payload: {} }))).toBeUndefined();
    expect(provider().readEvent(report({ eventType: 'WEBHOOK_TEST' }))).toBeUndefined();
    const stale = new Date(Date.now() - 600_000).toISOString();
    const elsewhere = { ...report(), url: 'https://other.example/' };
    for (const forged of [report({}, 'another'), report({}, SECRET, stale), elsewhere])
      expect(() => provider().readEvent(forged)).toThrow('The signature of the report is wrong');
  });
});
