import type { ConsoleMessage, Locator } from 'playwright-core';
import { describe, expect, onTestFinished } from 'vitest';
import { type DemoPage, eventually, named } from './support/DemoPage.js';
import { it } from './support/demo.js';
import { phoneVisit } from './support/phoneVisit.js';
import { resize } from './support/resize.js';

const isFull = process.env.LATCHKIT_FULL !== undefined;

const DESKTOPS = [
  { width: 1280, height: 640 },
  { width: 1280, height: 860 },
];
const PHONES = [
  { width: 375, height: 667 },
  { width: 390, height: 844 },
];

/** Returns the query for this number of installed wallets. */
function queryOf(count: number): string {
  const names = Array.from({ length: count }, (_, index) => `Wallet ${index + 1}`);
  return `walletConnect=1&legal=0&${count === 0 ? 'wallet=none' : `wallets=${names.join(',')}`}`;
}

/** Whether all of a control is in view. */
const isWhole = (control: Locator) =>
  control.evaluate(one => {
    const { top, bottom } = one.getBoundingClientRect();
    const body = one.closest('.lk-body')?.getBoundingClientRect();
    return body && top >= body.top && bottom <= Math.min(body.bottom, innerHeight);
  });

/** Numbers of installed wallets. */
const COUNTS = isFull ? [0, 1, 3, 12] : [0, 12];

/** Opens Connect with each number of installed wallets, and expects the email field and all social logins in view. */
async function showsLogins(demo: DemoPage): Promise<void> {
  for (const count of COUNTS) {
    await demo.open(queryOf(count));
    await demo.connectButton.click();
    await demo.shows('Connect');
    // Every slot is filled, so nothing moves any more.
    await demo.button('All wallets, ').waitFor();
    const email = demo.modal.getByRole('textbox', { name: 'Email address' });
    await email.waitFor();
    expect(await isWhole(email), `email with ${count} wallets`).toBe(true);
    // At a height of 667 px, all socials fit below at most one wallet.
    const isShort = demo.page.viewportSize()?.height === 667;
    const socials = demo.modal.getByRole('group', { name: 'Continue with a social account' });
    if (!isShort || count < 3) {
      expect(await isWhole(socials), `socials with ${count} wallets`).toBe(true);
    }
    // The first is as wide as the group; the others are in one line, of the same width.
    const [first, ...icons] = await socials.locator('button').evaluateAll(all =>
      all.map(one => {
        const { offsetTop, offsetWidth } = one as HTMLElement;
        return { offsetTop, offsetWidth };
      }),
    );
    expect(first?.offsetWidth).toBe(await socials.evaluate(one => (one as HTMLElement).offsetWidth));
    expect(icons).toHaveLength(6);
    expect(icons).toEqual(icons.map(() => icons[0]));
    const rows = await demo.rows('Wallets');
    const leads = Array.from({ length: Math.min(count, 2) }, (_, index) => `Wallet ${index + 1}`);
    expect(rows.slice(0, 1 + leads.length)).toEqual(named(['WalletConnect', ...leads]));
    // At most three rows and five tiles fit.
    expect(rows).toHaveLength(1 + leads.length + 5);
    if (count === 12) expect(rows.at(-1)).toMatch(/^All wallets, all \d+, 6 more installed$/);
  }
}

describe('Connect with email, socials and WalletConnect', () => {
  for (const viewport of DESKTOPS) {
    it.runIf(process.env.LATCHKIT_FULL)(
      `shows email and socials whole on ${viewport.width}×${viewport.height}, with none to twelve wallets installed`,
      async ({ demo, page }) => {
        await resize(page, viewport);
        await showsLogins(demo);
      },
    );
  }
  for (const viewport of isFull ? PHONES : PHONES.slice(0, 1)) {
    it(`shows email and socials whole on ${viewport.width}×${viewport.height}, with none to twelve wallets installed`, async ({
      browser,
      stack,
    }) => {
      await phoneVisit(browser, stack, { viewport }, showsLogins);
    });
  }
});

describe('the strip of Connect', () => {
  it('shows whole names of wallets, with a second line and no broken word', async ({ demo, page }) => {
    const names = ['Coinbase Wallet', 'MetaMask', 'Robinhood Pocket', 'Trust Wallet'];
    await demo.open(`walletConnect=1&wallets=${['One', 'Two', ...names].join(',')}`);
    await demo.connectButton.click();
    await demo.shows('Connect');
    await demo.button('All wallets, ').waitFor();
    for (const [width, tiles] of [
      [1280, 4],
      [375, 4],
      [320, 3],
    ] as const) {
      await resize(page, { width, height: 640 });
      const labels = demo.modal.locator('.lk-mini-name');
      await eventually(() => labels.count(), tiles + 1);
      const shown = () =>
        labels.evaluateAll(all =>
          all.map(one => {
            const name = one.textContent ?? '';
            const linesOf = (word: RegExpExecArray) => {
              const range = document.createRange();
              range.setStart(one.firstChild as Text, word.index);
              range.setEnd(one.firstChild as Text, word.index + word[0].length);
              return range.getClientRects().length;
            };
            const fits = one.scrollWidth <= one.clientWidth && one.scrollHeight <= one.clientHeight;
            return [name, fits, [...name.matchAll(/\S+/g)].map(linesOf)];
          }),
        );
      const short = names.slice(0, tiles).map(name => name.replace(' Wallet', ''));
      const wanted = short.map(name => [name, true, name.split(' ').map(() => 1)]);
      // The modal becomes a sheet after the page has its size.
      await expect.poll(async () => (await shown()).slice(0, -1), { message: `${width}px` }).toEqual(wanted);
    }
  });
});

describe('a page that replaces its body', () => {
  const replace = () => {
    const body = document.createElement('body');
    body.append(...document.body.childNodes);
    document.documentElement.replaceChild(body, document.body);
  };
  const drop = () => {
    const root = document.getElementById('root');
    const body = document.createElement('body');
    if (root) body.append(root);
    document.documentElement.replaceChild(body, document.body);
  };

  it('opens the modal again, and keeps the one that is open', async ({ demo, page }) => {
    await demo.open();
    await demo.connectButton.click();
    await demo.shows('Connect');
    await page.evaluate(drop);
    await demo.shows('Connect');
    expect(await page.evaluate(() => document.elementFromPoint(5, 5)?.shadowRoot !== null)).toBe(true);
    await page.keyboard.press('Escape');
    await demo.isClosed();
    await page.evaluate(drop);
    await demo.connectButton.click();
    await demo.shows('Connect');
    await page.keyboard.press('Escape');
    await demo.isClosed();
    await page.evaluate(replace);
    await demo.connectButton.click();
    await demo.shows('Connect');
  });
});

describe('a close request of the browser', () => {
  it('closes the modal and leaves the page, as Android’s Back does (UX-09)', async ({ demo, page }) => {
    await demo.open();
    await demo.connectButton.click();
    await demo.shows('Connect');
    const address = page.url();
    // The request that Back makes: a dialog without a close watcher would not get it.
    expect(await demo.modal.getAttribute('closedby')).toBe('closerequest');
    await demo.modal.evaluate(dialog => (dialog as unknown as { requestClose(): void }).requestClose());
    await demo.isClosed();
    expect(page.url()).toBe(address);
  });
});

describe('a click before the modal has loaded', () => {
  it.runIf(process.env.LATCHKIT_FULL)(
    'is answered by the button at once, and says when nothing could be loaded',
    async ({ demo, page }) => {
      await demo.open();
      const held: (() => void)[] = [];
      await page.route('**/assets/connect-*', async route => {
        await new Promise<void>(resolve => held.push(resolve));
        await route.abort();
      });
      await demo.connectButton.click();
      // The page reacts to the click while the code is still delayed.
      await eventually(() => demo.connectButton.getAttribute('aria-busy'), 'true');
      await expect.poll(() => held.length).toBeGreaterThan(0);
      for (const release of held) release();
      await demo.connectButton.getByText('Couldn’t load. Reload the page').waitFor();
      await eventually(() => demo.connectButton.getAttribute('aria-busy'), null);
      expect(await demo.modal.count()).toBe(0);
      await page.unroute('**/assets/connect-*');
      await demo.connectButton.click();
      await demo.shows('Connect');
      await page.keyboard.press('Escape');
      await demo.isClosed();
      await demo.connectButton.getByText('Connect wallet').waitFor();
    },
  );

  it('names being offline, and opens by the same press once the page is online again (UX-10)', async ({
    demo,
    page,
  }) => {
    await demo.open();
    await page.context().setOffline(true);
    await demo.connectButton.click();
    await demo.connectButton.getByText('You’re offline. Try again').waitFor();
    await page.context().setOffline(false);
    await demo.shows('Connect');
    await demo.leave();
  });
});

describe('a view whose file a new build removed', () => {
  it.for([
    ['answers 404', 404, 'text/plain'],
    ['answers with its page', 200, 'text/html'],
  ] as const)(
    'asks to reload the page, where the host %s, and the console says why (MOD-04)',
    async ([, status, contentType], { demo, page }) => {
      const said: string[] = [];
      const listen = (message: ConsoleMessage) => said.push(message.text());
      page.on('console', listen);
      onTestFinished(() => void page.off('console', listen));
      await demo.open();
      await demo.connectButton.click();
      await demo.shows('Connect');
      await page.route('**/assets/aboutViews-*', route =>
        route.fulfill({ status, contentType, body: '<!doctype html><title>Shop</title>' }),
      );
      await page.evaluate(() => window.demo.openModal({ view: 'WhatIsAWallet' }));
      await demo.modal.getByText('This page may have changed. Reload it.').waitFor();
      expect(await demo.modal.getByText('connection').count()).toBe(0);
      expect(said.filter(text => text.includes('Did a new build remove its files?'))).toHaveLength(1);
      await page.unroute('**/assets/aboutViews-*');
      await demo.button('Reload the page').click();
      await page.waitForLoadState();
      await demo.connectButton.click();
      await demo.shows('Connect');
    },
  );
});

describe('a pointer on the button', () => {
  it('has the modal drawn out of sight, and the click only shows it', async ({ demo, page }) => {
    await demo.open();
    await demo.connectButton.hover();
    const ahead = page.locator('dialog[data-ahead]');
    await ahead.getByText('Demo Wallet').waitFor({ state: 'attached' });
    expect(await ahead.isVisible()).toBe(false);
    expect(await demo.modal.count()).toBe(0);
    const row = await ahead.locator('.lk-row').first().elementHandle();
    await demo.connectButton.click();
    await demo.shows('Connect');
    expect(await row?.isVisible()).toBe(true);
    expect(await ahead.count()).toBe(0);
    await demo.button('Demo Wallet').click();
    await demo.approve();
    await demo.reads('status', 'connected');
  });
});
