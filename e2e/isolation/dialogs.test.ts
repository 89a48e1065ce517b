import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { resize } from '../support/resize.js';
import { it, type LabPage } from './support/lab.js';

const WALLETS = 14;

/** Opens a host dialog of one kind that contains Latchkit's button, with more wallets than the list can show. */
const hosts: Readonly<Record<string, (lab: LabPage) => Promise<void>>> = {
  'a native dialog': async lab => {
    await lab.open();
    await announceMany(lab.page);
    await lab.page.evaluate(() => {
      window.lab.host({}, { into: '#in-dialog' });
      document.querySelector<HTMLDialogElement>('#host-dialog')?.showModal();
    });
  },
  'a Radix dialog': async lab => {
    await lab.page.goto(lab.address('radix'));
    await lab.page.waitForFunction(() => window.labs !== undefined);
    await announceMany(lab.page);
    await lab.page.getByRole('button', { name: 'Open the host’s dialog' }).click();
  },
};

function announceMany(page: Page): Promise<void> {
  return page.evaluate(count => {
    for (let at = 1; at <= count; at += 1)
      window.lab.wallet({ name: `Wallet ${at}.`, rdns: `dev.wallet${at}` });
  }, WALLETS);
}

const hostDialogIsOpen = (page: Page) => page.locator('#host-dialog').isVisible();
const focused = (page: Page) =>
  page.evaluate(() => {
    const host = document.activeElement;
    const inner = host?.shadowRoot?.activeElement;
    return { inModal: host?.localName === 'latchkit-root', text: (inner ?? host)?.textContent ?? '' };
  });

describe.each(Object.keys(hosts))('inside %s', name => {
  it('opens above it, is clicked, and the wallet connects; the host’s dialog stays', async ({
    lab,
    page,
  }) => {
    await hosts[name]?.(lab);
    await lab.button.click();
    await lab.shows('Connect');
    // Playwright clicks only an element that would receive the click.
    await lab.row('Wallet 2.').click();
    await lab.isClosed();
    await expect.poll(() => lab.button.getAttribute('aria-label')).toContain('Account');
    expect(await hostDialogIsOpen(page)).toBe(true);
    expect(await page.evaluate(() => window.lab.wallets.map(({ calls }) => calls.length > 0))).toEqual(
      Array.from({ length: WALLETS }, (_, at) => at === 1),
    );
  });

  it.runIf(process.env.LATCHKIT_FULL)(
    'keeps focus within, wraps Tab, and Escape closes only the modal and returns focus',
    async ({ lab, page }) => {
      await hosts[name]?.(lab);
      await lab.button.focus();
      await page.keyboard.press('Enter');
      await lab.shows('Connect');
      await lab.modal.getByRole('button', { name: 'More' }).click();
      await lab.row(`Wallet ${WALLETS}.`).waitFor();
      const seen: string[] = [];
      for (let press = 0; press < WALLETS + 6; press += 1) {
        await page.keyboard.press('Tab');
        const { inModal, text } = await focused(page);
        expect(inModal).toBe(true);
        seen.push(text);
      }
      expect(seen.filter(text => text.startsWith('Wallet')).length).toBeGreaterThanOrEqual(WALLETS);
      await page.keyboard.press('Shift+Tab');
      expect((await focused(page)).inModal).toBe(true);
      await page.keyboard.press('Escape');
      await lab.isClosed();
      expect(await hostDialogIsOpen(page)).toBe(true);
      await expect.poll(() => focused(page)).toEqual({ inModal: false, text: 'Connect wallet' });
      await page.keyboard.press('Escape');
      await expect.poll(() => hostDialogIsOpen(page)).toBe(false);
    },
  );

  it.runIf(process.env.LATCHKIT_FULL)(
    'scrolls the list by wheel and by key, and a click on the scrim closes only the modal',
    async ({ lab, page }) => {
      await resize(page, { width: 1280, height: 600 });
      await hosts[name]?.(lab);
      await lab.button.click();
      await lab.shows('Connect');
      await lab.modal.getByRole('button', { name: 'More' }).click();
      const last = lab.row(`Wallet ${WALLETS}.`);
      await last.waitFor();
      const body = lab.modal.locator('.lk-body');
      expect(await body.evaluate(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight)).toBe(true);
      await lab.row('Wallet 1.').hover();
      await page.mouse.wheel(0, 2_000);
      await expect.poll(() => body.evaluate(({ scrollTop }) => scrollTop)).toBeGreaterThan(0);
      await expect.poll(() => last.evaluate(row => row.getBoundingClientRect().bottom)).toBeLessThan(600);
      await page.mouse.click(10, 10);
      await lab.isClosed();
      expect(await hostDialogIsOpen(page)).toBe(true);
    },
  );
});
