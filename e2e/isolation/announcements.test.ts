import { HOSTILE_KINDS } from 'latchkit/testing';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { ADDRESS, it } from './support/lab.js';

/** Number of wallets that announce themselves at once. */
const FLOOD = 500;
/** Number of them that are listed. */
const LISTED = 100;

/** Records everything that would show that hostile content ran or loaded. */
async function watch(page: Page, own: readonly string[]): Promise<{ alarms: string[] }> {
  const alarms: string[] = [];
  page.on('dialog', dialog => {
    alarms.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('console', message => message.type() === 'error' && alarms.push(`console: ${message.text()}`));
  page.on('pageerror', error => alarms.push(`error: ${error.message}`));
  page.on('request', request => {
    const { protocol, origin } = new URL(request.url());
    if (/^https?:/.test(protocol) && !own.includes(origin)) alarms.push(`request: ${request.url()}`);
  });
  return { alarms };
}

/** Returns the id of an instance's active connector. */
const connectedTo = (page: Page) =>
  page.evaluate(() => {
    const connection = window.lab.hosts[0]?.kit.store.getState().namespaces.eip155?.connection;
    return connection?.status === 'connected' ? connection.connectorId : undefined;
  });

describe('hostile announcements', () => {
  it('execute nothing, load nothing and impersonate nobody; the wallet clicked is the wallet asked', async ({
    lab,
    page,
    pages,
    stack,
  }) => {
    const { alarms } = await watch(page, [pages, ...Object.values(stack)]);
    await lab.open();
    await page.evaluate(kinds => {
      const { lab } = window;
      const honest = lab.wallet({ name: 'Honest Wallet', rdns: 'dev.honest' });
      const impostor = lab.quietWallet({ name: 'Impostor', rdns: 'dev.impostor' });
      Object.assign(window, { impostor });
      lab.host();
      for (const kind of kinds) lab.announceHostile(kind, honest, impostor.provider);
      // Deeply frozen, and behind a proxy that throws on every access.
      const info = { uuid: crypto.randomUUID(), name: 'Proxy', rdns: 'dev.proxy', icon: honest.info.icon };
      const proxy = new Proxy(impostor.provider, {
        get: () => {
          throw new Error('a trap of the proxy throws');
        },
      });
      for (const provider of [proxy, Object.freeze({}), null, 'provider'])
        window.dispatchEvent(
          new CustomEvent('eip6963:announceProvider', {
            detail: Object.freeze({ info: Object.freeze({ ...info, uuid: crypto.randomUUID() }), provider }),
          }),
        );
      dispatchEvent(new Event('eip6963:announceProvider'));
    }, HOSTILE_KINDS);
    await lab.button.click();
    await lab.shows('Connect');
    await lab.row('Honest Wallet').first().waitFor();
    const names = await lab.modal.locator('.lk-row-title').allTextContents();
    expect(names).toContain('Honest Wallet');
    for (const name of names) {
      expect(name.length).toBeLessThanOrEqual(64);
      expect(name).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    }
    // Icons are only images: the page loads only data: URLs, and inserts no markup from them.
    const images = await lab.modal
      .locator('img')
      .evaluateAll(found => found.map(image => image.getAttribute('src') ?? ''));
    expect(images.filter(source => !source.startsWith('data:image/') && !source.startsWith('blob:'))).toEqual(
      [],
    );
    expect(await lab.modal.locator('script, iframe, object, embed, img[onerror]').count()).toBe(0);

    await lab.row('Honest Wallet').first().click();
    await lab.isClosed();
    expect(
      await page.evaluate(() => window.lab.hosts[0]?.kit.store.getState().namespaces.eip155?.account),
    ).toMatchObject({
      status: 'connected',
      address: ADDRESS,
    });
    expect(await connectedTo(page)).toBe('dev.honest');
    const asked = await page.evaluate(() => ({
      honest: window.lab.wallets[0]?.calls.map(({ method }) => method),
      impostor: (window as unknown as { impostor: { calls: unknown[] } }).impostor.calls,
      ran: '__hostile' in window,
    }));
    expect(asked.honest).toContain('eth_requestAccounts');
    expect(asked).toMatchObject({ impostor: [], ran: false });
    expect(alarms).toEqual([]);
  });

  it.runIf(process.env.LATCHKIT_FULL)(
    'a wallet that uses the name and rdns of another is listed beside it, and asked only when it is picked',
    async ({ lab, page }) => {
      await lab.open();
      await page.evaluate(() => {
        window.lab.wallet({ name: 'Honest Wallet', rdns: 'dev.honest' });
        window.lab.wallet({ name: 'Honest Wallet', rdns: 'dev.honest' });
        window.lab.host();
      });
      await lab.button.click();
      await expect.poll(() => lab.row('Honest Wallet').count()).toBe(2);
      await lab.row('Honest Wallet').nth(1).click();
      await lab.isClosed();
      const asked = await page.evaluate(() => window.lab.wallets.map(({ calls }) => calls.length > 0));
      expect(asked.filter(Boolean)).toHaveLength(1);
      const [first, second] = await page.evaluate(() =>
        window.lab.wallets.map(({ info }) => `${info.rdns}#${info.uuid}`),
      );
      const connected = await connectedTo(page);
      expect(connected).toBe(asked[1] ? second : 'dev.honest');
      expect(connected).not.toBe(first);
    },
  );

  it.runIf(process.env.LATCHKIT_FULL)(
    `${FLOOD} announcements: the first ones are listed, and each wallet clicked is the wallet asked`,
    async ({ lab, page }) => {
      await lab.open();
      await page.evaluate(count => {
        window.lab.host();
        for (let at = 0; at < count; at += 1)
          window.lab.wallet({ name: `Wallet ${at}.`, rdns: `dev.flood${at}` });
      }, FLOOD);
      await lab.button.click();
      await lab.shows('Connect');
      const more = lab.modal.getByRole('button', { name: 'More' });
      await more.click();
      await expect.poll(() => lab.modal.locator('.lk-row').count()).toBe(LISTED);
      const picked = process.env.LATCHKIT_FULL
        ? Array.from({ length: 25 }, (_, at) => at * 4)
        : [0, 57, LISTED - 1];
      for (const at of picked) {
        await page.evaluate(() => window.lab.hosts[0]?.open());
        await lab.shows('Connect');
        if (await more.isVisible()) await more.click();
        await lab.row(`Wallet ${at}.`).click();
        await lab.isClosed();
        const asked = await page.evaluate(() =>
          window.lab.wallets.flatMap(({ calls }, index) =>
            calls.some(({ method }) => method === 'eth_requestAccounts') ? [index] : [],
          ),
        );
        expect(asked).toContain(at);
        expect(asked.length).toBe(picked.indexOf(at) + 1);
        await page.evaluate(() => window.lab.hosts[0]?.disconnect());
      }
    },
  );
});
