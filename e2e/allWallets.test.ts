import type { Locator } from 'playwright-core';
import { describe, expect } from 'vitest';
import { DemoPage, eventually, startsWith } from './support/DemoPage.js';
import { it } from './support/demo.js';

const DIRECTORY = /\/getWallets\?/;

async function openAllWallets(demo: DemoPage, query = ''): Promise<void> {
  await demo.open(query);
  await demo.connectButton.click();
  await demo.shows('Connect');
  await demo.button('All wallets').click();
  await demo.shows('AllWallets', 'All wallets');
}

const search = (demo: DemoPage) => demo.modal.getByRole('searchbox', { name: 'Search wallets' });
const tiles = (demo: DemoPage) => demo.modal.getByRole('list', { name: 'Wallets' }).getByRole('button');
const nameOf = (tile: Locator) => tile.locator('.lk-grid-label').innerText();
/** Number of wallets in a large directory. */
const MANY = process.env.LATCHKIT_FULL ? 500 : 120;
/** Visible rows, two beyond each edge and those of a scroll step, with four wallets each, plus the one that Tab reaches. */
const MOST_TILES = (6 + 2 + 2 + 1) * 4 + 1;

/**
 * Runs in the page: scrolls by less than a screen per frame until the last wallet is rendered, and waits while more wallets load.
 * Returns the maximum number of rendered wallets.
 */
async function scrollThrough(count: number): Promise<number> {
  const root = [...document.body.children].find(({ shadowRoot }) => shadowRoot?.querySelector('ul.lk-grid'));
  const grid = root?.shadowRoot?.querySelector('ul.lk-grid');
  const body = grid?.closest('.lk-body');
  if (!grid || !body) throw new Error('There is no grid');
  let most = 0;
  const watch = new MutationObserver(() => {
    most = Math.max(most, grid.children.length);
  });
  watch.observe(grid, { childList: true });
  while (!grid.querySelector(`[aria-posinset="${count}"]`)) {
    body.scrollTop += 300;
    await new Promise(resolve => requestAnimationFrame(resolve));
  }
  watch.disconnect();
  return most;
}

/** Returns the position in the grid of the modal's focused control. */
const focused = (demo: DemoPage) =>
  demo.page.evaluate(() => {
    let active = document.activeElement;
    while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
    return Number(active?.getAttribute('data-index') ?? -1);
  });

/** Runs in the page: returns the text of the modal's focused element. */
function focusedText(): string {
  return document.activeElement?.shadowRoot?.activeElement?.textContent ?? '';
}

describe('all wallets', () => {
  it('shows matching wallets only for a typed name, and all again once it is cleared [VIEW-08]', async ({
    demo,
  }) => {
    await openAllWallets(demo);
    await tiles(demo).nth(20).waitFor();
    await search(demo).pressSequentially('rainb');
    await eventually(() => tiles(demo).allTextContents(), [expect.stringMatching(/^Rainbow/)]);
    await demo.modal.getByRole('status').filter({ hasText: '1 wallet' }).waitFor({ state: 'attached' });
    await demo.button('Clear search').click();
    await tiles(demo).nth(20).waitFor();
  });

  it.runIf(process.env.LATCHKIT_FULL)(
    'focuses the search field first, and the title on touch devices',
    async ({ demo, browser, stack }) => {
      await openAllWallets(demo);
      await eventually(() => search(demo).evaluate(field => field.matches(':focus')), true);
      await demo.page.keyboard.type('demo walet');
      await eventually(() => tiles(demo).allTextContents(), [expect.stringMatching(/^Demo Wallet/)]);
      const phone = await browser.newPage({
        baseURL: stack.demo,
        viewport: { width: 390, height: 844 },
        hasTouch: true,
        isMobile: true,
      });
      await openAllWallets(new DemoPage(phone));
      await eventually(() => phone.evaluate(focusedText), 'All wallets');
      await phone.close();
    },
  );

  it.runIf(process.env.LATCHKIT_FULL)('lists no wallet that the page could not connect', async ({ demo }) => {
    await openAllWallets(demo);
    await tiles(demo).nth(20).waitFor();
    // The first supports only Bitcoin, the second only Polkadot; the demo has EVM networks.
    for (const name of ['UniSat', 'Polkadot.js']) {
      await search(demo).fill(name);
      await demo.modal.getByRole('heading', { name: `No wallet matches “${name}”` }).waitFor();
    }
  });

  it.runIf(process.env.LATCHKIT_FULL)(
    'shows each name whole, on two lines where it needs them, and marks no wallet as certified',
    async ({ demo }) => {
      await openAllWallets(demo);
      await tiles(demo).nth(20).waitFor();
      const labels = demo.modal.locator('.lk-grid-label');
      const cut = () =>
        labels.evaluateAll(found =>
          found.flatMap(one =>
            one.scrollHeight > one.clientHeight || one.scrollWidth > one.clientWidth ? [one.textContent] : [],
          ),
        );
      expect(await cut()).toEqual([]);
      expect(await demo.modal.getByText('Certified', { exact: true }).count()).toBe(0);
      await demo.page.keyboard.type('Coinbase');
      await demo.button('Coinbase Wallet').waitFor();
      expect(await cut()).toEqual([]);
    },
  );

  it.runIf(process.env.LATCHKIT_FULL)(
    'has the entry unless the host turns the feature off, or has no gateway [CFG-22]',
    async ({ demo }) => {
      await demo.open('gateway=none');
      await demo.connectButton.click();
      await demo.button('Demo Wallet').waitFor();
      expect(await demo.button('All wallets').count()).toBe(0);
      await demo.open();
      await demo.connectButton.click();
      await demo.button('All wallets').waitFor();
      await demo.page.evaluate(() =>
        window.demo.kit.kernel.set(({ features }) => ({ features: { ...features, allWallets: false } })),
      );
      await demo.button('All wallets').waitFor({ state: 'detached' });
    },
  );

  it.runIf(process.env.LATCHKIT_FULL)(
    'moves by arrow keys, loads on towards the end, and draws only what is near',
    async ({ demo }) => {
      await openAllWallets(demo);
      await tiles(demo).first().focus();
      await demo.page.keyboard.press('ArrowDown');
      await demo.page.keyboard.press('ArrowRight');
      await eventually(() => focused(demo), 5);
      await demo.page.keyboard.press('End');
      await eventually(() => focused(demo), 39);
      const count = () => demo.page.evaluate(() => window.demo.kit.store.getState().directory);
      await eventually(async () => (await count()).wallets.length > 40, true);
      const all = await count();
      await eventually(async () => (await count()).wallets.length, all.count);
      await demo.page.keyboard.press('End');
      await eventually(() => focused(demo), all.count - 1);
      expect(await tiles(demo).count()).toBeLessThan(all.count);
      await demo.page.keyboard.press('Home');
      await eventually(() => focused(demo), 0);
    },
  );

  it.runIf(process.env.LATCHKIT_FULL)(
    'is drawn out of sight once it is pointed at, and the click only uncovers it',
    async ({ demo, page }) => {
      await demo.open();
      await demo.connectButton.click();
      await demo.shows('Connect');
      await demo.button('All wallets').hover();
      const ahead = demo.modal.locator('.lk-content[hidden]');
      await ahead.locator('ul.lk-grid button').first().waitFor({ state: 'attached' });
      // Invisible until the next click.
      expect(await demo.modal.getByRole('searchbox').count()).toBe(0);
      expect(await demo.modal.locator('#lk-title').allTextContents()).toEqual([
        expect.stringMatching(/^Connect/),
      ]);
      const field = await ahead.locator('input[type="search"]').elementHandle();
      await demo.button('All wallets').click();
      await demo.shows('AllWallets', 'All wallets');
      expect(await field?.evaluate(input => input.isConnected && input.checkVisibility())).toBe(true);
      expect(await ahead.count()).toBe(0);
      await eventually(async () => field?.evaluate(input => input.matches(':focus')), true);
      await tiles(demo).nth(20).waitFor();
      await demo.modal.getByRole('button', { name: 'Back', exact: true }).click();
      await demo.shows('Connect');
      await eventually(() => page.evaluate(focusedText), expect.stringMatching(/^All \d+$/));
      await demo.button('Help').click();
      await demo.shows('WhatIsAWallet');
      expect(await ahead.count()).toBe(0);
    },
  );

  it.runIf(process.env.LATCHKIT_FULL)(
    `stays small while ${MANY} wallets are scrolled through, and asks for each page and image once`,
    async ({ demo, page }) => {
      const asked: string[] = [];
      await page.route(DIRECTORY, async route => {
        const url = new URL(route.request().url());
        const number = Number(url.searchParams.get('page'));
        const entries = Number(url.searchParams.get('entries'));
        asked.push(url.search);
        url.searchParams.set('page', '1');
        const answer = await route.fetch({ url: url.href });
        const body = (await answer.json()) as { data: Record<string, unknown>[]; count: number };
        const start = (number - 1) * entries;
        const data = body.data.slice(0, Math.max(0, MANY - start)).map((wallet, index) => ({
          ...wallet,
          id: `many-${start + index}`,
          name: `Wallet ${start + index}`,
          // A different image for each wallet, because the browser doesn't cache images while requests are intercepted.
          image_id: `many-${entries}-${start + index}`,
        }));
        await route.fulfill({ response: answer, json: { data, count: MANY } });
      });
      await page.route('**/getWalletImage/many-*', route =>
        route.fulfill({
          contentType: 'image/svg+xml',
          body: '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"/>',
        }),
      );
      // A tile that is scrolled away before its image has loaded aborts the request.
      const images: string[] = [];
      page.on('requestfinished', request => {
        if (request.url().includes('/getWalletImage/')) images.push(request.url());
      });
      await openAllWallets(demo);
      await tiles(demo).nth(8).waitFor();
      const most = await page.evaluate(scrollThrough, MANY);
      expect(most).toBeLessThanOrEqual(MOST_TILES);
      const pages = asked.filter(query => query.includes('entries=40'));
      expect(pages).toHaveLength(Math.ceil(MANY / 40));
      expect(new Set(pages).size).toBe(pages.length);
      expect(new Set(images).size).toBe(images.length);
      // All wallets were reached, and the last ones are rendered at the end.
      expect(await nameOf(tiles(demo).last())).toBe(`Wallet ${MANY - 1}`);
    },
  );

  it.runIf(process.env.LATCHKIT_FULL)(
    'says how to get a chosen wallet; Back finds the search, the results and the wallet again',
    async ({ demo }) => {
      await openAllWallets(demo);
      await search(demo).fill('wallet');
      await search(demo).press('Enter');
      await eventually(async () => (await tiles(demo).count()) > 2, true);
      const name = await nameOf(tiles(demo).nth(2));
      await tiles(demo).nth(2).click();
      await demo.shows('ConnectingExternal', name);
      await demo.button('Back').click();
      await demo.shows('AllWallets');
      expect(await search(demo).inputValue()).toBe('wallet');
      await eventually(() => focused(demo), 2);
    },
  );

  it.runIf(process.env.LATCHKIT_FULL)('connects an installed wallet', async ({ demo, page }) => {
    await page.route(DIRECTORY, async route => {
      const answer = await route.fetch();
      const body = (await answer.json()) as { data: Record<string, unknown>[] };
      const [first, ...others] = body.data;
      const data = [{ ...first, rdns: 'dev.latchkit.demo' }, ...others];
      await route.fulfill({ response: answer, json: { ...body, data } });
    });
    await openAllWallets(demo, 'prompt=auto');
    const rdns = await page.evaluate(
      () => window.demo.kit.store.getState().connectors.find(({ info }) => info)?.info?.rdns,
    );
    expect(rdns).toBe('dev.latchkit.demo');
    await demo.modal.getByRole('button', { name: startsWith('Demo Wallet') }).click();
    await demo.reads('status', 'connected');
    await demo.isClosed();
  });

  it.runIf(process.env.LATCHKIT_FULL)(
    'shows a skeleton, then an error with a way to try again, and says when nothing matches',
    async ({ demo, page }) => {
      let release = () => {};
      const held = new Promise<void>(resolve => {
        release = resolve;
      });
      await page.route(/entries=40/, async route => {
        await held;
        await route.abort();
      });
      await openAllWallets(demo);
      await demo.modal.getByText('Loading wallets').waitFor({ state: 'attached' });
      expect(await tiles(demo).count()).toBe(0);
      release();
      await demo.modal.getByRole('alert').filter({ hasText: 'Couldn’t load the wallets' }).waitFor();
      await page.unroute(/entries=40/);
      await demo.button('Try again').click();
      await tiles(demo).first().waitFor();
      await search(demo).fill('zzzz');
      await demo.modal.getByRole('heading', { name: 'No wallet matches “zzzz”' }).waitFor();
      await demo.modal.getByRole('switch', { name: 'Certified only' }).click();
      await demo.button('Show all results').click();
      await demo.modal.getByRole('heading', { name: 'No wallet matches “zzzz”' }).waitFor();
    },
  );

  it.runIf(process.env.LATCHKIT_FULL)(
    'lists the tokens of the connected account with quantity [CAP-04]',
    async ({ demo }) => {
      await demo.openConnected();
      await demo.connectButton.click();
      await demo.shows('Account');
      const tokens = demo.modal.getByRole('list', { name: 'Tokens' }).getByRole('listitem');
      await eventually(
        async () => /Ether.*\d+\.\d{3} ETH/.test((await tokens.first().textContent()) ?? ''),
        true,
      );
    },
  );
});
