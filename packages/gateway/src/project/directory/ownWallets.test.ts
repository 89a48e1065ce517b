import { type WalletListing, walletListingAnswer } from 'latchkit/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase } from '../../../test/testDatabase.js';
import type { Database } from '../../platform/ports/Database.js';
import { createGateway, type Gateway } from '../createGateway.js';
import type { ListedWallet } from './ListedWallet.js';
import { projectWallets } from './projectWallets.js';
import { walletStore } from './store.js';

const svg = (name: string) => `<svg xmlns="http://www.w3.org/2000/svg"><title>${name}</title></svg>`;
const image = (name: string) => ({ type: 'image/svg+xml' as const, content: svg(name) });

const acme: ListedWallet = {
  id: 'acme',
  name: 'Acme Wallet',
  homepage: 'https://acme.example',
  rdns: 'example.acme.wallet',
  evm: [8453],
  walletConnect: true,
  mobileLink: 'acme://',
  appStore: 42,
  image: image('Acme'),
};
const metamask: ListedWallet = {
  id: 'metamask',
  name: 'MetaMask of the house',
  homepage: 'https://metamask.io',
  evm: [1],
};
const shopOnly: ListedWallet = { ...acme, id: 'shop-wallet', name: 'Shop Wallet', image: image('Shop') };
const shopAcme: ListedWallet = { ...acme, name: 'Acme for shops', image: image('Acme for shops') };

const built = walletStore().all().length;
const project = (id: string) => ({ id, name: id, features: {}, allowedOrigins: [] });

let database: Database;
let gateway: Gateway;
beforeAll(async () => {
  database = await openTestDatabase();
  gateway = await createGateway({ database, wallets: [acme, metamask] });
  await gateway.projects.save(project('plain'));
  const { wallets, images } = projectWallets([shopOnly, shopAcme]);
  await gateway.projects.save({ ...project('shop'), wallets }, images);
});
afterAll(async () => {
  await gateway.close();
  await database.close();
});

async function list(
  projectId: string,
  search = '',
): Promise<{ data: WalletListing[]; count: number; ids: string[] }> {
  const response = await gateway.app.request(`/getWallets?projectId=${projectId}&${search}`);
  expect(response.status).toBe(200);
  const { data, count } = walletListingAnswer.parse(await response.json());
  return { data, count, ids: data.map(({ id }) => id) };
}

const imageOf = (id: string) => gateway.app.request(`/getWalletImage/${id}`);

async function only(projectId: string, id: string): Promise<WalletListing> {
  const { data } = await list(projectId, `include=${id}`);
  const [wallet] = data;
  if (wallet === undefined) throw new Error(`${id} is not listed`);
  return wallet;
}

describe('wallets of an operator', () => {
  it('are added after the built-in ones, or replace them', async () => {
    const { data, count, ids } = await list('plain');
    expect(count).toBe(built + 1);
    expect(ids[0]).toBe('metamask');
    expect(data[0]).toMatchObject({
      name: 'MetaMask of the house',
      chains: ['eip155:1'],
      wallet_connect: false,
    });
    expect((await list('plain', `entries=1&page=${built + 1}`)).data).toEqual([
      {
        id: 'acme',
        name: 'Acme Wallet',
        image_id: expect.stringMatching(/^acme\.[0-9a-f]{16}$/),
        rdns: 'example.acme.wallet',
        chains: ['eip155:8453'],
        wallet_connect: true,
        relay: null,
        homepage: 'https://acme.example',
        mobile_link: 'acme://',
        desktop_link: null,
        webapp_link: null,
        chrome_store: null,
        app_store: 'https://apps.apple.com/app/id42',
        play_store: null,
        badge_type: 'certified',
      },
    ]);
  });

  it('are searched, filtered and excluded with the others', async () => {
    expect((await list('plain', 'search=acme')).ids).toEqual(['acme']);
    expect((await list('plain', 'chains=eip155:8453&include=acme,metamask')).ids).toEqual(['acme']);
    expect(await list('plain', 'exclude=acme')).toMatchObject({ count: built });
  });

  it('have their images, or those of the built-in wallets', async () => {
    const { image_id } = await only('plain', 'acme');
    const response = await imageOf(image_id ?? '');
    expect(response.headers.get('Content-Type')).toBe('image/svg+xml');
    expect(response.headers.get('Cache-Control')).toContain('immutable');
    expect(await response.text()).toBe(svg('Acme'));
    expect(await (await imageOf('acme')).text()).toBe(svg('Acme'));
    expect((await imageOf('metamask')).headers.get('Content-Type')).toBe('image/webp');
  });
});

describe('wallets of a project', () => {
  it('are added to the directory and replace others, for this project only', async () => {
    const { count } = await list('shop');
    expect(count).toBe(built + 2);
    expect((await list('shop', `entries=1&page=${built + 2}`)).ids).toEqual(['shop-wallet']);
    expect((await list('shop', 'search=acme')).data).toMatchObject([{ id: 'acme', name: 'Acme for shops' }]);
    expect(await list('shop', 'exclude=acme,shop-wallet')).toMatchObject({ count: built });
    expect((await list('plain', 'search=shop%20wallet')).ids).not.toContain('shop-wallet');
    expect((await only('plain', 'acme')).name).toBe('Acme Wallet');
  });

  it('have their own images at the same route', async () => {
    for (const [id, name] of [
      ['acme', 'Acme for shops'],
      ['shop-wallet', 'Shop'],
    ] as const) {
      const { image_id } = await only('shop', id);
      const response = await imageOf(image_id ?? '');
      expect(response.headers.get('Cache-Control')).toContain('immutable');
      expect(response.headers.get('Content-Security-Policy')).toContain("default-src 'none'");
      expect(await response.text()).toBe(svg(name));
    }
    expect(await (await imageOf('acme')).text()).toBe(svg('Acme'));
    expect((await imageOf(`shop-wallet.${'0'.repeat(32)}`)).status).toBe(404);
  });

  it('stay when other settings of the project change, and are removed with their images', async () => {
    const found = await gateway.projects.find('shop');
    if (found === undefined) throw new Error('The project is gone');
    await gateway.projects.save({ ...found, name: 'Renamed' });
    const images = () => database.query("select hash from project_wallet_images where project_id = 'shop'");
    expect(await images()).toHaveLength(2);
    const [first] = found.wallets;
    await gateway.projects.save({ ...found, wallets: first ? [first] : [] });
    expect((await list('shop', 'include=shop-wallet,acme')).data).toMatchObject([
      { name: 'Acme Wallet' },
      { name: 'Shop Wallet' },
    ]);
    expect(await images()).toEqual([{ hash: first?.imageHash }]);
    await gateway.projects.save({ ...found, wallets: [] });
    expect((await list('shop')).count).toBe(built + 1);
    expect(await images()).toEqual([]);
  });

  it('have the logo of the built-in wallet with their id, or none, when no image is given (UX-02)', async () => {
    const { image: _, ...bare } = shopOnly;
    const { wallets, images } = projectWallets([metamask, bare]);
    await gateway.projects.save({ ...project('bare'), wallets }, images);
    const built = await imageOf('metamask');
    const own = await imageOf((await only('bare', 'metamask')).image_id ?? '');
    expect(await own.text()).toBe(await built.text());
    expect(own.headers.get('Content-Type')).toBe('image/webp');
    expect((await only('bare', 'shop-wallet')).image_id).toBeNull();
    // Older pages have its name from an earlier listing.
    const drawn = await imageOf(`shop-wallet.${wallets[1]?.imageHash}`);
    expect(await drawn.text()).toMatch(/^<svg .*>S<\/text><\/svg>$/);
  });
});
