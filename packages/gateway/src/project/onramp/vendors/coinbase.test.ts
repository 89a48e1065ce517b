import { createHmac, generateKeyPairSync } from 'node:crypto';
import { jwtVerify } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { startVendor } from '../../../../test/onramp/startVendor.js';
import { readCoinbaseKey } from '../onrampSettings.js';
import { coinbase } from './coinbase.js';

const KEY_ID = 'organizations/one/apiKeys/two';
const SECRET = 'webhook secret';
const ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const { privateKey, publicKey } = generateKeyPairSync('ed25519');
/** The form in which the service hands out its keys. */
const secretOf = () => {
  const { d = '', x = '' } = privateKey.export({ format: 'jwk' });
  return Buffer.concat([Buffer.from(d, 'base64url'), Buffer.from(x, 'base64url')]).toString('base64');
};

const money = (value: string, currency: string) => ({ value, currency });
const quoteBody = z.strictObject({
  purchaseCurrency: z.literal('USDC'),
  purchaseNetwork: z.literal('base'),
  paymentAmount: z.literal('100'),
  paymentCurrency: z.literal('EUR'),
  paymentMethod: z.enum(['CARD', 'ACH_BANK_ACCOUNT']),
  country: z.enum(['DE', 'US']),
  subdivision: z.optional(z.literal('NY')),
});

let vendor: Awaited<ReturnType<typeof startVendor>>;
beforeAll(async () => {
  vendor = await startVendor(
    [
      {
        method: 'GET',
        path: '/onramp/v1/buy/options',
        query: z.strictObject({ country: z.enum(['DE', 'US']), subdivision: z.optional(z.literal('NY')) }),
        answer: {
          payment_currencies: [
            {
              id: 'EUR',
              limits: [
                { id: 'CARD', min: '2', max: '7500' },
                { id: 'ACH_BANK_ACCOUNT', min: '10', max: '25000' },
                { id: 'FIAT_WALLET', min: '1', max: '100' },
                { id: 'NEW_WALLET', min: 'none', max: null },
              ],
            },
            { id: 'USD', limits: 'none' },
          ],
          purchase_currencies: [
            { id: 'new', name: { en: 'New' }, symbol: 'NEW', networks: [] },
            {
              id: 'd85dce9b-5b73-5c3c-8978-522ce1d1c1b4',
              name: 'USDC',
              symbol: 'USDC',
              networks: [
                { name: 'base', display_name: 'Base', chain_id: '8453', contract_address: '0x8335' },
                { name: 'solana', display_name: 'Solana', chain_id: '0', contract_address: 'EPjF' },
                { name: null },
              ],
            },
            {
              id: '5b71fc48-3dd3-540c-809b-f8c94d0e68b5',
              name: 'Bitcoin',
              symbol: 'BTC',
              networks: [{ name: 'bitcoin', display_name: 'Bitcoin', chain_id: '0', contract_address: '' }],
            },
          ],
        },
      },
      {
        method: 'POST',
        path: '/onramp/v1/buy/quote',
        body: quoteBody,
        answer: {
          coinbase_fee: money('1.5', 'EUR'),
          network_fee: money('0.04', 'EUR'),
          payment_subtotal: money('98.46', 'EUR'),
          payment_total: money('100', 'EUR'),
          purchase_amount: money('106.2', 'USDC'),
          quote_id: 'q',
        },
      },
      {
        method: 'POST',
        path: '/onramp/v1/token',
        body: z.strictObject({
          addresses: z.tuple([
            z.strictObject({ address: z.literal(ADDRESS), blockchains: z.tuple([z.literal('base')]) }),
          ]),
          assets: z.tuple([z.literal('USDC')]),
          clientIp: z.optional(z.literal('203.0.113.7')),
        }),
        answer: { token: 'one-time', channel_id: '' },
      },
    ],
    async ({ method, url, headers }) => {
      const token = headers.authorization?.replace('Bearer ', '') ?? '';
      const { payload, protectedHeader } = await jwtVerify(token, publicKey, {
        issuer: 'cdp',
        subject: KEY_ID,
      });
      expect(protectedHeader).toMatchObject({ alg: 'EdDSA', kid: KEY_ID });
      expect(protectedHeader.nonce).toHaveLength(32);
      expect(payload.uris).toEqual([`${method} ${url.host}${url.pathname}`]);
      expect(Number(payload.exp) - Number(payload.nbf)).toBe(120);
    },
  );
});
afterAll(() => vendor.stop());

const provider = () =>
  coinbase({
    keyId: KEY_ID,
    key: readCoinbaseKey(secretOf()),
    webhookSecret: SECRET,
    api: vendor.url,
    page: 'https://pay.coinbase.com',
  });
const terms = {
  purchaseCurrency: 'USDC',
  paymentCurrency: 'EUR',
  amount: '100',
  network: 'base',
  paymentMethod: 'card',
  country: 'DE',
} as const;
const stopped = new AbortController().signal;

describe('coinbase', () => {
  it('reads what is sold, with the networks that pages know', async () => {
    expect(await provider().options({ country: 'DE' }, stopped)).toEqual({
      paymentCurrencies: [
        {
          id: 'EUR',
          payment_method_limits: [
            { id: 'card', min: 2, max: 7_500 },
            { id: 'bank', min: 10, max: 25_000 },
          ],
        },
      ],
      purchaseCurrencies: [
        {
          id: 'USDC',
          name: 'USDC',
          symbol: 'USDC',
          networks: [
            { name: 'base', display_name: 'Base', chain_id: '8453', contract_address: '0x8335' },
            {
              name: 'solana',
              display_name: 'Solana',
              chain_id: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
              contract_address: 'EPjF',
            },
          ],
        },
      ],
    });
  });

  it('quotes with all fees, for card and bank', async () => {
    expect(await provider().quote(terms, stopped)).toEqual({ amount: '106.2', fee: '1.54' });
    await provider().quote({ ...terms, paymentMethod: 'bank' }, stopped);
    expect(vendor.requests.at(-1)?.body).toMatchObject({ paymentMethod: 'ACH_BANK_ACCOUNT' });
  });

  it('names the state of a visitor in the US, and none elsewhere', async () => {
    const state = { country: 'US', subdivision: 'NY' } as const;
    await provider().options(state, stopped);
    expect(vendor.requests.at(-1)?.query).toEqual(state);
    await provider().quote({ ...terms, ...state }, stopped);
    expect(vendor.requests.at(-1)?.body).toMatchObject(state);
    await provider().quote({ ...terms, subdivision: 'NY' }, stopped);
    expect(vendor.requests.at(-1)?.body).not.toHaveProperty('subdivision');
  });

  it('opens a page with a one-time token, the payment and the order', async () => {
    const order = { id: 'order', projectId: 'p', terms, address: ADDRESS, gatewayUrl: 'https://g.example' };
    const url = new URL(await provider().createUrl({ ...order, clientIp: '203.0.113.7' }, stopped));
    expect(url.origin + url.pathname).toBe('https://pay.coinbase.com/buy/select-asset');
    expect(Object.fromEntries(url.searchParams)).toEqual({
      sessionToken: 'one-time',
      defaultAsset: 'USDC',
      defaultNetwork: 'base',
      defaultPaymentMethod: 'CARD',
      presetFiatAmount: '100',
      fiatCurrency: 'EUR',
      partnerUserRef: 'order',
    });
    expect(vendor.requests.at(-1)?.body).toHaveProperty('clientIp', '203.0.113.7');
    await provider().createUrl({ ...order, clientIp: undefined }, stopped);
    expect(vendor.requests.at(-1)?.body).not.toHaveProperty('clientIp');
  });

  it('keeps the contract, and says what it refuses or when it is away', async () => {
    expect(vendor.problems).toEqual([]);
    const refusing = await startVendor(
      [
        {
          method: 'POST',
          path: '/onramp/v1/buy/quote',
          body: quoteBody,
          status: 400,
          answer: { message: 'The amount is too small' },
        },
      ],
      () => {},
    );
    const { key } = { key: readCoinbaseKey(secretOf()) };
    const at = (api: string) => coinbase({ keyId: KEY_ID, key, webhookSecret: undefined, api, page: '' });
    await expect(at(refusing.url).quote(terms, stopped)).rejects.toMatchObject({
      code: 'ONRAMP_REFUSED',
      message: 'The amount is too small',
    });
    await refusing.stop();
    await expect(at(refusing.url).quote(terms, stopped)).rejects.toMatchObject({
      code: 'ONRAMP_UNAVAILABLE',
    });
  });

  it('reads signed reports only', () => {
    const report = (change: object = {}, secret = SECRET, time = Math.floor(Date.now() / 1_000)) => {
      const body = JSON.stringify({
        eventType: 'onramp.transaction.success',
        transactionId: 't1',
        status: 'ONRAMP_TRANSACTION_STATUS_SUCCESS',
        partnerUserRef: 'order',
        txHash: '0xabc',
        ...change,
      });
      const headers = new Headers({ 'x-hook0-id': 'hook' });
      const signed = createHmac('sha256', secret).update(`${time}.x-hook0-id.hook.${body}`).digest('hex');
      headers.set('x-hook0-signature', `t=${time},h=x-hook0-id,v1=${signed}`);
      return { url: 'https://g.example/', headers, body };
    };
    expect(provider().readEvent(report())).toEqual({
      id: 't1:completed',
      orderId: 'order',
      status: 'completed',
      transactionHash: '0xabc',
    });
    const paid = { eventType: 'onramp.transaction.updated', status: 'ONRAMP_TRANSACTION_STATUS_IN_PROGRESS' };
    expect(provider().readEvent(report(paid))).toMatchObject({ status: 'paid' });
    expect(provider().readEvent(report({ eventType: 'onramp.transaction.failed' }))).toMatchObject({
      status: 'failed',
    });
    expect(provider().readEvent(report({ partnerUserRef: undefined }))).toBeUndefined();
    const odd = { ...report(), headers: new Headers({ 'x-hook0-signature': 't=1,h=a b(  c,v1=00' }) };
    expect(() => provider().readEvent(odd)).toThrow('The signature of the report is wrong');
    const stale = Math.floor(Date.now() / 1_000) - 600;
    for (const forged of [report({}, 'another'), report({}, SECRET, stale), { ...report(), body: '{}' }])
      expect(() => provider().readEvent(forged)).toThrow('The signature of the report is wrong');
  });

  it('refuses a key of another form', () => {
    for (const secret of ['', 'AAAA', '-----BEGIN EC PRIVATE KEY-----\nAAAA\n-----END EC PRIVATE KEY-----'])
      expect(() => readCoinbaseKey(secret)).toThrow(
        'LATCHKIT_COINBASE_SECRET is not the secret of a CDP key',
      );
    const { privateKey: ec } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const pem = ec.export({ format: 'pem', type: 'sec1' }).toString();
    expect(readCoinbaseKey(pem.replaceAll('\n', '\\n')).asymmetricKeyType).toBe('ec');
  });
});
