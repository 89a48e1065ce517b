// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadActivity } from './activity/loadActivity.js';
import { loadPrices } from './balances/loadPrices.js';
import { readWalletAssets } from './balances/readWalletAssets.js';
import { refreshTokens } from './balances/refreshTokens.js';
import { activeConnection } from './connection/activeConnection.js';
import { connect } from './connection/connect.js';
import { loadMoreWallets, loadWallets } from './directory/loadWallets.js';
import type { Latchkit } from './Latchkit.js';
import { fetchNames, suggestNames } from './names/nameService.js';
import { selectOnramp } from './onramp/onrampDraft.js';
import { openOnramp } from './onramp/openOnramp.js';
import { loadPermissions } from './smartAccounts/storedPermissions.js';
import { readSwapTokens, readUnroutedTokens } from './swap/swapGateway.js';
import { ADDRESS, scriptedAdapter } from './testSupport/scriptedAdapter.test-support.js';
import { startedKit } from './testSupport/startedKit.test-support.js';
import { type StubGateway, startStubGateway, until } from './testSupport/stubGateway.test-support.js';

const CHAIN = 'eip155:1';
const contract = (name: string) => `0x${Buffer.from(name).toString('hex').padStart(40, '0')}`;

let gateway: StubGateway;
const kits: Latchkit[] = [];
beforeEach(async () => {
  gateway = await startStubGateway({
    '/v1/supported-chains': [200, { http: [CHAIN] }],
  });
});
afterEach(async () => {
  for (const kit of kits.splice(0)) kit.destroy();
  await gateway.stop();
});

async function connected(adapter = scriptedAdapter()): Promise<Latchkit> {
  const features = { email: false, socials: false, analytics: false } as const;
  const { kit } = startedKit({ gateway: gateway.url, features }, adapter);
  kits.push(kit);
  await connect(kit, { connectorId: 'io.one' });
  return kit;
}

/** Values of every type, numbers beyond every limit, halves of a pair of UTF-16, and names that every object has. */
const VALUES: readonly unknown[] = [
  ...[null, undefined, '', 'x', '-1', '9'.repeat(400), 'a\u0000b', '\ud800', '__proto__'],
  ...[-1, 0, 1e300, Number.MAX_SAFE_INTEGER, true, [], [null], {}, { value: null }],
];

/** An entry with each of its members changed, at every depth. */
function changesOf(value: unknown): readonly unknown[] {
  if (typeof value !== 'object' || value === null) return VALUES;
  return Object.entries(value).flatMap(([name, member]) =>
    changesOf(member).map(other =>
      Object.assign(Array.isArray(value) ? [...value] : { ...value }, { [name]: other }),
    ),
  );
}

/** Good entries with odd ones before, between and after them, and one of the good ones twice. */
function amongOdd(entryOf: (name: string) => unknown): readonly unknown[] {
  const bad = entryOf('bad');
  const named = ['__proto__', 'constructor'].map(name => JSON.parse(`{"${name}":${JSON.stringify(bad)}}`));
  const odd = [...VALUES.map(value => value ?? null), ...changesOf(bad), ...named];
  return [...odd, entryOf('one'), ...odd, entryOf('one'), entryOf('two'), ...odd];
}

interface List {
  /** The answer with these entries. */
  answer(entries: readonly unknown[]): Readonly<Record<string, readonly [number, unknown]>>;
  entryOf(name: string): unknown;
  /** What the client made of the entries. */
  read(kit: Latchkit): Promise<readonly unknown[]>;
  /** What it makes of a good one. */
  shown(name: string): unknown;
}

const lists: Readonly<Record<string, List>> = {
  balances: {
    entryOf: name => ({
      ...{ name, symbol: name, chainId: CHAIN, address: `${CHAIN}:${contract(name)}` },
      ...{
        value: 2,
        price: 1,
        quantity: { decimals: '6', numeric: '2' },
        iconUrl: 'https://x.example/a.png',
      },
      shown: { amount: '4', factor: '2', slot: 1 },
    }),
    answer: balances => ({ [`/v1/account/${ADDRESS}/balance`]: [200, { balances }] }),
    async read(kit) {
      await refreshTokens(kit);
      const tokens = kit.store.getState().namespaces.eip155?.tokenBalance ?? [];
      expect(tokens.every(({ value = 0 }) => value < 1e16)).toBe(true);
      return tokens.map(({ address }) => address);
    },
    shown: name => `${CHAIN}:${contract(name)}`,
  },
  history: {
    entryOf: name => ({
      id: name,
      metadata: {
        ...{ minedAt: '2026-05-12T10:00:00Z', chain: CHAIN, operationType: 'send', status: 'confirmed' },
        hash: name,
      },
      transfers: [
        { direction: 'in', quantity: { numeric: '1', decimals: '18' }, fungible_info: { symbol: 'ETH' } },
      ],
    }),
    answer: data => ({ [`/v1/account/${ADDRESS}/history`]: [200, { data, next: null }] }),
    async read(kit) {
      await loadActivity(kit);
      const { transactions } = kit.store.getState().activity;
      for (const { metadata } of transactions) expect(new Date(metadata.minedAt).getTime()).not.toBeNaN();
      return transactions.map(({ id }) => id);
    },
    shown: name => name,
  },
};

/** The lists that one call answers, and what the client makes of each. */
const calls = {
  'swap tokens': {
    entryOf: name => ({
      address: `${CHAIN}:${contract(name)}`,
      name,
      symbol: name,
      decimals: 6,
      logoUri: 'x',
    }),
    answer: tokens => ({ '/v1/convert/tokens': [200, { tokens }] }),
    read: async kit => (await readSwapTokens(kit, CHAIN)).map(({ name }) => name),
  },
  'tokens without a route': {
    entryOf: name => name,
    answer: tokens => ({ '/v1/convert/unrouted': [200, { tokens }] }),
    read: async kit => [...(await readUnroutedTokens(kit, CHAIN))],
  },
  prices: {
    entryOf: name => ({ address: `${CHAIN}:${contract(name)}`, name, symbol: name, price: 1, iconUrl: 'x' }),
    answer: fungibles => ({ '/v1/fungible/price': [200, { fungibles }] }),
    read: async kit => (await loadPrices(kit, [`${CHAIN}:${contract('one')}`])).map(({ name }) => name),
  },
  permissions: {
    entryOf: name => ({
      ...{ pci: name, context: '0x12', method: 'wallet_grantPermissions', to: ADDRESS, expiry: 1, rules: [] },
      ...{ permission: { type: 'x', data: {} }, delegationManager: null, dependencies: [], revokedAt: null },
      ...{ createdAt: '2026-05-12T10:00:00Z', domain: 'page.example' },
    }),
    answer: data => ({ [`/v1/sessions/${CHAIN}:${ADDRESS}`]: [200, { data }] }),
    read: async kit => (await loadPermissions(kit, `${CHAIN}:${ADDRESS}`, undefined)).map(({ pci }) => pci),
  },
  names: {
    entryOf: name => ({ name, addresses: { '60': { address: ADDRESS }, '501': { address: 'x' } } }),
    answer: names => ({ [`/v1/profile/reverse/${ADDRESS}`]: [200, { names, suffix: null }] }),
    read: async kit => (await fetchNames(kit, ADDRESS)).names,
  },
  'suggestions of names': {
    entryOf: name => ({ name }),
    answer: suggestions => ({
      '/v1/profile/suggestions/ada': [200, { available: true, reason: null, suggestions }],
    }),
    read: async kit => (await suggestNames(kit, 'ada')).suggestions.map(({ name }) => name),
  },
  'currencies to buy': {
    entryOf: name => ({
      ...{ id: name, name, symbol: name },
      networks: [{ name: 'ethereum', display_name: 'Ethereum', chain_id: '1', contract_address: '' }],
    }),
    answer: purchaseCurrencies => ({ '/v1/onramp/options': [200, { purchaseCurrencies, ...PAID }] }),
    read: async kit => (await bought(kit)).purchaseCurrencies.map(({ name }) => name),
  },
  'networks of a currency': {
    entryOf: name => ({ name, display_name: name, chain_id: '1', contract_address: '' }),
    answer: networks => ({
      '/v1/onramp/options': [
        200,
        { purchaseCurrencies: [{ id: 'ETH', name: 'Ether', symbol: 'ETH', networks }], ...PAID },
      ],
    }),
    read: async kit =>
      (await bought(kit)).purchaseCurrencies.flatMap(({ networks }) => networks.map(({ name }) => name)),
  },
  'methods of payment': {
    entryOf: name => ({ id: name, min: 1, max: 2 }),
    answer: payment_method_limits => ({
      '/v1/onramp/options': [
        200,
        { purchaseCurrencies: [], paymentCurrencies: [{ id: 'EUR', payment_method_limits }] },
      ],
    }),
    read: async kit =>
      (await bought(kit)).paymentCurrencies.flatMap(({ payment_method_limits: limits }) =>
        limits.map(({ id }) => id),
      ),
  },
  transfers: {
    entryOf: name => ({
      ...{ direction: 'in', quantity: { numeric: '1', decimals: '18' } },
      fungible_info: { name, symbol: name, address: contract(name) },
    }),
    answer: transfers => ({
      [`/v1/account/${ADDRESS}/history`]: [
        200,
        {
          data: [
            {
              id: '0x1',
              metadata: {
                minedAt: '2026-05-12T10:00:00Z',
                chain: CHAIN,
                operationType: 'send',
                status: 'confirmed',
              },
              transfers,
            },
          ],
        },
      ],
    }),
    async read(kit) {
      await loadActivity(kit);
      const [first] = kit.store.getState().activity.transactions;
      return first?.transfers.map(({ fungible_info }) => fungible_info?.name) ?? [];
    },
  },
} as const satisfies Readonly<Record<string, Omit<List, 'shown'>>>;

const PAID = { paymentCurrencies: [{ id: 'EUR', payment_method_limits: [{ id: 'card', min: 1, max: 2 }] }] };

async function bought(kit: Latchkit) {
  const close = openOnramp(kit);
  await until(() => (kit.store.getState().onramp?.status ?? 'loading') !== 'loading');
  close();
  return selectOnramp(kit.store.getState());
}

const namesIn = (shown: (name: string) => unknown, found: readonly unknown[]) => {
  const good = [shown('one'), shown('two')];
  return found.filter(one => good.includes(one));
};

describe('answers of the gateway with odd entries', () => {
  it.each(Object.entries(lists))(
    'stop, hide and double none of the others: %s (RV-01)',
    async (_, { entryOf, answer, read, shown }) => {
      Object.assign(gateway.answers, answer(amongOdd(entryOf)));
      const kit = await connected();
      expect(namesIn(shown, await read(kit))).toEqual([shown('one'), shown('two')]);
    },
  );

  it.each(Object.entries(calls))('stop and hide none of the others: %s (RV-01)', async (_, list) => {
    const { entryOf, answer, read } = list as Omit<List, 'shown'>;
    Object.assign(gateway.answers, answer(amongOdd(entryOf)));
    const kit = await connected();
    const found = await read(kit);
    for (const name of ['one', 'two']) expect(found).toContain(name);
  });

  it('stop, hide and double no wallet of the directory, and end (RV-01)', async () => {
    const entryOf = (name: string) => ({ id: name, name, image_id: name, rdns: name, chains: [CHAIN] });
    gateway.answers['/getWallets'] = [200, { data: amongOdd(entryOf), count: 1_000 }];
    const kit = await connected();
    await loadWallets(kit);
    const ids = () => kit.store.getState().directory.wallets.map(({ id }) => id);
    expect(ids().filter(id => id === 'one' || id === 'two')).toEqual(['one', 'two']);
    expect(new Set(ids()).size).toBe(ids().length);
    await loadMoreWallets(kit);
    const asked = gateway.asked('/getWallets').length;
    await loadMoreWallets(kit);
    expect(gateway.asked('/getWallets').length).toBe(asked);
  });

  it('ends with a page of the history that leads to itself (RV-01)', async () => {
    const entry = lists.history?.entryOf('one');
    gateway.answers[`/v1/account/${ADDRESS}/history`] = [200, { data: [entry], next: 'again' }];
    const kit = await connected();
    await loadActivity(kit);
    expect(kit.store.getState().activity.next).toBe('again');
    await loadActivity(kit, { more: true });
    const { next, transactions, status } = kit.store.getState().activity;
    expect([next, transactions.length, status]).toEqual([undefined, 1, 'ready']);
  });

  it('stop, hide and double none of the tokens that a wallet tells (RV-01)', async () => {
    const entryOf = (name: string) => ({
      ...{ address: contract(name), balance: '0x1', type: 'ERC20' },
      metadata: { name, symbol: name, decimals: 6, price: 1, iconUrl: 'x' },
    });
    const adapter = scriptedAdapter();
    Object.assign(adapter, {
      getCapabilities: async () => ({ '0x1': { assetDiscovery: { supported: true } } }),
      getProvider: async () => ({ request: async () => ({ '0x1': amongOdd(entryOf) }) }),
    });
    const kit = await connected(adapter);
    const found = (await readWalletAssets(kit, activeConnection(kit)))?.map(({ address }) => address) ?? [];
    const shown = (name: string) => `${CHAIN}:${contract(name)}`;
    expect(namesIn(shown, found)).toEqual([shown('one'), shown('two')]);
  });
});
