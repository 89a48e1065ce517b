import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { CountingWindow } from '../../testing/CountingWindow.test-support.js';
import { anvilNetwork } from '../../testing/createAdapterHost.test-support.js';
import { createFakeWallet } from '../../testing/createFakeWallet.js';
import { fakeSafeHost } from '../../testing/fakeSafeHost.js';
import { type Anvil, startAnvil } from '../../testing/startAnvil.test-support.js';
import type { SafeModules } from '../EvmOptions.js';
import { type EvmWorld, evmWorld } from '../evmWorld.test-support.js';

const FIRST = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const SAFE = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';

let anvil: Anvil;
let world: EvmWorld;
beforeAll(async () => {
  anvil = await startAnvil(31337);
});
afterAll(() => anvil?.stop());
afterEach(() => {
  vi.useRealTimers();
  world.host.destroy();
  vi.unstubAllGlobals();
});

const request = () => ({ signal: new AbortController().signal });

/** A page inside a frame: messages that it posts to its parent arrive there, and responses come back. */
function framedPage(): { page: CountingWindow; parent: CountingWindow } {
  const page = new CountingWindow();
  const parent = new CountingWindow();
  const deliver = (to: EventTarget, data: unknown, source: unknown) =>
    queueMicrotask(() => to.dispatchEvent(Object.assign(new Event('message'), { data, source, origin: '' })));
  page.parent = Object.assign(parent, {
    postMessage: (data: unknown) =>
      deliver(parent, data, { postMessage: (answer: unknown) => deliver(page, answer, parent) }),
  });
  return { page, parent };
}

const loadSafe = async (): Promise<SafeModules> => {
  const [sdk, provider] = await Promise.all([
    import('@safe-global/safe-apps-sdk'),
    import('@safe-global/safe-apps-provider'),
  ]);
  return { Sdk: sdk.default, SafeAppProvider: provider.SafeAppProvider };
};

describe('sdkWallets: Safe', () => {
  it('connects the Safe around the page, through the real SDK [LOG-12]', async () => {
    const { page, parent } = framedPage();
    const safeHost = fakeSafeHost({ safeAddress: SAFE, chainId: 31337, hostWindow: parent });
    world = await evmWorld({ networks: [anvilNetwork(anvil)], evm: { safe: { load: loadSafe } }, page });
    expect(safeHost.requests).toEqual([]);
    expect(await world.adapter.connect('safe', request())).toEqual({
      connectorId: 'safe',
      accounts: [SAFE],
      chainId: 'eip155:31337',
    });
    expect(safeHost.requests).toContain('getSafeInfo');
  });

  it('throws when it is asked to switch chains [ERR-63]', async () => {
    const { page, parent } = framedPage();
    fakeSafeHost({ safeAddress: SAFE, chainId: 31337, hostWindow: parent });
    const other = anvilNetwork({ chainId: 31338, url: anvil.url });
    world = await evmWorld({
      networks: [anvilNetwork(anvil), other],
      evm: { safe: { load: loadSafe } },
      page,
    });
    await world.adapter.connect('safe', request());
    await expect(world.adapter.switchNetwork('safe', other)).rejects.toMatchObject({
      code: 'CONNECTOR_CANNOT_SWITCH',
    });
  });

  it('is of no use when it lives on a chain that the host did not request [ERR-59]', async () => {
    const { page, parent } = framedPage();
    fakeSafeHost({ safeAddress: SAFE, chainId: 1, hostWindow: parent });
    world = await evmWorld({ networks: [anvilNetwork(anvil)], evm: { safe: { load: loadSafe } }, page });
    await expect(world.adapter.connect('safe', request())).rejects.toMatchObject({
      code: 'CONNECTOR_CHAINS_MISMATCH',
    });
  });

  it('gives up after 3 s when the parent frame is not a Safe', async () => {
    const { page } = framedPage();
    world = await evmWorld({ networks: [anvilNetwork(anvil)], evm: { safe: { load: loadSafe } }, page });
    await world.adapter.preload?.();
    await loadSafe();
    vi.useFakeTimers();
    const failed = world.adapter.connect('safe', request()).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(3_100);
    expect(await failed).toMatchObject({ code: 'PROVIDER_NOT_FOUND' });
  });
});

describe('sdkWallets: Coinbase Wallet and Base Account', () => {
  /** The interface of both SDKs, around a wallet with real signatures. */
  const sdkStub = () => {
    const wallet = createFakeWallet({ chains: { 31337: anvil.url } });
    const seen: unknown[] = [];
    const create = (options: unknown) => {
      seen.push(options);
      return { getProvider: () => wallet.provider };
    };
    return { wallet, seen, create };
  };

  it('loads the Coinbase SDK when it is picked, telemetry off, and connects [LOG-13]', async () => {
    const sdk = sdkStub();
    let loads = 0;
    const load = async () => {
      loads++;
      return { createCoinbaseWalletSDK: sdk.create };
    };
    world = await evmWorld({ networks: [anvilNetwork(anvil)], evm: { coinbase: { load } } });
    await world.adapter.preload?.();
    await world.connect();
    expect(loads).toBe(0);
    expect(await world.adapter.connect('coinbaseWalletSDK', request())).toMatchObject({
      connectorId: 'coinbaseWalletSDK',
      accounts: [FIRST],
    });
    expect(sdk.wallet.calls[0]?.method).toBe('eth_requestAccounts');
    expect(sdk.seen).toEqual([
      {
        appName: 'Test host',
        appLogoUrl: 'https://host.example/icon.png',
        appChainIds: [31337],
        preference: { options: 'all', telemetry: false },
      },
    ]);
    expect(loads).toBe(1);
  });

  it('loads the Base Account SDK when it is picked, telemetry off', async () => {
    const sdk = sdkStub();
    const load = async () => ({ createBaseAccountSDK: sdk.create });
    world = await evmWorld({ networks: [anvilNetwork(anvil)], evm: { baseAccount: { load } } });
    expect(await world.adapter.connect('baseAccount', request())).toMatchObject({ accounts: [FIRST] });
    expect(sdk.seen).toMatchObject([{ preference: { telemetry: false } }]);
  });

  it('restores a stored connection through the SDK without a prompt', async () => {
    const sdk = sdkStub();
    await sdk.wallet.provider.request({ method: 'eth_requestAccounts' });
    const load = async () => ({ createCoinbaseWalletSDK: sdk.create });
    world = await evmWorld({ networks: [anvilNetwork(anvil)], evm: { coinbase: { load } } });
    expect(await world.adapter.reconnect('coinbaseWalletSDK', request())).toMatchObject({
      accounts: [FIRST],
    });
    expect(sdk.wallet.calls.filter(call => call.method === 'eth_requestAccounts')).toHaveLength(1);
  });

  it('says FAILED_TO_CONNECT with the cause when the SDK does not load, and tries again', async () => {
    const sdk = sdkStub();
    let broken = true;
    const load = async () => {
      if (broken) throw new TypeError('Failed to fetch dynamically imported module');
      return { createCoinbaseWalletSDK: sdk.create };
    };
    world = await evmWorld({ networks: [anvilNetwork(anvil)], evm: { coinbase: { load } } });
    await expect(world.adapter.connect('coinbaseWalletSDK', request())).rejects.toMatchObject({
      code: 'FAILED_TO_CONNECT',
      cause: expect.any(TypeError),
    });
    broken = false;
    await expect(world.adapter.connect('coinbaseWalletSDK', request())).resolves.toBeDefined();
  });
});
