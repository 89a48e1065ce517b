import { readFileSync } from 'node:fs';
import { describe, expect } from 'vitest';
import type { DemoPage } from './support/DemoPage.js';
import { ANDROID, IPHONE, phoneVisit } from './support/phoneVisit.js';
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
];

const WITHOUT_SAFARI = IPHONE.replace(' Safari/604.1', '');
const BROWSERS = [
  ['iOS', 'own', 'Safari', IPHONE, false],
  ['Android', 'own', 'Chrome', ANDROID, false],
  ['iOS', "another app's", 'Telegram', WITHOUT_SAFARI, true],
  ['Android', "another app's", 'Telegram', `${ANDROID} Telegram-Android/11.3`, true],
  ['iOS', "another app's", 'Instagram', `${WITHOUT_SAFARI} Instagram 350.0`, false],
  ['Android', "another app's", 'Instagram', `${ANDROID} Instagram 350.0`, false],
] as const;

/** Opens the row of a wallet from the list of all wallets. */
async function press(demo: DemoPage, wallet: string): Promise<void> {
  await demo.button('All wallets').tap();
  await demo.shows('AllWallets');
  await demo.modal.getByRole('searchbox').fill(wallet);
  // An earlier tap could hit another row, because the list changes once the search has answered.
  const other = wallet === 'MetaMask' ? 'Phantom' : 'MetaMask';
  await demo.modal.getByRole('button', { name: other, exact: true }).waitFor({ state: 'detached' });
  await demo.modal
    .getByRole('button', { name: new RegExp(`^${wallet}(?!\\w)`) })
    .first()
    .tap();
}

async function leadsTo(demo: DemoPage, { wallet, what, link }: Row): Promise<void> {
  const { page } = demo;
  const { origin } = new URL(page.url());
  const address = `${origin}/`;
  await page.evaluate(() => Object.assign(window, { opened: [] }));
  await recordOpened(page);
  await press(demo, wallet);
  if (what.startsWith('pair')) {
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
  await demo.button('Back').tap();
  await demo.shows('AllWallets');
  await demo.button('Back').tap();
  await demo.shows('Connect');
}

describe('the row of a wallet on a phone', () => {
  for (const [platform, browser, name, userAgent, telegram] of BROWSERS) {
    it(`leads where its source says, a wallet of each shape of link: ${platform}, ${name}`, async ({
      browser: chromium,
      stack,
    }) => {
      const rows = table.filter(
        row => row.platform === platform && row.browser === browser && SHAPES.includes(row.wallet),
      );
      expect(rows.length).toBeGreaterThanOrEqual(SHAPES.length);
      await phoneVisit(chromium, stack, { userAgent }, async demo => {
        if (telegram)
          await demo.page.addInitScript(() => Object.assign(window, { TelegramWebviewProxy: {} }));
        await openConnect(demo);
        for (const row of rows) await leadsTo(demo, row);
      });
    });
  }
});
