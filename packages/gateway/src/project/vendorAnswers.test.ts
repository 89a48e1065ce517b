import { generateKeyPairSync } from 'node:crypto';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { oddAnswers } from '../../test/oddAnswers.js';
import { HttpError } from '../platform/http/HttpError.js';
import { VendorError } from './convert/VendorError.js';
import { oneInchEngine } from './convert/vendors/oneInchEngine.js';
import { zeroExEngine } from './convert/vendors/zeroExEngine.js';
import { coinbase } from './onramp/vendors/coinbase.js';
import { meld } from './onramp/vendors/meld.js';
import { httpPriceSource } from './tokens/httpPriceSource.js';

const never = new AbortController().signal;
const TOKEN = '0x25283Df5d9f8196E5625528342c53C8aEDC65305';
const terms = {
  purchaseCurrency: 'USDC',
  paymentCurrency: 'EUR',
  amount: '100',
  network: 'base',
  paymentMethod: 'card',
  country: 'DE',
} as const;
const order = {
  id: 'o',
  projectId: 'p',
  terms,
  address: TOKEN,
  clientIp: undefined,
  gatewayUrl: 'https://g.example',
};
const { privateKey } = generateKeyPairSync('ed25519');
const coinbaseAt = () =>
  coinbase({
    keyId: 'k',
    key: privateKey,
    webhookSecret: undefined,
    api: 'https://coinbase.example',
    page: 'https://pay.example',
  });
const meldAt = () => meld({ key: 'k', webhookSecret: undefined, api: 'https://meld.example' });
const swap = {
  chainId: 'eip155:1',
  from: 'native',
  to: TOKEN,
  amount: 10n ** 18n,
  gasPrice: 0n,
} as const;
const vendor = { key: 'k', url: 'https://swap.example' };
const money = (value: string) => ({ value, currency: 'EUR' });

/** Every answer of a vendor that the gateway reads, as recorded from its documentation, and who reads it. */
const ANSWERS: readonly {
  readonly of: string;
  readonly at: RegExp;
  readonly answer: unknown;
  readonly read: () => Promise<unknown>;
  readonly beside?: Readonly<Record<string, unknown>>;
}[] = [
  {
    of: 'the options of Coinbase',
    at: /buy\/options/,
    answer: {
      payment_currencies: [{ id: 'EUR', limits: [{ id: 'CARD', min: '2', max: '7500' }] }],
      purchase_currencies: [
        {
          id: 'd',
          name: 'USDC',
          symbol: 'USDC',
          networks: [{ name: 'base', display_name: 'Base', chain_id: '8453', contract_address: '0x8335' }],
        },
      ],
    },
    read: () => coinbaseAt().options({ country: 'DE' }, never),
  },
  {
    of: 'a quote of Coinbase',
    at: /buy\/quote/,
    answer: {
      coinbase_fee: money('1.5'),
      network_fee: money('0.04'),
      purchase_amount: money('106.2'),
      quote_id: 'q',
    },
    read: () => coinbaseAt().quote(terms, never),
  },
  {
    of: 'a token of Coinbase',
    at: /v1\/token/,
    answer: { token: 'one-time', channel_id: '' },
    read: () => coinbaseAt().createUrl(order, never),
  },
  {
    of: 'the currencies of Meld',
    at: /crypto-currencies/,
    answer: [
      {
        currencyCode: 'USDC_BASE',
        name: 'USDC',
        chainCode: 'BASE',
        chainName: 'Base',
        chainId: '8453',
        contractAddress: '0x8335',
      },
    ],
    beside: { 'fiat-currency-purchases': [{ currencyCode: 'EUR', minimumAmount: 10, maximumAmount: 5_000 }] },
    read: () => meldAt().options({ country: 'DE' }, never),
  },
  {
    of: 'the limits of Meld',
    at: /fiat-currency-purchases/,
    answer: [{ currencyCode: 'EUR', minimumAmount: 10, maximumAmount: 5_000 }],
    beside: { 'crypto-currencies': [] },
    read: () => meldAt().options({ country: 'DE' }, never),
  },
  {
    of: 'a quote of Meld',
    at: /crypto\/quote/,
    answer: { quotes: [{ serviceProvider: 'X', destinationAmount: 106.2, totalFee: 1.5 }], message: 'ok' },
    read: () => meldAt().quote(terms, never),
  },
  {
    of: 'a quote of 1inch',
    at: /\/quote/,
    answer: { dstAmount: '5000', gas: 150_000 },
    read: () => oneInchEngine(vendor).quote(swap, never),
  },
  {
    of: 'a price of 0x',
    at: /\/price/,
    answer: { liquidityAvailable: true, buyAmount: '5000', gas: '150000' },
    read: () => zeroExEngine(vendor, { call: async () => '0x' }).quote(swap, never),
  },
  {
    of: 'the operator’s prices',
    at: /prices/,
    answer: { prices: { 'eip155:1': 2_000.5, 'eip155:10': 1 } },
    read: async () => [
      ...(await httpPriceSource('https://prices.example').prices(['eip155:1', 'eip155:10'], 'usd', never)),
    ],
  },
];

afterEach(() => vi.unstubAllGlobals());

/** What a reader makes of an answer: its value, or the code of its own error. */
async function outcomeOf(
  { at, read, beside = {} }: (typeof ANSWERS)[number],
  answer: unknown,
): Promise<unknown> {
  vi.stubGlobal('fetch', (url: unknown) => {
    const other = Object.entries(beside).find(([path]) => String(url).includes(path));
    return Promise.resolve(Response.json(at.test(String(url)) ? answer : other?.[1]));
  });
  try {
    return { value: await read() };
  } catch (error) {
    if (error instanceof HttpError) return { error: error.code };
    if (error instanceof VendorError) return { error: error.name };
    // Prices are refused as a whole, and their reader says so.
    if (error instanceof Error && error.name === 'ZodError') return { error: 'ZodError' };
    throw error;
  }
}

/** An outcome as text. JSON has no bigints, and writes NaN as null. */
const textOf = (outcome: unknown) =>
  JSON.stringify(outcome, (_name, value: unknown) =>
    typeof value === 'number' || typeof value === 'bigint' ? String(value) : value,
  );

describe('the answers of vendors', () => {
  it.each(ANSWERS)('$of: null is absent, and another type breaks nothing', async row => {
    expect(await outcomeOf(row, row.answer)).toHaveProperty('value');
    for (const { path, missing, null: isNull, others } of oddAnswers(row.answer)) {
      expect([path, await outcomeOf(row, isNull)]).toEqual([path, await outcomeOf(row, missing)]);
      for (const other of others) {
        const outcome = await outcomeOf(row, other);
        expect(textOf(outcome), path).not.toMatch(/NaN|undefined|\[object|Infinity/);
      }
    }
  });
});
