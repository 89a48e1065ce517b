// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { VERSION } from '../kernel/gatewayUrl.js';
import type { LatchkitOptions } from '../LatchkitOptions.js';
import { startedKit } from '../testSupport/startedKit.test-support.js';
import { type StubGateway, startStubGateway, turns, until } from '../testSupport/stubGateway.test-support.js';
import { walletItem } from '../wallets/walletList.js';
import { directoryWallets } from './directoryWallets.js';
import { filterWallets, loadMoreWallets, loadWallets, searchWallets } from './loadWallets.js';

/** 90 wallets, the first of which announces itself as the installed one. */
const WALLETS = Array.from({ length: 90 }, (_, index) => ({
  id: `w${index}`,
  name: index % 2 ? `Meta ${index}` : `Other ${index}`,
  rdns: index === 0 ? 'io.one' : null,
  badge_type: index < 5 ? 'certified' : null,
}));

let gateway: StubGateway;
const kits: { destroy(): void }[] = [];

beforeEach(async () => {
  gateway = await startStubGateway({
    '/getWallets': ({ url: { searchParams: query } }) => {
      const found = WALLETS.filter(({ name }) => name.includes(query.get('search') ?? '')).filter(
        ({ badge_type }) => !query.has('badge_type') || badge_type === query.get('badge_type'),
      );
      const entries = Number(query.get('entries'));
      const start = (Number(query.get('page')) - 1) * entries;
      return [200, { data: found.slice(start, start + entries), count: found.length, novel: 1 }];
    },
  });
});

afterEach(async () => {
  for (const kit of kits.splice(0)) kit.destroy();
  vi.useRealTimers();
  await gateway.stop();
});

const asked = () => gateway.asked('/getWallets').map(({ url }) => Object.fromEntries(url.searchParams));
const searched = () => asked().map(({ search }) => search);

function kitWith(options: Partial<LatchkitOptions> = {}) {
  const features = { email: false, socials: false, analytics: false } as const;
  const { kit } = startedKit({ gateway: gateway.url, features, ...options });
  kits.push(kit);
  return { kit, directory: () => kit.store.getState().directory };
}

const fakeClock = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });

async function pass(milliseconds: number) {
  await vi.advanceTimersByTimeAsync(milliseconds);
  await turns();
}

describe('loadWallets', () => {
  it('sends every parameter that is set, and reads data and count [CALL-03] [CALL-10]', async () => {
    const { kit, directory } = kitWith({ wallets: { include: ['w1', 'w2'], exclude: ['w3'] } });
    await loadWallets(kit);
    filterWallets(kit, { certified: true });
    await until(() => directory().status === 'ready');
    searchWallets(kit, 'Meta', { immediate: true });
    await until(() => asked().length === 3);
    const common = {
      projectId: 'test',
      st: 'latchkit',
      sv: VERSION,
      page: '1',
      include: 'w1,w2',
      exclude: 'w3',
      chains: 'eip155:1,eip155:10',
    };
    expect(asked()).toEqual([
      { ...common, entries: '40' },
      { ...common, entries: '40', badge_type: 'certified' },
      { ...common, entries: '100', badge_type: 'certified', search: 'Meta' },
    ]);
    await until(() => directory().status === 'ready');
    expect(directory().wallets.map(({ id }) => id)).toEqual(['w1', 'w3']);
    expect(directory().count).toBe(2);
  });

  it('reads pages of 40, one after the other, to the last [LIM-07]', async () => {
    const { kit, directory } = kitWith();
    await loadWallets(kit);
    await Promise.all([loadWallets(kit), loadWallets(kit)]);
    for (let page = 2; page < 6; page++) await Promise.all([loadMoreWallets(kit), loadMoreWallets(kit)]);
    expect(asked().map(({ page, entries }) => [page, entries])).toEqual([
      ['1', '40'],
      ['2', '40'],
      ['3', '40'],
    ]);
    expect(directory().wallets).toHaveLength(90);
    expect(directory().count).toBe(90);
  });

  it('reports a page that cannot be read, and retries it', async () => {
    const { kit, directory } = kitWith();
    const works = gateway.answers['/getWallets'];
    gateway.answers['/getWallets'] = [500, {}];
    await loadWallets(kit);
    expect(directory()).toMatchObject({ status: 'error', page: 0, wallets: [] });
    gateway.answers['/getWallets'] = works ?? [500, {}];
    await loadWallets(kit);
    expect(directory()).toMatchObject({ status: 'ready', page: 1 });
  });

  it('has no wallets without a gateway, and sends no request', async () => {
    const { kit, directory } = kitWith({ gateway: undefined });
    await loadWallets(kit);
    expect(directory()).toMatchObject({ status: 'ready', wallets: [], count: 0 });
  });
});

describe('searchWallets', () => {
  it('waits until 500 ms have passed without another key, then requests 100 entries [TIME-10] [LIM-09]', async () => {
    const { kit } = kitWith();
    fakeClock();
    for (const text of ['M', 'Me', 'Met']) {
      searchWallets(kit, text);
      await pass(499);
    }
    expect(asked()).toEqual([]);
    await pass(1);
    await until(() => asked().length === 1);
    expect(asked()[0]).toMatchObject({ search: 'Met', entries: '100' });
  });

  it('shows results no sooner than 300 ms after the search began [TIME-11]', async () => {
    const { kit, directory } = kitWith();
    fakeClock();
    searchWallets(kit, 'Meta', { immediate: true });
    await until(() => asked().length === 1);
    await pass(299);
    expect(directory()).toMatchObject({ status: 'loading', wallets: [] });
    await pass(1);
    expect(directory()).toMatchObject({ status: 'ready', count: 45 });
  });

  it('trims the text, and sends no request for blanks [VAL-28]', async () => {
    const { kit, directory } = kitWith();
    await loadWallets(kit);
    searchWallets(kit, '   ', { immediate: true });
    await turns();
    expect(asked()).toHaveLength(1);
    searchWallets(kit, '  Meta  ', { immediate: true });
    await until(() => directory().status === 'ready');
    searchWallets(kit, 'Meta ', { immediate: true });
    searchWallets(kit, ' ', { immediate: true });
    await until(() => directory().status === 'ready');
    expect(searched()).toEqual([undefined, 'Meta']);
    expect(directory()).toMatchObject({ search: '', count: 90 });
  });

  it('ignores a late response to an earlier search', async () => {
    const { kit, directory } = kitWith();
    searchWallets(kit, 'Other', { immediate: true });
    searchWallets(kit, 'Meta', { immediate: true });
    await until(() => directory().status === 'ready');
    await turns();
    expect(directory().wallets.every(({ name }) => name.startsWith('Meta'))).toBe(true);
  });

  it('sends no request once the instance is destroyed', async () => {
    const { kit } = kitWith();
    fakeClock();
    searchWallets(kit, 'Meta');
    kit.destroy();
    searchWallets(kit, 'Other');
    await pass(1_000);
    expect(asked()).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('directoryWallets', () => {
  it('lists an installed wallet as the one that connects, by rdns, and the same list again [ENT-15]', async () => {
    const { kit } = kitWith();
    await loadWallets(kit);
    const state = kit.store.getState();
    const [first, second] = directoryWallets(kit, state);
    expect(first).toMatchObject({ id: 'io.one', installed: true, connector: { id: 'io.one' } });
    expect(second).toMatchObject({ id: 'w1', installed: false, certified: true });
    expect(second?.connector).toBeUndefined();
    expect(directoryWallets(kit, state)).toBe(directoryWallets(kit, state));
    expect(walletItem(kit, state, 'w39')?.name).toBe('Meta 39');
  });

  it('keeps the items of earlier pages when the next page loads', async () => {
    const { kit } = kitWith();
    await loadWallets(kit);
    const before = directoryWallets(kit, kit.store.getState());
    await loadMoreWallets(kit);
    const after = directoryWallets(kit, kit.store.getState());
    expect(after.length).toBe(80);
    expect(before.every((wallet, index) => wallet === after[index])).toBe(true);
  });
});
