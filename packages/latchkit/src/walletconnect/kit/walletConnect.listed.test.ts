// @vitest-environment jsdom

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { awaitedLater } from '../../../../../scripts/lib/awaitedLater.mjs';
import {
  connect,
  disconnect,
  getProvider,
  getWallets,
  type Latchkit,
  memoryStorage,
  openModal,
} from '../../core/index.js';
import { untilState } from '../../core/testSupport/untilState.test-support.js';
import { evm } from '../../evm/index.js';
import {
  confirmAddress,
  linkEnvironment,
  openWallet,
  pairingLink,
  preparePairing,
  walletConnectLinks,
  walletItem,
} from '../../internal/index.js';
import { mainnet } from '../../networks/index.js';
import { evmAccount } from '../interop/walletKeys.test-support.js';
import { createKitWorld, type KitWorld } from './kitWorld.test-support.js';

const rainy = { id: 'rainy', name: 'Rainy', mobileLink: 'rainy://', webappLink: 'https://app.rainy.example' };

let world: KitWorld;
beforeEach(async () => {
  world = await createKitWorld();
  vi.spyOn(window, 'open').mockReturnValue(null);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await world.end();
});

const onPhone = () =>
  vi
    .spyOn(navigator, 'userAgent', 'get')
    .mockReturnValue(
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1',
    );
const opened = () => vi.mocked(window.open).mock.calls.map(([href, target]) => ({ href: `${href}`, target }));

async function pairing(adapters = [evm()]): Promise<Latchkit> {
  const kit = world.kit({ adapters, networks: [mainnet], wallets: { custom: [rainy] } });
  openModal(kit, { view: 'Connect' });
  void preparePairing(kit);
  await untilState(kit, state => state.walletConnect.status === 'ready');
  return kit;
}

describe('a listed wallet without a connector', () => {
  it('reports that it pairs, connects through WalletConnect, and then is a recent wallet', async () => {
    const wallet = world.wallet('Rainy');
    const kit = await pairing();
    const item = () => walletItem(kit, kit.store.getState(), 'rainy');
    expect(item()).toMatchObject({ pairs: true, installed: false });
    expect(item()).not.toHaveProperty('connector');
    const connecting = awaitedLater(connect(kit, { walletId: 'rainy' }));
    await wallet.scan(kit);
    expect(await connecting).toMatchObject({ connectorId: 'walletConnect', accounts: [evmAccount.address] });
    const { recentWalletIds } = kit.store.getState();
    expect(recentWalletIds).toEqual(['rainy']);
    expect(item()?.group).toBe('recent');
    // The generic WalletConnect entry stays in place: it is not a wallet itself.
    expect(getWallets(kit)[0]).toMatchObject({
      id: 'walletConnect',
      group: 'walletConnect',
    });
  });

  it('offers how to get it when there is no WalletConnect', () => {
    const kit = world.kit({ adapters: [evm()], wallets: { custom: [rainy] }, walletConnect: undefined });
    expect(walletItem(kit, kit.store.getState(), 'rainy')?.pairs).toBeUndefined();
  });
});

describe('openWallet', () => {
  it('opens the app during the tap itself, with the prepared link', async () => {
    onPhone();
    const kit = await pairing();
    const uri = pairingLink(kit) ?? '';
    expect(openWallet(kit, { walletId: 'rainy' })).toBe(`rainy://wc?uri=${encodeURIComponent(uri)}`);
    openWallet(kit, { walletId: 'rainy', kind: 'webapp' });
    expect(opened()).toEqual([
      { href: `rainy://wc?uri=${encodeURIComponent(uri)}`, target: '_self' },
      { href: `https://app.rainy.example/wc?uri=${encodeURIComponent(uri)}`, target: '_blank' },
    ]);
    const listing = walletItem(kit, kit.store.getState(), 'rainy')?.listing;
    expect(walletConnectLinks(listing, uri, linkEnvironment()).map(({ kind }) => kind)).toEqual([
      'mobile',
      'webapp',
    ]);
  });

  it('stores the link for later requests and across a reload, and removes it with the session', async () => {
    onPhone();
    const wallet = world.wallet('Rainy');
    const kit = await pairing();
    const connecting = awaitedLater(connect(kit, { walletId: 'rainy' }));
    openWallet(kit, { walletId: 'rainy' });
    await wallet.scan(kit);
    await connecting;
    expect(openWallet(kit)).toBe('rainy://');
    expect(opened().at(-1)).toEqual({ href: 'rainy://', target: '_self' });
    kit.destroy();
    const again = world.kit({ adapters: [evm()], networks: [mainnet] });
    const { walletConnect } = await untilState(again, state => state.connections.length > 0);
    expect(walletConnect.wallet?.href).toBe('rainy://');
    await disconnect(again);
    expect(openWallet(again)).toBeUndefined();
    expect(world.storage.getItem('latchkit.v1.wallet_connect_link')).toBeNull();
  });

  it('opens the app at a pending request (RW-14)', async () => {
    onPhone();
    const wallet = world.wallet('Rainy');
    const kit = await pairing();
    const connecting = awaitedLater(connect(kit, { walletId: 'rainy' }));
    openWallet(kit, { walletId: 'rainy' });
    await wallet.scan(kit);
    await connecting;
    const provider = (await getProvider(kit)) as { request(request: object): Promise<unknown> };
    // The wallet answers at once, so the link is taken at the moment when the request is there.
    const links = new Map<number, string | undefined>();
    kit.store.subscribe(({ walletConnect: { requests } }) => {
      for (const { id } of requests) links.set(id, openWallet(kit));
    });
    await provider.request({ method: 'personal_sign', params: ['0x00', evmAccount.address] });
    const [[id, link] = []] = links;
    expect(link).toMatch(new RegExp(`^rainy://wc\\?requestId=${id}&sessionTopic=[0-9a-f]{64}$`));
  });

  it('tells the page of a wallet only after the visitor has confirmed its address, if a website saw the link (RW-08)', async () => {
    const inTelegram = { ...rainy, mobileLink: 'https://rainy.example' };
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148 Instagram 350.0',
    );
    const wallets = { custom: [inTelegram] };
    const wallet = world.wallet('Rainy');
    const start = () => {
      const kit = world.kit({ adapters: [evm()], networks: [mainnet], wallets });
      openModal(kit, { view: 'Connect' });
      void preparePairing(kit);
      return kit;
    };
    const approve = async (kit: Latchkit) => {
      await untilState(kit, state => state.walletConnect.status === 'ready');
      const uri = pairingLink(kit) ?? '';
      const connecting = awaitedLater(connect(kit, { walletId: 'rainy' }));
      expect(openWallet(kit, { walletId: 'rainy' })).toBe(
        `https://rainy.example/wc?uri=${encodeURIComponent(uri)}`,
      );
      await wallet.client.pair(uri);
      await untilState(kit, state => state.walletConnect.unconfirmed);
      return { connecting };
    };
    const refusing = start();
    const refused = await approve(refusing);
    const { walletConnect, connections } = refusing.store.getState();
    expect([walletConnect.unconfirmed, walletConnect.wallet, connections]).toEqual([
      [evmAccount.address],
      undefined,
      [],
    ]);
    await confirmAddress(refusing, false);
    await expect(refused.connecting).rejects.toMatchObject({ code: 'CONNECTION_REJECTED' });
    expect(refusing.store.getState().connections).toEqual([]);
    refusing.destroy();
    // What was not answered before a reload is asked again.
    const reloaded = start();
    const before = await approve(reloaded);
    before.connecting.catch(() => {});
    // The phone discarded the page: nothing of it runs any more.
    const kept = memoryStorage();
    for (const key of ['latchkit.wc.v1.sessions', 'latchkit.v1.exposed_pairings']) {
      kept.setItem(key, world.storage.getItem(key) ?? '');
    }
    const again = world.kit({ adapters: [evm()], networks: [mainnet], wallets, storage: kept });
    await untilState(again, state => state.walletConnect.unconfirmed);
    expect(again.store.getState().connections).toEqual([]);
    await confirmAddress(again, true);
    const confirmed = await untilState(again, state => state.connections.length > 0);
    expect(confirmed.walletConnect.unconfirmed).toBeUndefined();
    // The refused pairing stays on the list.
    expect(JSON.parse(kept.getItem('latchkit.v1.exposed_pairings') ?? '')).toHaveLength(1);
  });

  it('opens nothing when the wallet has no link for this platform', async () => {
    const kit = await pairing();
    expect(openWallet(kit, { walletId: 'nobody' })).toBeUndefined();
    expect(openWallet(kit, { walletId: 'rainy', kind: 'desktop' })).toBeUndefined();
    expect(openWallet(kit)).toBeUndefined();
    expect(opened()).toEqual([]);
  });
});
