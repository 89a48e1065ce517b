import { describe, expect, it } from 'vitest';
import { registry, walletRegistry } from './registry.js';
import { walletStore } from './store.js';

const known = { source: 'acme.example/docs', checked: '2026-11-29' };

const repeated = (values: readonly unknown[]) => values.filter((value, at) => values.indexOf(value) !== at);

describe('registry', () => {
  it('has at least 70 wallets, without duplicates', () => {
    expect(registry.length).toBeGreaterThanOrEqual(70);
    for (const key of ['id', 'name', 'rdns', 'chrome', 'appStore', 'playStore'] as const) {
      expect(repeated(registry.map(wallet => wallet[key]).filter(value => value !== undefined)), key).toEqual(
        [],
      );
    }
  });

  it.each(registry.map(wallet => [wallet.id, wallet] as const))('%s has well-formed facts', (_, wallet) => {
    expect(wallet.id).toMatch(/^[0-9a-z-]{2,40}$/);
    for (const url of [wallet.homepage, wallet.webappLink ?? wallet.homepage]) {
      expect(new URL(url).protocol).toBe('https:');
    }
    for (const start of [wallet.mobileLink, wallet.desktopLink]) {
      if (start !== undefined) expect(start).toMatch(/^(?!javascript|data|file|http:)[a-z][a-z0-9.-]*:\/\//);
    }
    if (wallet.rdns !== undefined) expect(wallet.rdns).toMatch(/^[a-z]+(\.[A-Za-z0-9-]+)+$/);
    if (wallet.chrome !== undefined) expect(wallet.chrome).toMatch(/^[a-p]{32}$/);
    if (wallet.playStore !== undefined) expect(wallet.playStore).toMatch(/^[A-Za-z0-9_]+(\.[A-Za-z0-9_]+)+$/);
  });

  it.each([
    ['a misspelled field', { rnds: 'example.acme' }],
    ['a link that runs code', { mobileLink: 'javascript://acme' }],
    ['a page without https', { homepage: 'http://acme.example' }],
    ['an extension id of another store', { chrome: 'acme' }],
  ])('refuses %s', (_, fact) => {
    const acme = { ...known, id: 'acme', name: 'Acme', homepage: 'https://acme.example', evm: 'any' };
    expect(walletRegistry.safeParse([acme]).success).toBe(true);
    expect(walletRegistry.safeParse([{ ...acme, ...fact }]).success).toBe(false);
  });

  it('offers no wallet after the day on which its maker ended it (RW-17)', () => {
    const offered = walletStore()
      .all()
      .map(({ id }) => id);
    expect(offered).toContain('metamask');
    for (const id of ['magic-eden', 'porto', 'compass']) {
      expect(registry.map(wallet => wallet.id)).toContain(id);
      expect(offered).not.toContain(id);
    }
  });

  it('offers a wallet until the day on which it ends (RW-17)', () => {
    let time = Date.parse('2030-01-01T23:59:59Z');
    const acme = {
      ...known,
      id: 'acme',
      name: 'Acme',
      homepage: 'https://acme.example',
      evm: 'any',
    } as const;
    const store = walletStore([{ ...acme, ended: '2030-01-02' }], () => time);
    expect(store.all()).toHaveLength(1);
    time += 1_000;
    expect(store.all()).toEqual([]);
    for (const ended of ['2030-02-30', 'soon', '2030', ''])
      expect(walletRegistry.safeParse([{ ...acme, ended }]).success, ended).toBe(false);
  });

  it('has the Bitcoin flag only for wallets that an adapter reaches (RW-22)', () => {
    const flagged = registry.filter(({ bitcoin }) => bitcoin === true).map(({ id }) => id);
    expect(flagged.sort()).toEqual(['leather', 'metamask', 'okx', 'unisat', 'xverse']);
  });

  it('names the source of every entry, and when it was read (RW-17)', () => {
    for (const { id, source, checked = '', ended } of registry) {
      expect(source, id).toMatch(/\S/);
      expect(checked >= '2026-11-26' && checked <= '2026-11-30', `${id}: ${checked}`).toBe(true);
      if (ended !== undefined) expect(ended, id).toMatch(/^2026-/);
    }
    const acme = { id: 'acme', name: 'Acme', homepage: 'https://acme.example', evm: 'any' };
    for (const missing of [
      {},
      { source: known.source },
      { checked: known.checked },
      { ...known, source: ' ' },
    ])
      expect(walletRegistry.safeParse([{ ...acme, ...missing }]).success).toBe(false);
  });

  it('offers no way to a wallet for which no source was found (RW-17)', () => {
    for (const { id, source = '', walletConnect, mobileLink, desktopLink, webappLink } of registry) {
      if (!source.startsWith('not verified')) continue;
      expect({ walletConnect, mobileLink, desktopLink, webappLink }, id).toEqual({});
    }
  });

  it('has no flag without a way to reach the wallet (RW-22)', () => {
    for (const wallet of registry) {
      const { evm, solana, walletConnect, relay, rdns, chrome, appStore, playStore } = wallet;
      // A provider that the wallet announces or injects: an extension, or the browser in its app.
      const injects = [rdns, chrome, appStore, playStore].some(fact => fact !== undefined);
      // A web app alone reaches nobody: the page has no connection to it.
      if (evm !== undefined) expect(injects || walletConnect === true, wallet.id).toBe(true);
      if (solana === true) expect(chrome ?? appStore ?? playStore, wallet.id).toBeDefined();
      expect(relay !== undefined, wallet.id).toBe(walletConnect === true);
    }
  });

  it('lists the wallets of Bitcoin and Polkadot where their adapters are used (RW-22)', () => {
    const ids = walletStore()
      .all()
      .map(({ id }) => id);
    for (const id of ['xverse', 'leather', 'unisat', 'polkadot-js']) expect(ids).toContain(id);
  });

  it('has the announced names of common wallets', () => {
    const rdns = Object.fromEntries(registry.map(wallet => [wallet.id, wallet.rdns]));
    expect(rdns).toMatchObject({
      metamask: 'io.metamask',
      'coinbase-wallet': 'com.coinbase.wallet',
      phantom: 'app.phantom',
      rabby: 'io.rabby',
      trust: 'com.trustwallet.app',
      okx: 'com.okex.wallet',
      brave: 'com.brave.wallet',
      rainbow: 'me.rainbow',
      zerion: 'io.zerion.wallet',
      ledger: 'com.ledger',
    });
  });
});
