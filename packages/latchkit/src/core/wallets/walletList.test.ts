// @vitest-environment jsdom
import { describe, expect, it, vi } from 'vitest';
import { solana } from '../../networks/networks.js';
import type { WalletListing } from '../../protocol/gateway/walletListing.js';
import { directoryWallets } from '../directory/directoryWallets.js';
import { memoryStorage } from '../kernel/storage.js';
import type { LatchkitOptions } from '../LatchkitOptions.js';
import { connectorOf, scriptedAdapter } from '../testSupport/scriptedAdapter.test-support.js';
import { startedKit } from '../testSupport/startedKit.test-support.js';
import { getWallets, walletItem } from './walletList.js';

const listing = (id: string, rdns?: string): WalletListing => ({
  id,
  name: id,
  rdns,
  chains: [],
  badge_type: 'certified',
});

function listOf(options: Partial<LatchkitOptions> = {}) {
  const storage = memoryStorage();
  storage.setItem('latchkit.v1.recent_wallets', JSON.stringify(['recent']));
  const adapter = scriptedAdapter('eip155', [
    connectorOf('external', { type: 'EXTERNAL', info: {} }),
    connectorOf('injected'),
    connectorOf('recent'),
    connectorOf('wc', { type: 'WALLET_CONNECT', info: {} }),
  ]);
  const { kit } = startedKit(
    { storage, ...options, wallets: { custom: [{ id: 'custom', name: 'Custom' }], ...options.wallets } },
    adapter,
  );
  kit.kernel.set({
    listings: {
      featured: [listing('featured'), listing('twin', 'injected')],
      recommended: [listing('recommended'), listing('featured')],
    },
  });
  return { kit, list: () => getWallets(kit) };
}

describe('walletList', () => {
  it('orders by group: walletConnect, recent, injected, featured, custom, external, recommended [VIEW-07]', () => {
    expect(
      listOf()
        .list()
        .map(({ group, id }) => [group, id]),
    ).toEqual([
      ['walletConnect', 'wc'],
      ['recent', 'recent'],
      ['injected', 'injected'],
      ['featured', 'featured'],
      ['custom', 'custom'],
      ['external', 'external'],
      ['recommended', 'recommended'],
    ]);
  });

  it('takes the image of a wallet of the host by both of its names (DX-08)', () => {
    const custom = [
      { id: 'one', name: 'One', iconUrl: '/one.svg' },
      { id: 'two', name: 'Two', imageUrl: '/two.svg' },
    ];
    const images = listOf({ wallets: { custom } })
      .list()
      .flatMap(({ group, imageUrl }) => (group === 'custom' ? [imageUrl] : []));
    expect(images).toEqual(['/one.svg', '/two.svg']);
  });

  it('puts the wallet of the client around a mini app first, also if it was used last', () => {
    const storage = memoryStorage();
    storage.setItem('latchkit.v1.recent_wallets', JSON.stringify(['miniApp', 'recent']));
    const adapter = scriptedAdapter('eip155', [
      connectorOf('recent'),
      connectorOf('wc', { type: 'WALLET_CONNECT', info: {} }),
      connectorOf('miniApp', { type: 'EXTERNAL' }),
    ]);
    const { kit } = startedKit({ storage }, adapter);
    expect(getWallets(kit).map(({ group, installed }) => [group, installed])).toEqual([
      ['miniApp', false],
      ['walletConnect', false],
      ['recent', true],
    ]);
  });

  it('gives an announced wallet no badge for the rdns that it claims', () => {
    const list = listOf().list();
    expect(list.find(({ id }) => id === 'injected')?.certified).toBe(false);
    expect(list.find(({ id }) => id === 'featured')?.certified).toBe(true);
  });

  it('gives the host one function to filter and order', () => {
    const { list } = listOf({
      wallets: { transform: all => all.filter(({ installed }) => installed).reverse() },
    });
    expect(list().map(({ id }) => id)).toEqual(['injected', 'recent']);
  });

  it("shows the unchanged list when the host's function throws", () => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const { list } = listOf({
      wallets: {
        transform: () => {
          throw new Error('host');
        },
      },
    });
    expect(list()).toHaveLength(7);
    expect(error).toHaveBeenCalled();
    error.mockRestore();
  });

  it('is the same list until something in it changes', () => {
    const { kit, list } = listOf();
    const before = list();
    kit.kernel.set({ toast: undefined });
    expect(list()).toBe(before);
    kit.kernel.set({ recentWalletIds: [] });
    expect(list()).not.toBe(before);
  });

  it('does not offer again a wallet that registers itself without an rdns (RW-13)', () => {
    const { kit } = startedKit(
      { networks: [solana] },
      scriptedAdapter('solana', [connectorOf('Solflare', { info: {} })]),
    );
    kit.kernel.set({
      listings: {
        featured: [
          { ...listing('solflare'), name: 'Solflare', image_id: 'logo', homepage: 'https://a.example' },
        ],
        recommended: [{ ...listing('backpack'), name: 'Backpack' }],
      },
    });
    const [own, other] = getWallets(kit);
    expect(getWallets(kit)).toHaveLength(2);
    // A name gives no logo, link, badge or place.
    expect(own).toMatchObject({ id: 'Solflare', group: 'injected', installed: true, certified: false });
    expect([own?.listing, own?.imageUrl]).toEqual([undefined, undefined]);
    expect(other).toMatchObject({ id: 'backpack', installed: false });
    kit.kernel.set(({ listings: { featured, recommended } }) => ({
      directory: { ...kit.store.getState().directory, wallets: [...featured, ...recommended] },
    }));
    expect(directoryWallets(kit, kit.store.getState()).map(({ id }) => id)).toEqual(['backpack']);
    expect(walletItem(kit, kit.store.getState(), 'Solflare')).toBe(own);
  });

  it('keeps two installed wallets of one name as two rows, each said to be installed (RW-13)', () => {
    const solflare = (id: string, imageUrl: string) =>
      connectorOf(id, { name: 'Solflare', info: {}, imageUrl });
    const icons = ['data:image/png;base64,AA', 'data:image/png;base64,BB'] as const;
    const wallets = [solflare('Solflare', icons[0]), solflare('Solflare 2', icons[1])];
    const { kit } = startedKit({ networks: [solana] }, scriptedAdapter('solana', wallets));
    kit.kernel.set({
      listings: { featured: [{ ...listing('solflare'), name: 'Solflare' }], recommended: [] },
    });
    expect(getWallets(kit).map(({ id, imageUrl, installed }) => [id, imageUrl, installed])).toEqual([
      ['Solflare', icons[0], true],
      ['Solflare 2', icons[1], true],
    ]);
  });
});
