import { readFileSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { describe, expect } from 'vitest';
import type { DemoPage } from './support/DemoPage.js';
import { ANDROID, IPHONE, phoneVisit } from './support/phoneVisit.js';
import type { Stack } from './support/startStack.js';
import { it, openConnect, openedLinks, recordOpened, state } from './support/walletConnectJourney.js';

/** Where a row leads, from the generated table, which names the source of each. */
interface Row {
  readonly wallet: string;
  readonly platform: string;
  readonly browser: string;
  readonly what: string;
  readonly link: string;
}

const table: readonly Row[] = readFileSync(new URL('../docs/results/wallets.md', import.meta.url), 'utf8')
  .split('\n')
  .filter(line => line.startsWith('| ') && !line.startsWith('| wallet '))
  .map(line => {
    const [wallet = '', platform = '', browser = '', what = '', link = ''] = line.slice(2).split(' | ');
    return { wallet, platform, browser, what, link: link.replaceAll('`', '') };
  })
  .filter(({ platform }) => platform !== '–');

/** One wallet of each shape of link. The table test of `walletRoutes` has all of them. */
const SHAPES = [
  'MetaMask',
  'Best Wallet',
  'Coin98 Wallet',
  'Phantom',
  'Trust Wallet',
  'OKX Wallet',
  'Rabby Wallet',
  'Safe',
];

const FULL = Boolean(process.env.LATCHKIT_FULL);
/** All adapters, so that every wallet of the table is listed. */
const ADAPTERS = 'adapters=evm,solana,bitcoin,polkadot';

const WITHOUT_SAFARI = IPHONE.replace(' Safari/604.1', '');
const BROWSERS = [
  ['iOS', 'own', 'Safari', IPHONE, false],
  ['Android', 'own', 'Chrome', ANDROID, false],
  ['iOS', "another app's", 'Telegram', WITHOUT_SAFARI, true],
  ['Android', "another app's", 'Telegram', `${ANDROID} Telegram-Android/11.3`, true],
  ['iOS', "another app's", 'Instagram', `${WITHOUT_SAFARI} Instagram 350.0`, false],
  ['Android', "another app's", 'Instagram', `${ANDROID} Instagram 350.0`, false],
] as const;

/** Networks of wallets that support none of the demo's: the directory lists them as on a page with these. */
const ELSEWHERE = [
  ...[42, 8217, 42220, 80094].map(chain => `eip155:${chain}`),
  'bip122:000000000019d6689c085ae165831e93',
  'polkadot:91b171bb158e2d3848fa23a9f1c25182',
];

async function listAll({ page }: DemoPage): Promise<void> {
  await page.route(/\/getWallets\?.*chains=/, route => {
    const url = new URL(route.request().url());
    url.searchParams.set('chains', [url.searchParams.get('chains'), ...ELSEWHERE].join(','));
    return route.continue({ url: url.href });
  });
}

/** More than a search for one wallet finds, and fewer than there are. */
const MOST_FOUND = 30;

/** Whether the directory has answered a search. */
const isFound = ({ page }: DemoPage, text: string) =>
  page.evaluate(wanted => {
    const { search, status, page: pages } = window.demo.kit.store.getState().directory;
    return search === wanted && status === 'ready' && pages > 0;
  }, text);

/** Opens the row of a wallet from the list of all wallets. */
async function press(demo: DemoPage, wallet: string): Promise<void> {
  await demo.button('All wallets').tap();
  await demo.shows('AllWallets');
  const size = async () =>
    Number(await demo.modal.locator('li[aria-setsize]').first().getAttribute('aria-setsize'));
  // A tap while the list is still being drawn anew could hit another row: each says how long its list is.
  await expect.poll(size, { message: wallet }).toBeGreaterThan(MOST_FOUND);
  const field = demo.modal.getByRole('searchbox');
  await field.fill(wallet);
  await field.press('Enter');
  await expect.poll(() => isFound(demo, wallet), { message: wallet }).toBe(true);
  await expect.poll(size, { message: wallet }).toBeLessThanOrEqual(MOST_FOUND);
  const name = wallet.replace('.', '\\.');
  await demo.modal
    .getByRole('listitem')
    .getByRole('button', { name: new RegExp(`^${name}(?!\\w)`) })
    .first()
    .tap();
  await demo.modal.getByRole('heading', { name: wallet, level: 2 }).waitFor();
}

async function leadsTo(demo: DemoPage, { wallet, what, link }: Row): Promise<void> {
  const { page } = demo;
  const { origin } = new URL(page.url());
  const address = `${origin}/`;
  await page.evaluate(() => Object.assign(window, { opened: [] }));
  await recordOpened(page);
  await press(demo, wallet);
  if (what.startsWith('pair')) {
    if (what.includes('second press')) {
      expect(await openedLinks(page), wallet).toEqual([]);
      await demo.button(`Open ${wallet}`).tap();
    }
    await expect.poll(async () => (await openedLinks(page)).length, { message: wallet }).toBe(1);
    const { uri = '' } = await state(page);
    const encoded = link === '{uri}' ? uri : encodeURIComponent(uri);
    const [opened] = await openedLinks(page);
    expect(opened, wallet).toMatchObject({ href: link.replace('{uri}', encoded), inTap: true });
  } else if (what === 'browser') {
    await demo.modal.getByRole('button', { name: 'Copy the address of this page' }).waitFor();
  } else {
    const encoded = link.includes('%3D{page}')
      ? encodeURIComponent(encodeURIComponent(address))
      : encodeURIComponent(address);
    const bare = link.includes('/dapp/{page}') ? address.replace(/^https?:\/\//, '') : encoded;
    const href = link.replace('{page}', bare).replace('{origin}', encodeURIComponent(origin));
    expect(await demo.modal.getByRole('link').first().getAttribute('href'), wallet).toBe(href);
  }
  if (!what.startsWith('pair')) expect(await openedLinks(page), wallet).toEqual([]);
  // Not Backpack.
  const back = demo.modal.getByRole('button', { name: 'Back', exact: true });
  await back.tap();
  await demo.shows('AllWallets');
  await back.tap();
  await demo.shows('Connect');
}

describe('the row of a wallet on a phone', () => {
  for (const [platform, browser, name, userAgent, telegram] of BROWSERS) {
    const rows = table.filter(row => row.platform === platform && row.browser === browser);
    const drive = async (chosen: readonly Row[], chromium: Browser, stack: Stack) => {
      await phoneVisit(chromium, stack, { userAgent }, async demo => {
        if (telegram)
          await demo.page.addInitScript(() => Object.assign(window, { TelegramWebviewProxy: {} }));
        await listAll(demo);
        await openConnect(demo, ADAPTERS);
        for (const row of chosen) await leadsTo(demo, row);
      });
    };

    it(`leads where its source says, a wallet of each shape of link: ${platform}, ${name}`, async ({
      browser: chromium,
      stack,
    }) => {
      const chosen = rows.filter(({ wallet }) => SHAPES.includes(wallet));
      expect(chosen).toHaveLength(SHAPES.length);
      await drive(chosen, chromium, stack);
    });

    it.runIf(FULL)(
      `leads where its source says, every other wallet that is offered: ${platform}, ${name}`,
      { timeout: 900_000 },
      async ({ browser: chromium, stack }) => {
        const others = rows.filter(({ wallet }) => !SHAPES.includes(wallet));
        expect(others.length).toBeGreaterThan(50);
        await drive(others, chromium, stack);
      },
    );
  }
});
