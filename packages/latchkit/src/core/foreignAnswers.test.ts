// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadActivity } from './activity/loadActivity.js';
import { readWalletAssets } from './balances/readWalletAssets.js';
import { refreshTokens } from './balances/refreshTokens.js';
import { activeConnection } from './connection/activeConnection.js';
import { connect } from './connection/connect.js';
import type { Latchkit } from './Latchkit.js';
import { ADDRESS, scriptedAdapter } from './testSupport/scriptedAdapter.test-support.js';
import { startedKit } from './testSupport/startedKit.test-support.js';
import { type StubGateway, startStubGateway } from './testSupport/stubGateway.test-support.js';

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
    const found = (await readWalletAssets(activeConnection(kit)))?.map(({ address }) => address) ?? [];
    const shown = (name: string) => `${CHAIN}:${contract(name)}`;
    expect(namesIn(shown, found)).toEqual([shown('one'), shown('two')]);
  });
});
