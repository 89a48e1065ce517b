import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CountingWindow } from '../../testing/CountingWindow.test-support.js';
import { createAdapterHost, type RecordingHost } from '../../testing/createAdapterHost.test-support.js';
import { createFakeWallet, type FakeWallet } from '../../testing/createFakeWallet.js';
import { announceHostile, HOSTILE_KINDS } from '../../testing/hostileAnnouncement.js';
import { installLegacyProvider } from '../../testing/installLegacyProvider.js';
import type { EvmOptions } from '../EvmOptions.js';
import { createDiscovery } from './createDiscovery.js';

let page: CountingWindow;
let host: RecordingHost;
let wallet: FakeWallet;
beforeEach(() => {
  page = new CountingWindow();
  vi.stubGlobal('window', page);
  host = createAdapterHost(() => []);
  wallet = createFakeWallet({ chains: { 1: 'http://127.0.0.1:1' } });
});
afterEach(() => {
  host.destroy();
  vi.unstubAllGlobals();
});

const discover = (options: EvmOptions = {}) => createDiscovery(host, options);
const listed = async () => {
  await sleep(1);
  return host.connectors().map(({ id, name, type }) => ({ id, name, type }));
};
const ANNOUNCED = { id: 'dev.latchkit.demo', name: 'Demo wallet', type: 'ANNOUNCED' };

describe('createDiscovery: announced wallets', () => {
  it('requests announcements and lists early and late wallets, with one report per task', async () => {
    wallet.announce();
    discover();
    expect(await listed()).toEqual([ANNOUNCED]);
    expect(host.events).toHaveLength(1);
    createFakeWallet({ chains: { 1: '' }, rdns: 'late.one', name: 'One' }).announce();
    createFakeWallet({ chains: { 1: '' }, rdns: 'late.two', name: 'Two' }).announce();
    expect((await listed()).map(({ id }) => id)).toEqual(['dev.latchkit.demo', 'late.one', 'late.two']);
    expect(host.events).toHaveLength(2);
  });

  it('has one announcement listener, and none after the instance is destroyed', () => {
    discover();
    expect(page.count('eip6963:announceProvider')).toBe(1);
    host.destroy();
    expect(page.count()).toBe(0);
  });

  it('lists a wallet once when it announces itself repeatedly', async () => {
    discover();
    wallet.announce();
    wallet.announce();
    page.dispatchEvent(new Event('eip6963:requestProvider'));
    const info = { ...wallet.info, uuid: crypto.randomUUID() };
    page.dispatchEvent(
      new CustomEvent('eip6963:announceProvider', { detail: { info, provider: wallet.provider } }),
    );
    expect(await listed()).toEqual([ANNOUNCED]);
  });

  it('lists an impostor of an rdns beside the wallet, and never replaces the wallet', async () => {
    const discovery = discover();
    wallet.announce();
    announceHostile('duplicateRdns', wallet);
    announceHostile('duplicateUuid', wallet);
    const list = await listed();
    expect(list).toHaveLength(2);
    expect(list[0]).toEqual(ANNOUNCED);
    expect(list[1]?.id).toMatch(/^dev\.latchkit\.demo#/);
    expect(discovery.find('dev.latchkit.demo')?.connector.provider).toBe(wallet.provider);
  });

  it('survives every kind of hostile announcement', async () => {
    discover();
    wallet.announce();
    for (const kind of HOSTILE_KINDS) announceHostile(kind, wallet);
    await sleep(1);
    const connectors = host.connectors();
    expect(connectors[0]).toMatchObject(ANNOUNCED);
    expect(new Set(connectors.map(({ id }) => id)).size).toBe(connectors.length);
    for (const { id, name, imageUrl } of connectors) {
      expect(name.length, id).toBeLessThanOrEqual(64);
      expect(name, id).not.toMatch(/[\p{Cc}\p{Cf}]/u);
      expect(imageUrl ?? 'data:image/svg+xml,', id).toMatch(/^data:image\//);
      expect((imageUrl ?? '').length, id).toBeLessThanOrEqual(131_072);
    }
    const ids = connectors.map(({ id }) => id);
    for (const broken of ['throwinginfo', 'throwingname', 'throwingprovider', 'noprovider', 'nodetail']) {
      expect(ids).not.toContain(`hostile.${broken}`);
    }
  });

  it('contacts no host or wallet: no request reaches a wallet, no foreign icon is listed', async () => {
    discover();
    wallet.announce();
    announceHostile('foreignIcon', wallet);
    await sleep(1);
    expect(wallet.calls).toEqual([]);
    expect(host.connectors().find(({ id }) => id === 'hostile.foreignicon')?.imageUrl).toBeUndefined();
  });
});

describe('createDiscovery: window.ethereum', () => {
  it('lists it, named by its flags', async () => {
    installLegacyProvider(wallet.provider, { isMetaMask: true, isTrust: true });
    discover();
    expect(await listed()).toEqual([{ id: 'injected', name: 'Trust Wallet', type: 'INJECTED' }]);
  });

  it("lists an unknown one as 'Browser wallet' when it is injected late, as in-app browsers do", async () => {
    discover();
    expect(await listed()).toEqual([]);
    installLegacyProvider(wallet.provider);
    expect(await listed()).toEqual([{ id: 'injected', name: 'Browser wallet', type: 'INJECTED' }]);
  });

  it('hides it when the same wallet is announced, before or after', async () => {
    installLegacyProvider(wallet.provider);
    discover();
    await listed();
    wallet.announce();
    expect(await listed()).toEqual([ANNOUNCED]);
  });

  it('ignores it when reading it throws', async () => {
    Object.defineProperty(page, 'ethereum', {
      get() {
        throw new Error('blocked');
      },
    });
    discover();
    wallet.announce();
    expect(await listed()).toEqual([ANNOUNCED]);
  });
});

describe('createDiscovery: SDK wallets', () => {
  const load = () => Promise.reject(new Error('loaded too early'));
  const sdks = { coinbase: { load }, baseAccount: { load }, safe: { load } };

  it('offers them without loading them, and Safe only inside a frame', async () => {
    discover(sdks);
    expect((await listed()).map(({ id }) => id)).toEqual(['coinbaseWalletSDK', 'baseAccount']);
    host.destroy();
    host = createAdapterHost(() => []);
    page.parent = new CountingWindow();
    discover(sdks);
    expect((await listed()).map(({ id }) => id)).toEqual(['safe', 'coinbaseWalletSDK', 'baseAccount']);
  });

  it('hides an SDK whose wallet is announced, and still finds it', async () => {
    const discovery = discover(sdks);
    createFakeWallet({ chains: { 1: '' }, rdns: 'com.coinbase.wallet', name: 'Coinbase' }).announce();
    expect((await listed()).map(({ id }) => id)).toEqual(['com.coinbase.wallet', 'baseAccount']);
    expect(discovery.find('coinbaseWalletSDK')).toBeDefined();
  });
});
