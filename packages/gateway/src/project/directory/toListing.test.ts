import { describe, expect, it } from 'vitest';
import { registry } from './registry.js';
import { walletStore } from './store.js';
import { badgeOf, toListing } from './toListing.js';

describe('toListing', () => {
  it('marks the wallets that a WalletConnect code can open', () => {
    const pairs = Object.fromEntries(
      registry.map(wallet => [wallet.id, toListing(wallet, 'image').wallet_connect]),
    );
    expect(pairs).toMatchObject({ metamask: true, trust: true, rainbow: true, ledger: true, safe: true });
    expect(pairs).toMatchObject({ phantom: false, rabby: false, backpack: false, brave: false });
  });

  it("names the network's relay for wallets from the stores, and none for a list's own (RW-01)", () => {
    for (const wallet of registry)
      expect(toListing(wallet, 'image').relay, wallet.id).toBe(wallet.walletConnect ? 'network' : null);
    const { relay: _, ...own } = registry[0] ?? { id: 'own', name: 'Own', homepage: 'https://own.example' };
    expect(toListing(own, 'image').relay).toBeNull();
    expect(toListing({ ...own, relay: 'both' }, 'image').relay).toBe('both');
  });
});

describe('walletStore', () => {
  it('omits wallets that no adapter reaches', () => {
    const none = { id: 'none', name: 'None', homepage: 'https://none.example' };
    expect(walletStore([none]).all()).toEqual([]);
    const ids = walletStore()
      .all()
      .map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining(['phantom', 'solflare', 'enkrypt', 'nova', 'xverse']));
    expect(ids.length).toBeGreaterThanOrEqual(70);
  });
});

describe('badgeOf', () => {
  it.each([
    ['https://example.com', 'com.example'],
    ['https://www.example.com/wallet', 'com.example.wallet'],
    ['https://wallet.example.com', 'com.example.other'],
  ])('certifies a wallet of %s that announces itself as %s', (homepage, rdns) => {
    expect(badgeOf({ homepage, rdns })).toBe('certified');
  });

  it.each([
    ['https://example.com', undefined],
    ['https://example.com', 'com.examples'],
    ['https://example.com', 'com'],
    ['https://example.com', 'org.example'],
    ['https://example.com', 'com.attacker.example'],
    ['https://wallet.github.io', 'io.github.wallet'],
    ['https://wallet.js.org', 'org.js.other'],
    ['https://wallet.co.uk', 'uk.co.other'],
  ])('does not certify a wallet of %s that announces itself as %s', (homepage, rdns) => {
    expect(badgeOf({ homepage, ...(rdns === undefined ? {} : { rdns }) })).toBeNull();
  });

  it('accepts the former domain of the vendor, but no shared one', () => {
    const homepage = 'https://new.example';
    expect(badgeOf({ homepage, rdns: 'example.old.wallet', formerDomain: 'old.example' })).toBe('certified');
    expect(badgeOf({ homepage, rdns: 'example.other', formerDomain: 'old.example' })).toBeNull();
    expect(badgeOf({ homepage, rdns: 'app.vercel.wallet', formerDomain: 'vercel.app' })).toBeNull();
  });

  it('has a former domain only when the announced name belongs to one', () => {
    for (const { formerDomain, ...wallet } of registry) {
      if (formerDomain === undefined) continue;
      expect(formerDomain).toMatch(/^[a-z0-9-]+\.[a-z]+$/);
      expect([badgeOf(wallet), badgeOf({ ...wallet, formerDomain })]).toEqual([null, 'certified']);
    }
  });

  it('certifies Phantom and OKX, which announce names of their former domains', () => {
    const badges = registry.filter(({ id }) => id === 'phantom' || id === 'okx').map(badgeOf);
    expect(badges).toEqual(['certified', 'certified']);
  });
});
