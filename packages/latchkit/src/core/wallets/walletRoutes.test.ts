import { readFileSync } from 'node:fs';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { WalletListing } from '../../protocol/gateway/walletListing.js';
import type { Latchkit } from '../Latchkit.js';
import { pageAddress } from './pageAddress.js';
import { exposesKey, requestLink, type WalletConnectLink, walletConnectLinks } from './walletConnectLinks.js';
import type { LinkEnvironment } from './walletLinks.js';
import { pageLink, walletRoutes } from './walletRoutes.js';
import { WALLET_TEMPLATES } from './walletTemplates.js';

const PAGE = 'https://page.example/shop/item';
const ENCODED = encodeURIComponent(PAGE);
const FULL = 'https://page.example/shop?q=a&b=c#part';
const URI = 'wc:00e46b@2?relay-protocol=irn&symKey=587d&expiryTimestamp=1700000000';
const ios: LinkEnvironment = { platform: 'ios', embedded: false };

/** The environments of the table. */
const PHONES: readonly LinkEnvironment[] = (['ios', 'android'] as const).flatMap(platform =>
  [false, true].map(embedded => ({ platform, embedded })),
);

interface Entry {
  readonly id: string;
  readonly name: string;
  readonly homepage: string;
  readonly source: string;
  readonly checked: string;
  readonly ended?: string;
  readonly relay?: string;
  readonly evm?: unknown;
  readonly solana?: boolean;
  readonly bitcoin?: boolean;
  readonly polkadot?: boolean;
  readonly walletConnect?: boolean;
  readonly mobileLink?: string;
  readonly desktopLink?: string;
  readonly webappLink?: string;
  readonly appStore?: number;
  readonly playStore?: string;
}

const registry: readonly Entry[] = JSON.parse(
  readFileSync(new URL('../../../../gateway/data/wallets.json', import.meta.url), 'utf8'),
);

/** A built-in wallet as the gateway lists it. */
function listingOf(wallet: Entry): WalletListing {
  const { id, name, homepage, appStore, playStore } = wallet;
  return {
    id,
    name,
    homepage,
    chains: [],
    mobile_link: wallet.mobileLink,
    desktop_link: wallet.desktopLink,
    webapp_link: wallet.webappLink,
    app_store: appStore && `https://apps.apple.com/app/id${appStore}`,
    play_store: playStore && `https://play.google.com/store/apps/details?id=${playStore}`,
  } as WalletListing;
}

describe('pageLink', () => {
  it.each([
    ['phantom', `https://phantom.app/ul/browse/${ENCODED}?ref=https%3A%2F%2Fpage.example`],
    ['solflare', `https://solflare.com/ul/v1/browse/${ENCODED}?ref=https%3A%2F%2Fpage.example`],
    ['coinbase-wallet', `https://go.cb-w.com/dapp?cb_url=${ENCODED}`],
    ['metamask', 'https://link.metamask.io/dapp/page.example/shop/item'],
    ['trust', `https://link.trustwallet.com/open_url?coin_id=60&url=${ENCODED}`],
    [
      'okx',
      `https://web3.okx.com/download?deeplink=${encodeURIComponent(`okx://wallet/dapp/url?dappUrl=${ENCODED}`)}`,
    ],
    ['xverse', `https://connect.xverse.app/browser?url=${ENCODED}`],
  ])('opens the page in %s (RW-02)', (id, href) => {
    for (const environment of PHONES) expect(pageLink({ id }, PAGE, environment)).toBe(href);
    expect(pageLink({ id }, PAGE, { platform: 'desktop', embedded: false })).toBeUndefined();
    expect(pageLink({ id }, undefined, ios)).toBeUndefined();
  });

  it('opens the namespace that is wanted, in Trust (RW-02)', () => {
    expect(pageLink({ id: 'trust' }, PAGE, ios, 'solana')).toContain('coin_id=501&');
    expect(pageLink({ id: 'trust' }, PAGE, ios, 'eip155')).toContain('coin_id=60&');
  });

  it('carries exactly the address that the host gave, wherever the wallet takes it (RW-02)', () => {
    expect(pageLink({ id: 'metamask' }, FULL, ios)).toBe(
      'https://link.metamask.io/dapp/page.example/shop?q=a&b=c#part',
    );
    const coinbase = new URL(pageLink({ id: 'coinbase-wallet' }, FULL, ios) ?? '');
    expect(coinbase.searchParams.get('cb_url')).toBe(FULL);
    const okx = new URL(pageLink({ id: 'okx' }, FULL, ios) ?? '').searchParams.get('deeplink') ?? '';
    expect(new URL(okx).searchParams.get('dappUrl')).toBe(FULL);
    const phantom = new URL(pageLink({ id: 'phantom' }, FULL, ios) ?? '');
    expect(decodeURIComponent(phantom.pathname.replace('/ul/browse/', ''))).toBe(FULL);
  });

  it('takes no template from a listing, which only chooses an entry (RW-02)', () => {
    for (const id of ['constructor', '__proto__', 'toString', 'unknown', ''])
      expect(pageLink({ id }, PAGE, ios)).toBeUndefined();
    const hostile = { id: 'phantom', name: 'P', chains: [], webapp_link: 'https://evil.example/{page}' };
    const [first] = walletRoutes(hostile, ios, { page: PAGE });
    expect(first?.href).toMatch(/^https:\/\/phantom\.app\//);
  });

  it('stays on the host of the template, whatever the page is called (RW-02)', () => {
    for (const page of ['https://a@evil.example/', 'https://evil.example//x', 'https://evil.example/..%2f..'])
      for (const [id, { page: template }] of WALLET_TEMPLATES) {
        const link = pageLink({ id }, page, ios);
        if (template) expect(new URL(link ?? '').host).toBe(new URL(template).host);
      }
  });
});

describe('the templates', () => {
  it('have each placeholder once, the pairing in the value of a field (RW-16)', () => {
    for (const [id, { app, universal, desktop, page }] of WALLET_TEMPLATES) {
      for (const template of [app, universal, desktop]) {
        if (template) expect(template.match(/[?&]uri=\{uri\}/g), id).toHaveLength(1);
        if (template) expect(template.match(/\{/g), id).toHaveLength(1);
      }
      if (universal) expect(universal, id).toMatch(/^https:\/\//);
      if (page) expect(page, id).toMatch(/^https:\/\//);
      if (page) expect(page.match(/\{(?:page|nested|bare)\}/g), id).toHaveLength(1);
    }
  });

  it('belong to wallets of the registry', () => {
    const ids = registry.map(({ id }) => id);
    for (const id of WALLET_TEMPLATES.keys()) expect(ids).toContain(id);
  });
});

describe('walletRoutes', () => {
  it.each(registry.filter(({ ended }) => !ended).map(wallet => [wallet.id, wallet] as const))(
    'leads the row of %s somewhere on every phone (RW-02) (RW-08) (RW-18)',
    (_, wallet) => {
      const listing = listingOf(wallet);
      for (const environment of PHONES) {
        const { platform, embedded } = environment;
        const pairing = wallet.walletConnect ? walletConnectLinks(listing, URI, environment) : [];
        const [first] = walletRoutes(listing, environment, { page: PAGE, pairs: pairing.length > 0 });
        const href = pairing[0]?.href ?? first?.href ?? '';
        expect(href, `${platform}, embedded: ${embedded}`).toMatch(
          /^(?!javascript|data|intent)[a-z.0-9-]+:/i,
        );
        if (embedded) expect(href).toMatch(/^https:/);
        // Only https links leave the browser of another app, and only there does a web server see the key of an app's pairing.
        if (!embedded && pairing[0] && exposesKey(pairing[0]))
          expect(wallet.mobileLink, 'the app has no scheme').toMatch(/^https:/);
        // No code for the phone itself, and no app without the page where it can open the page.
        if (WALLET_TEMPLATES.get(wallet.id)?.page && pairing.length === 0) expect(first?.kind).toBe('page');
        if (embedded && pairing.length === 0) expect(['page', 'browser'], wallet.id).toContain(first?.kind);
      }
    },
  );

  describe('on a page with a secret in its query and hash', () => {
    const secret = 'https://page.example/shop/item?reset=s3cret#token=s3cret';
    const everywhere = [...PHONES, { platform: 'desktop', embedded: false } as const];
    /** Every link of a wallet, for all purposes, on a page whose host chooses the address of. */
    const linksOf = (wallet: Entry, environment: LinkEnvironment, openPage?: (url: string) => string) => {
      const { origin, pathname, search, hash } = new URL(secret);
      vi.stubGlobal('window', { location: { origin, pathname, search, hash } });
      onTestFinished(() => void vi.unstubAllGlobals());
      const page = pageAddress({ options: { wallets: { openPage } } } as unknown as Latchkit);
      const listing = listingOf(wallet);
      const bare = walletConnectLinks(listing, undefined, environment);
      return [
        ...['eip155', 'solana', 'bip122'].flatMap(namespace =>
          [true, false].flatMap(pairs => walletRoutes(listing, environment, { page, namespace, pairs })),
        ),
        ...walletConnectLinks(listing, URI, environment),
        ...bare.map(({ href }) => ({ href: requestLink(href, { id: 1, topic: 'a'.repeat(64) }) })),
      ].map(({ href }) => href);
    };

    it('puts none of it into any link of any wallet, for any purpose (RW-02)', () => {
      for (const wallet of registry)
        for (const environment of everywhere)
          for (const href of linksOf(wallet, environment))
            expect(decodings(href).join(' '), wallet.id).not.toMatch(/s3cret|reset=|token=/);
    });

    it('puts exactly what the host chose into each link that opens the page (RW-02)', () => {
      const chosen = 'https://page.example/open?a=b%20c&d=e#f';
      for (const wallet of registry) {
        const page = WALLET_TEMPLATES.get(wallet.id)?.page;
        for (const environment of PHONES) {
          const links = linksOf(wallet, environment, () => chosen);
          for (const href of links) expect(href, wallet.id).not.toContain('s3cret');
          const carries = links.filter(href =>
            decodings(href).some(one => one.includes('page.example/open?a=b%20c&d=e#f')),
          );
          if (page) expect(new URL(carries[0] ?? '').host, wallet.id).toBe(new URL(page).host);
          else expect([...new Set(carries)], wallet.id).toEqual(environment.embedded ? [chosen] : []);
        }
      }
    });
  });
});

describe('docs/results/wallets.md', () => {
  it('lists where every row leads; `npx vitest run -u` with this file writes it (RW-17)', async () => {
    const browsers = [
      ['own', false],
      ["another app's", true],
    ] as const;
    const rows = registry.flatMap(wallet => {
      const absence = absenceOf(wallet);
      if (absence !== undefined)
        return [`| ${wallet.name} | – | – | ${absence} | – | ${wallet.source} | ${wallet.checked} |`];
      return (['ios', 'android'] as const).flatMap(platform =>
        browsers.map(([browser, embedded]) => {
          const { what, link } = leadsTo(wallet, { platform, embedded });
          return `| ${wallet.name} | ${platform === 'ios' ? 'iOS' : 'Android'} | ${browser} | ${what} | \`${link}\` | ${wallet.source} | ${wallet.checked} |`;
        }),
      );
    });
    const lines = [
      '# Where the rows of wallets lead on phones',
      '',
      '<!-- Generated from packages/gateway/data/wallets.json and core/wallets/walletTemplates.ts by core/wallets/walletRoutes.test.ts; `npx vitest run -u` with that file writes it. -->',
      '',
      'The first thing that a row of a wallet without a connector leads to, by platform and browser. In the browser of the wallet itself, the wallet is found as an',
      'installed one and connects without a link. Wallets with WalletConnect lead to `pair` where a relay that they listen to is configured; else, and on a page',
      'without WalletConnect, to what the others lead to: the page in the wallet, its store or its home page. `{uri}` is the pairing link, `{page}` the address of the page.',
      'On a computer, wallets with WalletConnect show a code, and the others their extension, web app or stores.',
      '',
      'No wallet of this list was tried by hand. On the day in the last column, four facts were compared with the source in the row: the link that opens the app with a pairing,',
      'the link that opens a page in the wallet, whether it has WalletConnect, and its name under EIP-6963. Brackets say what the source lacks or says otherwise. Chains,',
      'home pages, the days on which wallets ended, and entries in stores that the source does not have were not compared. `not verified` stands where nothing of its maker was',
      'found that says how to reach the wallet: it is not paired, no link opens it, and its row leads to a store or its home page.',
      '',
      'Files of @rainbow-me/rainbowkit were read in the published package, which names them as its repository does below `packages/rainbowkit`. It gives the plain pairing link',
      'on Android to Binance, Bitget, Gate, ioPay, Ledger, Okto, OKX, Rainbow, Ready, Valora, xPortal and Zerion, and on iOS to Frontier. Here their scheme stands on both,',
      'although the source has it for the other platform alone: a scheme opens the wallet that was pressed, while Android offers a plain link to every app that takes it.',
      'Wallets for which the source has only the plain link get it. Wallets that are a web app get the pairing with a button of their own, since nothing has to happen within',
      'the press on the row. In browsers of other apps, Trust gets its https link by analogy with its other routes, and Rainbow the',
      'one that the source has for computers.',
      '',
      '| wallet | platform | browser | leads to | link | source | read on |',
      '|---|---|---|---|---|---|---|',
      ...rows,
      '',
    ];
    await expect(lines.join('\n')).toMatchFileSnapshot('../../../../../docs/results/wallets.md');
  });
});

/** A link, and what it carries where it is encoded once or twice. */
function decodings(href: string): readonly string[] {
  const once = decodeURIComponent(href);
  return [href, once, decodeURIComponent(once)];
}

/** Why a wallet of the registry has no row in the modal; undefined: it has one. */
function absenceOf({ ended, evm, solana, bitcoin, polkadot }: Entry): string | undefined {
  if (ended !== undefined) return `ended on ${ended}, not offered`;
  return (evm ?? solana ?? bitcoin ?? polkadot) ? undefined : 'reached by no adapter, not offered';
}

/** The first thing that a wallet's row leads to, with placeholders for the pairing and the page. */
function leadsTo(wallet: Entry, environment: LinkEnvironment): { what: string; link: string } {
  const listing = listingOf(wallet);
  const [pairing] = wallet.walletConnect ? walletConnectLinks(listing, URI, environment) : [];
  const [route] = walletRoutes(listing, environment, { page: PAGE });
  const href = pairing?.href ?? route?.href ?? '';
  const link = href
    .replace(encodeURIComponent(URI), '{uri}')
    .replace(URI, '{uri}')
    .replace(encodeURIComponent(ENCODED), '{page}')
    .replace(ENCODED, '{page}')
    .replace(PAGE, '{page}')
    .replace(PAGE.replace('https://', ''), '{page}')
    .replace(encodeURIComponent('https://page.example'), '{origin}');
  return { what: pairing ? pairingOf(pairing) : (route?.kind ?? ''), link };
}

/** How a row pairs: an app opens within the first press, a web app with a button of its own. */
function pairingOf(link: WalletConnectLink): string {
  if (link.kind === 'webapp') return 'pair, on a second press';
  return exposesKey(link) ? 'pair, then confirm' : 'pair';
}
