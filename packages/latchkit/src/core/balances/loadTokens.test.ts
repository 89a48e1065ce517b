// @vitest-environment jsdom

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { awaitedLater } from '../../../../../scripts/lib/awaitedLater.mjs';
import { optimism, solana } from '../../networks/networks.js';
import { connect } from '../connection/connect.js';
import { disconnect } from '../connection/disconnect.js';
import { switchNetwork } from '../connection/switchNetwork.js';
import { VERSION } from '../kernel/gatewayUrl.js';
import { cookieStorage, memoryStorage } from '../kernel/storage.js';
import type { LatchkitOptions } from '../LatchkitOptions.js';
import { ADDRESS, connectorOf, scriptedAdapter } from '../testSupport/scriptedAdapter.test-support.js';
import { startedKit } from '../testSupport/startedKit.test-support.js';
import { type StubGateway, startStubGateway, turns, until } from '../testSupport/stubGateway.test-support.js';
import { refreshTokens } from './refreshTokens.js';

const USDC = 'eip155:1:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const BALANCE = `/v1/account/${ADDRESS}/balance`;
const usdc = {
  name: 'USD Coin',
  symbol: 'USDC',
  chainId: 'eip155:1',
  address: USDC,
  value: 12.5,
  price: 1,
  quantity: { decimals: '6', numeric: '12.5' },
  iconUrl: 'https://icons.example/usdc.png',
  novel: true,
};
const ether = {
  name: 'Ether',
  symbol: 'ETH',
  chainId: 'eip155:1',
  quantity: { decimals: 18, numeric: '0.1' },
};

let gateway: StubGateway;
const kits: { destroy(): void }[] = [];

beforeEach(async () => {
  gateway = await startStubGateway({
    '/v1/supported-chains': [200, { http: ['eip155:1', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'] }],
    [BALANCE]: [200, { balances: [usdc, ether] }],
  });
});

afterEach(async () => {
  for (const kit of kits.splice(0)) kit.destroy();
  vi.useRealTimers();
  vi.restoreAllMocks();
  await gateway.stop();
});

const asked = () => gateway.asked(BALANCE);
const FEATURES = { email: false, socials: false, analytics: false } as const;

async function connected(options: Partial<LatchkitOptions> = {}, adapter = scriptedAdapter()) {
  const started = startedKit({ gateway: gateway.url, features: FEATURES, ...options }, adapter);
  kits.push(started.kit);
  await connect(started.kit, { connectorId: 'io.one' });
  const chain = () => started.kit.store.getState().namespaces.eip155;
  const toasts = () => started.kit.store.getState().toast?.text;
  return { ...started, chain, toasts };
}

describe('refreshTokens', () => {
  it('reads the tokens of the account with currency and chain, project and SDK [CALL-19] [CALL-15] [ENT-12]', async () => {
    const { kit, chain } = await connected();
    expect(chain()).toMatchObject({ tokenStatus: 'idle', tokenBalance: undefined });
    const reading = awaitedLater(refreshTokens(kit));
    await until(() => chain()?.tokenStatus === 'loading');
    await reading;
    expect(chain()?.tokenStatus).toBe('ready');
    expect(chain()?.tokenBalance).toEqual([
      {
        name: 'USD Coin',
        symbol: 'USDC',
        chainId: 'eip155:1',
        address: USDC,
        value: 12.5,
        price: 1,
        quantity: { decimals: 6, numeric: '12.5' },
        iconUrl: 'https://icons.example/usdc.png',
      },
      { name: 'Ether', symbol: 'ETH', chainId: 'eip155:1', quantity: { decimals: 18, numeric: '0.1' } },
    ]);
    expect(Object.fromEntries(asked()[0]?.url.searchParams ?? [])).toEqual({
      projectId: 'test',
      st: 'latchkit',
      sv: VERSION,
      currency: 'usd',
      chainId: 'eip155:1',
    });
    await refreshTokens(kit, { force: true });
    expect(asked()[1]?.url.searchParams.get('forceUpdate')).toBe('true');
  });

  it('accepts a bare contract address, and sanitises names', async () => {
    const bare = { ...usdc, address: USDC.split(':')[2], name: '\u202eevil' };
    gateway.answers[BALANCE] = [200, { balances: [bare] }];
    const { kit, chain } = await connected();
    await refreshTokens(kit);
    expect(chain()?.tokenBalance).toMatchObject([{ address: USDC, name: 'evil' }]);
  });

  it('invents no price: without one there is no worth', async () => {
    const priced = { ...ether, address: `0x${'1'.repeat(40)}`, price: 2_000 };
    const odd = { ...ether, address: `0x${'2'.repeat(40)}`, price: 'much', value: -1 };
    gateway.answers[BALANCE] = [200, { balances: [ether, priced, odd] }];
    const { kit, chain } = await connected();
    await refreshTokens(kit);
    expect(chain()?.tokenBalance?.map(({ value }) => value)).toEqual([undefined, 200, undefined]);
  });

  it('drops tokens with 0 decimals, and entries of a wrong shape [VAL-23]', async () => {
    const none = { ...usdc, quantity: { decimals: 0, numeric: '3' } };
    const text = { ...usdc, quantity: { decimals: '0', numeric: '3' } };
    gateway.answers[BALANCE] = [200, { balances: [none, usdc, text, { symbol: 'X' }, null] }];
    const { kit, chain } = await connected();
    await refreshTokens(kit);
    expect(chain()?.tokenBalance?.map(({ symbol }) => symbol)).toEqual(['USDC']);
  });

  it('requests once in 30 s, and again afterwards [TIME-04]', async () => {
    const { kit } = await connected();
    vi.useFakeTimers({ toFake: ['Date'] });
    await refreshTokens(kit);
    vi.setSystemTime(Date.now() + 29_000);
    await Promise.all([refreshTokens(kit), refreshTokens(kit)]);
    expect(asked()).toHaveLength(1);
    vi.setSystemTime(Date.now() + 2_000);
    await Promise.all([refreshTokens(kit), refreshTokens(kit)]);
    expect(asked()).toHaveLength(2);
  });

  it('answers a forced read with one that began after it, and every other with the newest', async () => {
    const { kit, chain } = await connected();
    await refreshTokens(kit);
    const held: ((numeric: string) => void)[] = [];
    gateway.answers[BALANCE] = () =>
      new Promise(resolve => {
        held.push(numeric => resolve([200, { balances: [{ ...usdc, quantity: { decimals: 6, numeric } }] }]));
      });
    const shown = () => chain()?.tokenBalance?.[0]?.quantity.numeric;
    const before = awaitedLater(refreshTokens(kit, { force: true }));
    await until(() => held.length === 1);
    // A transaction is mined now: what is read from here on shows it.
    const after = awaitedLater(refreshTokens(kit, { force: true }));
    const again = awaitedLater(refreshTokens(kit, { force: true }));
    held[0]?.('1');
    await before;
    await until(() => held.length === 2);
    const joined = awaitedLater(refreshTokens(kit));
    held[1]?.('2');
    await Promise.all([after, again, joined]);
    expect(shown()).toBe('2');
    expect(held).toHaveLength(2);
    vi.useFakeTimers({ toFake: ['Date'] });
    vi.setSystemTime(Date.now() + 31_000);
    const plain = awaitedLater(refreshTokens(kit));
    await until(() => held.length === 3);
    const forced = awaitedLater(refreshTokens(kit, { force: true }));
    held[2]?.('3');
    await until(() => held.length === 4);
    const opened = awaitedLater(refreshTokens(kit).then(() => shown()));
    held[3]?.('4');
    await Promise.all([plain, forced]);
    expect(await opened).toBe('4');
  });

  it('stores balances by namespace:reference:address, with the time [ENT-13]', async () => {
    const storage = memoryStorage();
    const { kit } = await connected({ storage });
    await refreshTokens(kit);
    const record = JSON.parse(storage.getItem('latchkit.v1.token_balances') ?? '{}');
    expect(Object.keys(record)).toEqual([`eip155:1:${ADDRESS}`]);
    const { timestamp } = record[`eip155:1:${ADDRESS}`];
    expect(Math.abs(Date.now() - timestamp)).toBeLessThan(5_000);
    const other = await connected({ storage });
    await refreshTokens(other.kit);
    expect(other.chain()?.tokenBalance).toHaveLength(2);
    expect(asked()).toHaveLength(1);
    vi.useFakeTimers({ toFake: ['Date'], now: timestamp + 30_001 });
    const late = await connected({ storage });
    await refreshTokens(late.kit);
    expect(asked()).toHaveLength(2);
  });

  it('treats a corrupt record as absent, and puts nothing into cookies', async () => {
    for (const text of ['{', '[]', '{"eip155:1:x":7}', `{"eip155:1:${ADDRESS}":{"timestamp":"now"}}`]) {
      const storage = memoryStorage();
      storage.setItem('latchkit.v1.token_balances', text);
      const { kit, chain } = await connected({ storage });
      await refreshTokens(kit);
      expect(chain()?.tokenStatus, text).toBe('ready');
    }
    const { kit } = await connected({ storage: cookieStorage() });
    await refreshTokens(kit);
    expect(document.cookie).not.toContain('token_balances');
  });

  it('deletes the balances of an account that disconnects', async () => {
    const { kit, chain } = await connected();
    await refreshTokens(kit);
    await disconnect(kit);
    expect(chain()).toMatchObject({ tokenBalance: undefined, tokenStatus: 'idle' });
    expect(kit.kernel.storage.getItem('latchkit.v1.token_balances')).toBeNull();
  });

  it("shows 'Token Balance Unavailable' when the gateway fails [ERR-01]", async () => {
    gateway.answers[BALANCE] = [500, {}];
    const { kit, chain, toasts } = await connected();
    await refreshTokens(kit);
    expect(chain()?.tokenStatus).toBe('error');
    expect(toasts()).toBe('toast.tokenBalanceUnavailable');
    const { shell } = await import('../../react/locales/en/shell.js');
    expect(shell['toast.tokenBalanceUnavailable']).toBe('Token Balance Unavailable');
  });

  it('does not retry until 30 s after a failure, forced or not, and reports it once [TIME-07]', async () => {
    gateway.answers[BALANCE] = [500, {}];
    const { kit, chain, toasts } = await connected();
    vi.useFakeTimers({ toFake: ['Date'] });
    await Promise.all([refreshTokens(kit), refreshTokens(kit)]);
    const first = kit.store.getState().toast?.id;
    vi.setSystemTime(Date.now() + 29_000);
    await refreshTokens(kit, { force: true });
    expect(asked()).toHaveLength(1);
    expect(toasts()).toBeDefined();
    expect(kit.store.getState().toast?.id).toBe(first);
    gateway.answers[BALANCE] = [200, { balances: [usdc] }];
    vi.setSystemTime(Date.now() + 1_500);
    await refreshTokens(kit);
    expect(asked()).toHaveLength(2);
    expect(chain()?.tokenStatus).toBe('ready');
  });

  it("requests no data of an unsupported chain, and shows 'Token Balance Unavailable' [ERR-02] [CALL-16]", async () => {
    const { kit, chain, toasts } = await connected();
    await refreshTokens(kit);
    await switchNetwork(kit, { network: optimism });
    expect(chain()).toMatchObject({ tokenStatus: 'idle', tokenBalance: undefined });
    await refreshTokens(kit);
    await turns();
    expect(toasts()).toBe('toast.tokenBalanceUnavailable');
    expect(asked()).toHaveLength(1);
    expect(gateway.asked('/v1/supported-chains')).toHaveLength(1);
    expect(gateway.asked().filter(({ url }) => url.searchParams.get('chainId') === 'eip155:10')).toEqual([]);
  });

  it('supports eip155 and solana, and sends no request on bip122 [LIM-15]', async () => {
    const connectedOn = async (namespace: 'solana' | 'bip122', id: `${string}:${string}`) => {
      const network = { ...solana, chainNamespace: namespace, caipNetworkId: id };
      const adapter = scriptedAdapter(namespace, [connectorOf('io.one', { chain: namespace })]);
      adapter.answer.connect = async () => ({ connectorId: 'io.one', accounts: ['Abc'], chainId: id });
      const { kit } = startedKit({ gateway: gateway.url, features: FEATURES, networks: [network] }, adapter);
      kits.push(kit);
      await connect(kit, { connectorId: 'io.one' });
      await refreshTokens(kit);
      await turns();
    };
    await connectedOn('bip122', 'bip122:000000000019d6689c085ae165831e93');
    expect(gateway.asked().filter(({ url }) => url.pathname.includes('balance'))).toEqual([]);
    await connectedOn('solana', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp');
    expect(gateway.asked('/v1/account/Abc/balance')).toHaveLength(1);
  });

  it('sends no request and reports no error without a gateway', async () => {
    const { kit, chain, toasts } = await connected({ gateway: undefined });
    await refreshTokens(kit);
    expect(chain()?.tokenStatus).toBe('idle');
    expect(toasts()).toBeUndefined();
  });

  it('ignores the response for an account that is no longer active', async () => {
    const { kit, adapter, chain } = await connected();
    const reading = refreshTokens(kit);
    adapter.report({ type: 'disconnected', connectorId: 'io.one' });
    await reading;
    expect(chain()?.tokenBalance).toBeUndefined();
  });

  it('holds the state of each namespace apart from the others [ENT-09]', async () => {
    const solanaAdapter = scriptedAdapter('solana', [connectorOf('sol.one', { chain: 'solana' })]);
    solanaAdapter.answer.connect = async () => ({
      connectorId: 'sol.one',
      accounts: ['Abc'],
      chainId: solana.caipNetworkId,
    });
    const { kit, chain } = await connected({
      networks: [optimism, solana],
      adapters: [scriptedAdapter(), solanaAdapter],
    });
    await refreshTokens(kit, { namespace: 'eip155' });
    await connect(kit, { connectorId: 'sol.one' });
    expect(chain()).toMatchObject({ tokenStatus: 'ready', preferredAccountType: 'eoa' });
    expect(kit.store.getState().namespaces.solana).toMatchObject({
      tokenStatus: 'idle',
      tokenBalance: undefined,
      profileName: undefined,
      profileImage: undefined,
      socialProvider: undefined,
    });
  });
});
