import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  accountBalanceAnswer,
  fungiblePriceAnswer,
  supportedChainsAnswer,
  tokenBalance,
} from 'latchkit/protocol';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { awaitedLater } from '../../../../../scripts/lib/awaitedLater.mjs';
import {
  chainRequest,
  deployMulticall3,
  deployRefusing,
  deployToken,
} from '../../../test/chain/minimalContracts.js';
import { startAnvil } from '../../../test/servers/startAnvil.js';
import { openTestDatabase } from '../../../test/testDatabase.js';
import { memoryCache } from '../../platform/adapters/memory/memoryCache.js';
import type { Cache } from '../../platform/ports/Cache.js';
import type { Database } from '../../platform/ports/Database.js';
import { createGateway, type Gateway, type GatewayOptions } from '../createGateway.js';
import { DEVELOPMENT_PROJECT_ID } from '../projects/developmentProject.js';
import { httpPriceSource } from '../tokens/httpPriceSource.js';
import type { Token } from '../tokens/Token.js';

const CHAIN = 'eip155:31337';
const ACCOUNT = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const EMPTY = '0x000000000000000000000000000000000000dEaD';
const GOLD = '0x1000000000000000000000000000000000000001';
const REFUSES = '0x1000000000000000000000000000000000000002';
const NOWHERE = '0x1000000000000000000000000000000000000003';
const WHOLE = '0x1000000000000000000000000000000000000004';

const token = (address: string, symbol: string, decimals: number): Token => ({
  chainId: CHAIN,
  address,
  name: `Token ${symbol}`,
  symbol,
  decimals,
});
const tokens = [
  token(REFUSES, 'BAD', 18),
  token(GOLD, 'GOLD', 6),
  token(NOWHERE, 'NONE', 18),
  token(WHOLE, 'NFT', 0),
  { ...token(GOLD, 'ELSE', 6), chainId: 'eip155:1' as const },
];

let database: Database;
let anvil: Awaited<ReturnType<typeof startAnvil>>;
let gateway: Gateway;
let cache: Cache;
/** The cache's clock, in milliseconds. */
let time = 0;

beforeAll(async () => {
  [database, anvil] = await Promise.all([openTestDatabase(), startAnvil(31337)]);
  await deployToken(anvil.url, GOLD, { [ACCOUNT]: 12_345_678n });
  await deployToken(anvil.url, WHOLE, { [ACCOUNT]: 3n });
  await deployRefusing(anvil.url, REFUSES);
});
const gateways: Gateway[] = [];
afterEach(async () => {
  for (const one of gateways.splice(0)) await one.close();
});
afterAll(() => Promise.all([database.close(), anvil.stop()]));
beforeEach(async () => {
  cache = memoryCache(() => time);
  gateway = await gatewayWith({});
});

async function gatewayWith(options: Partial<GatewayOptions>): Promise<Gateway> {
  const made = await createGateway({
    database,
    cache,
    developmentMode: true,
    tokens,
    upstreams: { [CHAIN]: anvil.url, 'eip155:31338': 'http://127.0.0.1:1' },
    publicUrl: 'https://gateway.example',
    ...options,
  });
  gateways.push(made);
  return made;
}

async function get(path: string, on: Gateway = gateway) {
  const separator = path.includes('?') ? '&' : '?';
  const response = await on.app.request(`${path}${separator}projectId=${DEVELOPMENT_PROJECT_ID}&st=x&sv=1`);
  return { status: response.status, headers: response.headers, json: await response.json() };
}

const balanceOf = (account: string, more = '', on: Gateway = gateway) =>
  get(`/v1/account/${account}/balance?currency=usd&chainId=${CHAIN}${more}`, on);

const ether = {
  name: 'Ether',
  symbol: 'ETH',
  chainId: CHAIN,
  quantity: { decimals: '18', numeric: '10000' },
  iconUrl: expect.stringMatching(/^https:\/\/gateway\.example\/public\/getTokenImage\/ETH\.[0-9a-f]{16}$/),
};
const gold = {
  name: 'Token GOLD',
  symbol: 'GOLD',
  chainId: CHAIN,
  address: `${CHAIN}:${GOLD}`,
  quantity: { decimals: '6', numeric: '12.345678' },
  iconUrl: expect.stringContaining('/public/getTokenImage/GOLD.'),
};

describe('GET /v1/supported-chains', () => {
  it('names the chains that are served (CALL-16)', async () => {
    const { json } = await get('/v1/supported-chains');
    expect(supportedChainsAnswer.parse(json).http).toEqual(expect.arrayContaining(['eip155:1', CHAIN]));
    expect(json.http).toHaveLength(28);
    expect(json.http.filter((id: string) => id.startsWith('solana:'))).toHaveLength(4);
  });
});

describe('GET /v1/account/{address}/balance', () => {
  it('reads the currency and the listed tokens one by one without Multicall3 (CALL-19)', async () => {
    await chainRequest(anvil.url, 'anvil_setBalance', [ACCOUNT, '0x21e19e0c9bab2400000']);
    const { status, json } = await balanceOf(ACCOUNT);
    expect([status, json]).toEqual([200, { balances: [ether, gold] }]);
    for (const entry of accountBalanceAnswer.parse(json).balances) tokenBalance.parse(entry);
  });

  it('reads them in one call with Multicall3', async () => {
    await deployMulticall3(anvil.url, '0x70997970C51812dc3A010C7d01b50e0d17dc79C8');
    expect((await balanceOf(ACCOUNT)).json).toEqual({ balances: [ether, gold] });
    const metrics = await (await gateway.app.request('/metrics')).text();
    const asked = /upstream_requests_total\{chain="eip155:31337",outcome="ok"\} (\d+)/.exec(metrics)?.[1];
    // One call checks for Multicall3, one reads the balances.
    expect(asked).toBe('2');
  });

  it('accepts an address in any form, and returns the currency of an empty account', async () => {
    const forms = [EMPTY, EMPTY.toLowerCase(), EMPTY.slice(2), `${CHAIN}:${EMPTY}`];
    for (const form of forms) {
      const { json } = await balanceOf(form);
      expect(
        json.balances.map(({ symbol, quantity }: Token & { quantity: object }) => [symbol, quantity]),
      ).toEqual([['ETH', { decimals: '18', numeric: '0' }]]);
    }
  });

  it('caches a response for 30 s, for all replicas, unless an update is forced (TIME-04)', async () => {
    const set = (hex: string) => chainRequest(anvil.url, 'anvil_setBalance', [EMPTY, hex]);
    const other = await gatewayWith({});
    const amount = async (more = '', on = gateway) =>
      (await balanceOf(EMPTY, more, on)).json.balances[0].quantity.numeric;
    await set('0xde0b6b3a7640000');
    expect(await amount()).toBe('1');
    await set('0x1bc16d674ec80000');
    time += 29_000;
    expect([await amount(), await amount('', other)]).toEqual(['1', '1']);
    expect(await amount('&forceUpdate=true', other)).toBe('2');
    expect(await amount()).toBe('2');
    await set('0x0');
    time += 30_001;
    expect(await amount()).toBe('0');
  });

  it('waits 30 s after a failure before it tries again (TIME-07)', async () => {
    const path = `/v1/account/${ACCOUNT}/balance?chainId=eip155:31338`;
    const failing = await gatewayWith({});
    const first = await get(path, failing);
    expect([first.status, first.json.error.code]).toEqual([503, 'BALANCE_UNAVAILABLE']);
    expect(first.headers.get('Retry-After')).toBe('30');
    const recovered = await startAnvil(31338);
    const back = await gatewayWith({ upstreams: { [CHAIN]: anvil.url, 'eip155:31338': recovered.url } });
    time += 29_000;
    expect((await get(path, back)).status).toBe(503);
    expect((await get(`${path}&forceUpdate=true`, back)).status).toBe(503);
    time += 1_001;
    expect((await get(path, back)).status).toBe(200);
    await recovered.stop();
  });

  it('reads again at once for the next caller when the previous one disconnected during the read', async () => {
    const silent = createServer(() => {}).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
    const waiting = await gatewayWith({ upstreams: { [CHAIN]: url } });
    const leaving = new AbortController();
    const asked = once(silent, 'request');
    const left = awaitedLater(
      waiting.app.request(
        `/v1/account/${ACCOUNT}/balance?chainId=${CHAIN}&projectId=${DEVELOPMENT_PROJECT_ID}&st=x&sv=1`,
        { signal: leaving.signal },
      ),
    );
    await asked;
    leaving.abort();
    expect((await left).status).toBe(503);
    expect((await balanceOf(ACCOUNT)).status).toBe(200);
    silent.closeAllConnections();
    silent.close();
  });

  it('returns no prices without a source, and those of a configured source', async () => {
    const asked: unknown[] = [];
    const server = createServer(async (request, response) => {
      let body = '';
      for await (const part of request) body += part;
      asked.push(JSON.parse(body));
      response.end(
        JSON.stringify({
          prices: { [CHAIN]: 2_000.5, [`${CHAIN}:${GOLD}`]: 2, 'eip155:1:0xother': 7, [NOWHERE]: 0 },
        }),
      );
    });
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
    const priced = await gatewayWith({ priceSource: httpPriceSource(url) });
    const { json } = await balanceOf(ACCOUNT, '', priced);
    expect(json.balances).toEqual([
      { ...ether, price: 2_000.5, value: 20_005_000 },
      { ...gold, price: 2, value: 24.691356 },
    ]);
    await balanceOf(ACCOUNT, '', priced);
    expect(asked).toEqual([{ currency: 'usd', assets: expect.arrayContaining([CHAIN, `${CHAIN}:${GOLD}`]) }]);

    const price = async (on: Gateway, addresses: string[]) => {
      const path = `/v1/fungible/price?projectId=${DEVELOPMENT_PROJECT_ID}`;
      const body = JSON.stringify({ currency: 'usd', addresses });
      const answer = await (await on.app.request(path, { method: 'POST', body })).json();
      fungiblePriceAnswer.parse(answer);
      return answer.fungibles;
    };
    const ids = [`${CHAIN}:native`, `${CHAIN}:${GOLD}`, `${CHAIN}:${NOWHERE}`];
    expect(await price(priced, ids)).toEqual([
      { address: ids[0], name: 'Ether', symbol: 'ETH', price: 2_000.5, iconUrl: expect.any(String) },
      { address: ids[1], name: 'Token GOLD', symbol: 'GOLD', price: 2, iconUrl: expect.any(String) },
    ]);
    expect(await price(gateway, ids)).toEqual([]);

    // When the source fails, the response has no prices, but still the balances.
    server.closeAllConnections();
    await new Promise(resolve => server.close(resolve));
    time += 60_000;
    const without = await balanceOf(ACCOUNT, '&forceUpdate=1', priced);
    expect([without.status, without.json]).toEqual([200, { balances: [ether, gold] }]);
  });

  it.each([
    ['a chain that is not served', `${ACCOUNT}/balance?chainId=eip155:250`, 'CHAIN_NOT_SUPPORTED'],
    [
      'a chain of another kind',
      `${ACCOUNT}/balance?chainId=solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp`,
      'CHAIN_NOT_SUPPORTED',
    ],
    ['no chain id', `${ACCOUNT}/balance?chainId=ethereum`, 'INVALID_QUERY'],
    ['no currency', `${ACCOUNT}/balance?currency=dollars`, 'INVALID_QUERY'],
    ['a short address', '0x1234/balance', 'INVALID_PATH'],
    ['SQL', `${encodeURIComponent("' or 1=1")}/balance`, 'INVALID_PATH'],
  ])('refuses %s', async (_, path, code) => {
    const { status, json } = await get(`/v1/account/${path}`);
    expect([status, json]).toEqual([400, { error: { code, message: expect.any(String) } }]);
  });
});

describe('POST /v1/fungible/price', () => {
  it.each([
    ['no JSON', '{'],
    ['no addresses', '{"currency":"usd"}'],
    ['too many', JSON.stringify({ addresses: Array(101).fill('eip155:1') })],
    ['another form', '{"addresses":["0xabc"]}'],
  ])('refuses %s (CALL-26)', async (_, body) => {
    const path = `/v1/fungible/price?projectId=${DEVELOPMENT_PROJECT_ID}`;
    const response = await gateway.app.request(path, { method: 'POST', body });
    expect([response.status, (await response.json()).error.code]).toEqual([400, 'INVALID_BODY']);
  });
});
