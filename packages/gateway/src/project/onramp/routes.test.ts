import { createHmac, generateKeyPairSync } from 'node:crypto';
import { installDemoToken } from 'latchkit/testing';
import { createPublicClient, erc20Abi, getAddress, http } from 'viem';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import * as z from 'zod';
import { awaitedLater } from '../../../../../scripts/lib/awaitedLater.mjs';
import { startVendor } from '../../../test/onramp/startVendor.js';
import { startAnvil } from '../../../test/servers/startAnvil.js';
import { openTestDatabase } from '../../../test/testDatabase.js';
import { waitUntil } from '../../../test/waitUntil.js';
import { memoryPubSub } from '../../platform/adapters/memory/memoryPubSub.js';
import type { Database } from '../../platform/ports/Database.js';
import { createGateway, type Gateway, type GatewayOptions } from '../createGateway.js';

const CHAIN = 'eip155:31337';
const PROJECT = '0'.repeat(32);
const DOLLAR = '0xD011A70000000000000000000000000000000001';
const CARD_PATH = '/dev/exchange?order=';

let anvil: Awaited<ReturnType<typeof startAnvil>>;
let database: Database;
let gateway: Gateway;
const started: Gateway[] = [];

async function start(options: Partial<GatewayOptions> = {}): Promise<Gateway> {
  const created = await createGateway({
    database,
    developmentMode: true,
    upstreams: { [CHAIN]: [anvil.url] },
    ...options,
  });
  started.push(created);
  return created;
}

beforeAll(async () => {
  [anvil, database] = await Promise.all([startAnvil(31_337), openTestDatabase()]);
  await installDemoToken(anvil.url, {}, { name: 'Development dollar', symbol: 'USDC', address: DOLLAR });
  gateway = await start();
});
afterAll(async () => {
  await Promise.all(started.map(one => one.close()));
  await database.close();
  await anvil.stop();
});

const onlyProject = `projectId=${PROJECT}`;

async function get(path: string, of: Gateway = gateway) {
  const response = await of.app.request(`${path}${path.includes('?') ? '&' : '?'}${onlyProject}`);
  return { status: response.status, json: await response.json() };
}

async function post(path: string, body: object, of: Gateway = gateway) {
  const response = await of.app.request(`${path}${path.includes('?') ? '&' : '?'}${onlyProject}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: response.status, json: await response.json() };
}

const dollars = { purchaseCurrency: 'USDC', paymentCurrency: 'USD', amount: '50', network: 'local-chain-a' };

let receivers = 0;
/** An address that nothing was sent to. */
const newAddress = () => getAddress(`0x${(0xabc_000 + ++receivers).toString(16).padStart(40, '0')}`);

async function order(address: string, change: object = {}, of: Gateway = gateway) {
  const { json } = await post(
    '/v1/generators/onrampurl',
    { provider: 'coinbase', address, ...dollars, ...change },
    of,
  );
  return json as { readonly url: string; readonly orderId: string };
}

const pay = (orderId: string, card: string, of: Gateway = gateway) =>
  of.app.request(`${CARD_PATH}${orderId}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ card }).toString(),
  });

async function statusOf(orderId: string, of: Gateway = gateway) {
  const { json } = await get(`/v1/onramp/orders/${orderId}`, of);
  return json.status as string;
}

const untilStatus = (orderId: string, status: string, of: Gateway = gateway) =>
  waitUntil(async () => (await statusOf(orderId, of)) === status);

const reader = () => createPublicClient({ transport: http(anvil.url) });
const dollarsOf = (address: string) =>
  reader().readContract({
    address: DOLLAR,
    abi: erc20Abi,
    functionName: 'balanceOf',
    args: [getAddress(address)],
  });

const eventsOf = async (orderId: string) =>
  (
    await database.query('select status from onramp_events where order_id = $1 order by received_at', [
      orderId,
    ])
  ).map(({ status }) => status);

describe('onrampCalls', () => {
  it('lists currencies, limits and providers with their fees [CALL-34] [ENT-18] [ENT-19] [LIM-27]', async () => {
    const { json } = await get('/v1/onramp/options?country=DE');
    const [usdc] = json.purchaseCurrencies;
    expect(usdc).toEqual({
      id: 'USDC',
      name: 'Development dollar',
      symbol: 'USDC',
      networks: [
        { name: 'local-chain-a', display_name: 'Local chain A', chain_id: '31337', contract_address: DOLLAR },
        { name: 'local-chain-b', display_name: 'Local chain B', chain_id: '31338', contract_address: DOLLAR },
      ],
    });
    expect(json.purchaseCurrencies.map(({ id }: { id: string }) => id)).toEqual(['USDC', 'ETH', 'SOL']);
    expect(json.paymentCurrencies[0]).toEqual({
      id: 'USD',
      payment_method_limits: [
        { id: 'card', min: 10, max: 7_500 },
        { id: 'bank', min: 10, max: 25_000 },
      ],
    });
    expect(json.providers).toEqual([
      { id: 'coinbase', name: 'Coinbase', feeRange: [1, 2] },
      { id: 'meld', name: 'Meld', feeRange: [1, 2] },
    ]);
  });

  it('quotes each provider, best first, and refuses an amount outside the limits [CALL-35] [ENT-20]', async () => {
    const { json } = await post('/v1/onramp/quote', dollars);
    expect(json.purchaseAmount).toEqual({ amount: '49.5', currency: 'USDC' });
    expect(json.quotes).toEqual([
      { provider: 'coinbase', purchaseAmount: { amount: '49.5', currency: 'USDC' }, fee: '0.5' },
      { provider: 'meld', purchaseAmount: { amount: '49', currency: 'USDC' }, fee: '1' },
    ]);
    const ether = { ...dollars, purchaseCurrency: 'ETH', paymentCurrency: 'EUR', amount: '100' };
    expect((await post('/v1/onramp/quote', ether)).json.purchaseAmount.amount).toBe('0.04356');
    for (const [query, amount, status] of [
      ['?paymentMethod=card', '9', 400],
      ['?paymentMethod=card', '10', 200],
      ['?paymentMethod=card', '7500', 200],
      ['?paymentMethod=card', '7501', 400],
      ['?paymentMethod=bank', '25000', 200],
      ['?paymentMethod=bank', '25001', 400],
    ] as const) {
      const answer = await post(`/v1/onramp/quote${query}`, { ...dollars, amount });
      expect([query, amount, answer.status]).toEqual([query, amount, status]);
      if (status === 400) expect(answer.json.error.code).toBe('ONRAMP_REFUSED');
    }
  });

  it('sells for the test card: the tokens arrive, and the order says so [CALL-33]', async () => {
    const address = newAddress();
    const { url, orderId } = await order(address);
    expect(url).toBe(`http://localhost${CARD_PATH}${orderId}`);
    expect(await statusOf(orderId)).toBe('created');
    const page = await gateway.app.request(url);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(await page.text()).toContain('stands in for <strong>Coinbase</strong>');
    const answer = await pay(orderId, 'works');
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `${CARD_PATH}${orderId}`]);
    await untilStatus(orderId, 'completed');
    expect(await dollarsOf(address)).toBe(49_500_000n);
    const { json } = await get(`/v1/onramp/orders/${orderId}`);
    const receipt = await reader().getTransactionReceipt({ hash: json.transactionHash });
    expect(receipt.status).toBe('success');
    expect(await eventsOf(orderId)).toEqual(['paid', 'completed']);
    // A second card changes nothing.
    await pay(orderId, 'works');
    await pay(orderId, 'declined');
    expect(await statusOf(orderId)).toBe('completed');
    expect(await dollarsOf(address)).toBe(49_500_000n);
  });

  it('shows a purchase in the history only to who knows its order: another order, provider, account or project finds none (rows-K7)', async () => {
    const of = await start({ history: { index: { [CHAIN]: 0 }, interval: 50 } });
    const [address, other] = [newAddress(), newAddress()];
    const [mine, theirs, unpaid] = [
      await order(address, {}, of),
      await order(other, {}, of),
      await order(address),
    ];
    for (const { orderId } of [mine, theirs]) {
      await pay(orderId, 'works', of);
      await untilStatus(orderId, 'completed', of);
    }
    const hash = (await get(`/v1/onramp/orders/${mine.orderId}`, of)).json.transactionHash;
    const hashes = async (account: string, query: string) => {
      const { json } = await get(`/v1/account/${account}/history?chainId=${CHAIN}${query}`, of);
      return json.data.map(({ metadata }: { metadata: { hash: string } }) => metadata.hash);
    };
    await waitUntil(async () => (await hashes(address, '')).includes(hash), 10_000);
    const at = (provider: string, ...orders: { orderId: string }[]) =>
      `&onramp=${provider}&orders=${orders.map(({ orderId }) => orderId).join(',')}`;
    const all = [theirs, unpaid, mine];
    expect(await hashes(address, at('coinbase', ...all))).toEqual([hash]);
    expect(await hashes(address.toLowerCase(), at('coinbase', ...all))).toEqual([hash]);
    expect(await hashes(address, '&onramp=coinbase')).toEqual([]);
    expect(await hashes(address, at('meld', ...all))).toEqual([]);
    expect(await hashes(address, at('coinbase', theirs, unpaid))).toEqual([]);
    expect(await hashes(other, at('coinbase', mine))).toEqual([]);
    const many = Array.from({ length: 21 }, () => mine);
    expect(
      (await get(`/v1/account/${address}/history?chainId=${CHAIN}${at('coinbase', ...many)}`, of)).status,
    ).toBe(400);
    await database.query(`insert into projects (id, name) values ('other-shop', 'Other shop')`);
    await database.query('update onramp_orders set project_id = $1 where id = $2', [
      'other-shop',
      mine.orderId,
    ]);
    expect(await hashes(address, at('coinbase', mine))).toEqual([]);
  });

  it('reports an order as events until it ends, whichever replica receives the report', async () => {
    const pubSub = memoryPubSub();
    const [here, there] = [await start({ pubSub }), await start({ pubSub })];
    const { orderId } = await order(newAddress(), {}, here);
    const path = `/v1/onramp/orders/${orderId}/events`;
    const response = await here.app.request(`${path}?${onlyProject}`);
    const headers = ['content-type', 'access-control-allow-origin', 'cache-control'];
    expect(headers.map(name => response.headers.get(name))).toEqual(['text/event-stream', '*', 'no-store']);
    const received: string[] = [];
    const reading = awaitedLater(
      (async () => {
        for await (const chunk of response.body ?? []) received.push(Buffer.from(chunk).toString());
      })(),
    );
    await waitUntil(async () => received.length === 1);
    await pay(orderId, 'works', there);
    await reading;
    const statuses = received.join('').trim().split('\n\n');
    expect(statuses.map(text => JSON.parse(text.replace('data: ', '')).status)).toEqual(
      expect.arrayContaining(['created', 'completed']),
    );
    expect(statuses.at(-1)).toContain('completed');
    // An order that has ended is reported once.
    expect(await (await here.app.request(`${path}?${onlyProject}`)).text()).toContain('completed');
    const foreign = await get(`/v1/onramp/orders/${'x'.repeat(32)}/events`);
    expect([foreign.status, foreign.json.error.code]).toEqual([404, 'ORDER_NOT_FOUND']);
  });

  it('ends the events of open orders when it closes, and starts no more', async () => {
    const other = await start();
    const { orderId } = await order(newAddress(), {}, other);
    const response = await other.app.request(`/v1/onramp/orders/${orderId}/events?${onlyProject}`);
    const events = response.body?.getReader();
    expect(Buffer.from((await events?.read())?.value ?? []).toString()).toContain('created');
    other.endStreams();
    expect((await events?.read())?.done).toBe(true);
    const late = await get(`/v1/onramp/orders/${orderId}/events`, other);
    expect([late.status, late.json.error.code]).toEqual([503, 'ONRAMP_UNAVAILABLE']);
  });

  it('sells the native currency', async () => {
    const address = newAddress();
    const { orderId } = await order(address, { purchaseCurrency: 'ETH', amount: '250', provider: 'meld' });
    await pay(orderId, 'works');
    await untilStatus(orderId, 'completed');
    expect(await reader().getBalance({ address })).toBe(98_000_000_000_000_000n);
  });

  it('ends declined and expired orders, and sends nothing', async () => {
    for (const card of ['declined', 'expired']) {
      const address = newAddress();
      const { orderId } = await order(address);
      await pay(orderId, card);
      await untilStatus(orderId, card);
      expect([await eventsOf(orderId), await dollarsOf(address)]).toEqual([[card], 0n]);
    }
  });

  it('pays back a refunded order', async () => {
    const address = newAddress();
    const { orderId } = await order(address);
    await pay(orderId, 'refunded');
    await untilStatus(orderId, 'paid');
    await untilStatus(orderId, 'refunded');
    expect(await dollarsOf(address)).toBe(0n);
  });

  it('finishes after a restart what was paid before, and transfers once', async () => {
    const other = await start();
    const address = newAddress();
    const { orderId } = await order(address, {}, other);
    await pay(orderId, 'works', other);
    await other.close();
    const after = await start();
    await untilStatus(orderId, 'completed', after);
    expect(await dollarsOf(address)).toBe(49_500_000n);
  });

  it('refuses a report without a correct signature, and a project that is not the order’s', async () => {
    const { orderId } = await order(newAddress());
    const body = JSON.stringify({ id: 'x', orderId, status: 'completed' });
    const forged = await gateway.app.request('/v1/onramp/webhooks/coinbase', {
      method: 'POST',
      headers: {
        'webhook-id': 'x',
        'webhook-timestamp': String(Math.floor(Date.now() / 1_000)),
        'webhook-signature': 'v1,AAAA',
      },
      body,
    });
    expect([forged.status, (await forged.json()).error.code]).toEqual([401, 'INVALID_SIGNATURE']);
    const unknown = await gateway.app.request('/v1/onramp/webhooks/nobody', { method: 'POST', body });
    expect(unknown.status).toBe(404);
    expect(await statusOf(orderId)).toBe('created');
    await database.query(`insert into projects (id, name) values ('another', 'Another')`);
    const foreign = await gateway.app.request(`/v1/onramp/orders/${orderId}?projectId=another`);
    expect(foreign.status).toBe(404);
    const missing = await get(`/v1/onramp/orders/${'x'.repeat(32)}`);
    expect([missing.status, missing.json.error.code]).toEqual([404, 'ORDER_NOT_FOUND']);
  });

  it('uses a provider whose key is set, and tells it the address that the trusted proxy reports', async () => {
    const tokenBody = z.object({ clientIp: z.optional(z.string()) });
    const vendor = await startVendor(
      [
        {
          method: 'GET',
          path: '/onramp/v1/buy/options',
          query: z.object({ country: z.literal('US') }),
          answer: {
            payment_currencies: [],
            purchase_currencies: [
              {
                name: 'USDC',
                symbol: 'USDC',
                networks: [
                  { name: dollars.network, display_name: 'A', chain_id: '31337', contract_address: DOLLAR },
                ],
              },
            ],
          },
        },
        {
          method: 'POST',
          path: '/onramp/v1/token',
          body: tokenBody,
          answer: { token: 'one-time' },
        },
      ],
      () => {},
    );
    onTestFinished(async () => void (await vendor.stop()));
    const { privateKey: key } = generateKeyPairSync('ed25519');
    const secret = 'webhook secret';
    const page = 'https://pay.coinbase.com';
    const other = await start({
      trustedProxies: ['loopback'],
      onramp: { coinbase: { keyId: 'id', key, webhookSecret: secret, api: vendor.url, page } },
    });
    const askFrom = async (remoteAddress: string, forwarded: string) => {
      const init = {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': forwarded },
        body: JSON.stringify({ provider: 'coinbase', address: newAddress(), ...dollars }),
      };
      const env = { incoming: { socket: { remoteAddress } } };
      const answer = await other.app.request(`/v1/generators/onrampurl?${onlyProject}`, init, env);
      const { orderId } = await answer.json();
      const { clientIp } = tokenBody.parse(vendor.requests.at(-1)?.body);
      return { orderId, clientIp };
    };
    const { orderId, clientIp } = await askFrom('127.0.0.1', '198.51.100.1, 2001:db8::7');
    expect(clientIp).toBe('2001:db8::7');
    expect((await askFrom('203.0.113.9', '198.51.100.1')).clientIp).toBe('203.0.113.9');

    const report = (event: object) => {
      const body = JSON.stringify({ transactionId: 't', partnerUserRef: orderId, ...event });
      const time = Math.floor(Date.now() / 1_000);
      const signed = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
      const headers = { 'x-hook0-signature': `t=${time},v1=${signed}` };
      return other.app.request('/v1/onramp/webhooks/coinbase', { method: 'POST', headers, body });
    };
    const done = { eventType: 'onramp.transaction.success' };
    expect((await report(done)).status).toBe(204);
    expect((await report(done)).status).toBe(204);
    // No order leaves a final state.
    expect((await report({ eventType: 'onramp.transaction.failed' })).status).toBe(204);
    expect(await statusOf(orderId, other)).toBe('completed');
    expect(await eventsOf(orderId)).toEqual(['completed', 'failed']);
  });

  it('offers nothing in production without keys', async () => {
    const other = await openTestDatabase();
    onTestFinished(() => other.close());
    const production = await createGateway({ database: other });
    onTestFinished(() => production.close());
    await other.query(`insert into projects (id, name) values ('shop', 'Shop')`);
    const read = async (path: string) => (await production.app.request(`${path}?projectId=shop`)).json();
    expect(await read('/v1/onramp/options')).toEqual({
      purchaseCurrencies: [],
      paymentCurrencies: [],
      providers: [],
    });
    expect((await production.app.request('/dev/exchange')).status).toBe(404);
  });
});
