// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { solana } from '../../networks/networks.js';
import type { CaipAddress } from '../../protocol/caip.js';
import { connect } from '../connection/connect.js';
import { memoryStorage } from '../kernel/storage.js';
import type { LatchkitOptions } from '../LatchkitOptions.js';
import { readMadeOrders, rememberOrder } from '../onramp/purchaseRecord.js';
import { ADDRESS, connectorOf, scriptedAdapter } from '../testSupport/scriptedAdapter.test-support.js';
import { startedKit } from '../testSupport/startedKit.test-support.js';
import { type StubGateway, startStubGateway, turns, until } from '../testSupport/stubGateway.test-support.js';
import { loadActivity } from './loadActivity.js';

const HISTORY = `/v1/account/${ADDRESS}/history`;
const entry = (id: string, change: object = {}, transfers: readonly object[] = [ether]) => ({
  id,
  metadata: {
    minedAt: '2026-05-12T10:00:00Z',
    chain: 'eip155:1',
    operationType: 'receive',
    status: 'confirmed',
    ...change,
  },
  transfers,
});
const ether = {
  direction: 'in',
  quantity: { numeric: '1', decimals: '18' },
  fungible_info: { symbol: 'ETH' },
};
const nft = (spam: boolean) => ({
  direction: 'in',
  quantity: { numeric: '1', decimals: '0' },
  nft_info: { name: 'X', flags: { is_spam: spam } },
});

let gateway: StubGateway;
const kits: { destroy(): void }[] = [];
beforeEach(async () => {
  gateway = await startStubGateway({
    '/v1/supported-chains': [200, { http: ['eip155:1'] }],
    [HISTORY]: ({ url }) => [
      200,
      url.searchParams.get('cursor')
        ? { data: [entry('2'), entry('3')], next: null }
        : { data: [entry('1'), entry('2')], next: 'c1' },
    ],
  });
});
afterEach(async () => {
  for (const kit of kits.splice(0)) kit.destroy();
  await gateway.stop();
});

async function connected(
  options: Partial<LatchkitOptions> & { readonly features?: { readonly activity: boolean } } = {},
  adapter = scriptedAdapter(),
) {
  const quiet = { email: false, socials: false, analytics: false } as const;
  const features = { ...quiet, ...options.features };
  const { kit } = startedKit({ gateway: gateway.url, ...options, features }, adapter);
  kits.push(kit);
  await connect(kit, { connectorId: 'io.one' });
  const activity = () => kit.store.getState().activity;
  const ids = () => activity().transactions.map(({ id }) => id);
  return { kit, activity, ids };
}

describe('loadActivity', () => {
  it('requests the history of the account on its chain, and the next page by its cursor [CALL-18] [STATE-49] [STATE-51]', async () => {
    const { kit, activity, ids } = await connected();
    const reading = loadActivity(kit);
    expect(activity().status).toBe('loading');
    await reading;
    expect(activity()).toMatchObject({ status: 'ready', next: 'c1' });
    const more = loadActivity(kit, { more: true });
    expect(activity().status).toBe('loading');
    await more;
    // The second page repeats an entry of the first.
    expect(ids()).toEqual(['1', '2', '3']);
    expect(activity()).toMatchObject({ status: 'ready', next: undefined });
    await loadActivity(kit, { more: true });
    const asked = gateway
      .asked(HISTORY)
      .map(({ url }) => [url.searchParams.get('chainId'), url.searchParams.get('cursor')]);
    expect(asked).toEqual([
      ['eip155:1', null],
      ['eip155:1', 'c1'],
    ]);
  });

  it('marks what this browser bought, by the orders that it made for the account, on each page (rows-K7)', async () => {
    const storage = memoryStorage();
    const order = (id: string, provider: string, account: CaipAddress) =>
      rememberOrder(storage, {
        id: id.repeat(32),
        provider,
        providerName: `The ${provider}`,
        account,
      });
    order('a', 'coinbase', `eip155:1:${ADDRESS}`);
    order('b', 'meld', `eip155:1:${ADDRESS}`);
    order('c', 'coinbase', `eip155:10:${ADDRESS}`);
    order('d', 'coinbase', `eip155:1:0x${'1'.repeat(40)}`);
    gateway.answers[HISTORY] = ({ url }) => {
      const { onramp, cursor } = Object.fromEntries(url.searchParams);
      if (onramp === 'meld') return [500, {}];
      if (onramp) return [200, { data: [entry(cursor ? '3' : '1')] }];
      return [200, cursor ? { data: [entry('3')] } : { data: [entry('1'), entry('2')], next: 'c1' }];
    };
    const { kit, activity } = await connected({ storage });
    await loadActivity(kit);
    await loadActivity(kit, { more: true });
    expect(activity().status).toBe('ready');
    expect(activity().transactions.map(({ id, boughtAt }) => [id, boughtAt])).toEqual([
      ['1', 'The coinbase'],
      ['2', undefined],
      ['3', 'The coinbase'],
    ]);
    const asked = gateway
      .asked(HISTORY)
      .map(({ url }) => ['onramp', 'orders', 'cursor'].map(name => url.searchParams.get(name)))
      .filter(([onramp]) => onramp === 'coinbase');
    expect(asked).toEqual([
      ['coinbase', 'a'.repeat(32), null],
      ['coinbase', 'a'.repeat(32), 'c1'],
    ]);
  });

  it('asks for no purchase where none was made, and keeps the newest twenty orders', async () => {
    const storage = memoryStorage();
    const { kit } = await connected({ storage });
    await loadActivity(kit);
    expect(gateway.asked(HISTORY).map(({ url }) => url.searchParams.has('onramp'))).toEqual([false]);
    const account = `eip155:1:${ADDRESS}` as const;
    for (let made = 10; made < 40; made++) {
      const id = `${made}`.padStart(32, '0');
      rememberOrder(storage, {
        id,
        provider: 'coinbase',
        providerName: 'Coinbase',
        account,
      });
    }
    const ids = () => readMadeOrders(storage, account).map(({ id }) => Number(id));
    expect(ids()).toEqual(Array.from({ length: 20 }, (_, index) => 39 - index));
    for (const text of ['{', '{}', '[1, null, {"id": "a,b"}]']) {
      storage.setItem('latchkit.v1.purchases', text);
      expect(ids()).toEqual([]);
    }
  });

  it('is empty when there are no transactions [STATE-50]', async () => {
    gateway.answers[HISTORY] = [200, { data: [], next: null }];
    const { kit, activity } = await connected();
    await loadActivity(kit);
    expect(activity()).toMatchObject({ status: 'empty', transactions: [], next: undefined });
  });

  it("shows 'Failed to fetch transactions', and nothing else [ERR-41]", async () => {
    const { kit, activity } = await connected();
    await loadActivity(kit);
    gateway.answers[HISTORY] = [500, {}];
    await loadActivity(kit, { more: true });
    expect(activity()).toMatchObject({ status: 'error', transactions: [], next: undefined });
    expect(kit.store.getState().toast?.text).toBe('toast.activityFailed');
    const { shell } = await import('../../react/locales/en/shell.js');
    expect(shell['toast.activityFailed']).toBe('Failed to fetch transactions');
  });

  it('drops a transaction only if all its transfers are spam [VAL-25]', async () => {
    const data = [
      entry('spam', {}, [nft(true), nft(true)]),
      entry('partly', {}, [nft(true), nft(false)]),
      entry('none', {}, []),
    ];
    gateway.answers[HISTORY] = [200, { data }];
    const { kit, ids } = await connected();
    await loadActivity(kit);
    expect(ids()).toEqual(['partly', 'none']);
  });

  it('keeps only valid entries of the connected chain [VAL-26] [ENT-16] [ENT-17]', async () => {
    gateway.answers[HISTORY] = [
      200,
      { data: [entry('1'), entry('2', { chain: 'eip155:10' }), { id: 3 }, null] },
    ];
    const { kit, ids, activity } = await connected();
    await loadActivity(kit);
    expect(ids()).toEqual(['1']);
    expect(activity().transactions[0]).toMatchObject({
      metadata: { operationType: 'receive', status: 'confirmed' },
      transfers: [{ fungible_info: { symbol: 'ETH' } }],
    });
  });

  it('sends no request when activity is off, on Solana, or without a gateway [LIM-16]', async () => {
    const off = await connected({ features: { activity: false } });
    await loadActivity(off.kit);
    const alone = await connected({ gateway: undefined });
    await loadActivity(alone.kit);
    const adapter = scriptedAdapter('solana', [connectorOf('io.one', { chain: 'solana' })]);
    adapter.answer.connect = async () => ({
      connectorId: 'io.one',
      accounts: ['Abc'],
      chainId: solana.caipNetworkId,
    });
    const other = await connected({ networks: [solana] }, adapter);
    await loadActivity(other.kit);
    await turns();
    expect(gateway.asked().filter(({ url }) => url.pathname.endsWith('/history'))).toEqual([]);
    expect([off, alone, other].map(({ activity }) => activity().status)).toEqual(['idle', 'idle', 'idle']);
  });

  it('requests a page once while it is loading', async () => {
    const { kit } = await connected();
    await Promise.all([loadActivity(kit), loadActivity(kit)]);
    await until(() => gateway.asked(HISTORY).length === 1);
    expect(gateway.asked(HISTORY)).toHaveLength(1);
  });
});
