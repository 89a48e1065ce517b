import type { Locator } from 'playwright-core';
import { describe, expect } from 'vitest';
import { ADDRESS, DemoPage, eventually, SHORT_ADDRESS } from './support/DemoPage.js';
import { decodeQr } from './support/decodeQr.js';
import { it } from './support/demo.js';
import { standStill } from './support/standStill.js';

const clipboard = () => navigator.clipboard.readText();

describe('account', () => {
  it.runIf(process.env.LATCHKIT_FULL)(
    'is what the modal opens on once connected, and Connect before [OPEN-01] [OPEN-02]',
    async ({ demo }) => {
      await demo.open();
      await demo.hostButton('Open modal').click();
      await demo.shows('Connect', 'Connect to Meridian');
      await demo.button('Close').click();
      await demo.openConnected();
      await demo.hostButton('Open modal').click();
      await demo.shows('Account', 'Account');
    },
  );

  it.runIf(process.env.LATCHKIT_FULL)('opens on the view that the host names [OPEN-12]', async ({ demo }) => {
    await demo.open();
    await demo.networkButton.click();
    await demo.shows('SwitchNetwork', 'Choose a network');
  });

  it.runIf(process.env.LATCHKIT_FULL)('closing resets the view to Connect [OPEN-06]', async ({ demo }) => {
    await demo.open();
    await demo.connectButton.click();
    await demo.button('Help').click();
    await demo.shows('WhatIsAWallet', 'What is a wallet?');
    await demo.page.keyboard.press('Escape');
    await demo.isClosed();
    const views = await demo.page.evaluate(() => window.demo.kit.store.getState().modal.views);
    expect(views).toEqual([{ name: 'Connect' }]);
    await demo.connectButton.click();
    await demo.shows('Connect');
  });

  it('shows address, balance, network and features [VIEW-17] [CFG-19]', async ({ demo }) => {
    await demo.openConnected();
    await demo.connectButton.click();
    await demo.shows('Account');
    await demo.modal.getByText(SHORT_ADDRESS).waitFor();
    await demo.modal.getByText('On Local chain A').waitFor();
    await demo.modal.locator('.lk-balance-main [data-tip$=" ETH"]').waitFor();
    await demo.button('Receive').waitFor();
    await demo.button('Copy address').waitFor();
    await demo.button('Disconnect').waitFor();
  });

  it.runIf(process.env.LATCHKIT_FULL)(
    'offers no feature that is off: receive by the host, everything in basic mode [CFG-19] [CFG-03]',
    async ({ demo }) => {
      for (const [query, off] of [
        ['receive=0', /receive/i],
        ['swaps=0&onramp=0', /swap|buy/i],
        ['basic=1', /receive|send|swap|buy|activity/i],
      ] as const) {
        await demo.openConnected(query);
        await demo.connectButton.click();
        await demo.button('Disconnect').waitFor();
        expect(await demo.modal.getByRole('button', { name: off }).count()).toBe(0);
        expect(await demo.modal.getByRole('textbox').count()).toBe(0);
      }
    },
  );

  it.runIf(process.env.LATCHKIT_FULL)('orders its features [VIEW-19]', async ({ demo }) => {
    await demo.openConnected();
    await demo.connectButton.click();
    const features = demo.modal.getByRole('group', { name: 'Actions' }).getByRole('button');
    await features.first().waitFor();
    const order = ['Buy', 'Swap', 'Receive', 'Send'];
    const shown = await features.allTextContents();
    expect(shown).toContain('Receive');
    expect(shown).toEqual(order.filter(name => shown.includes(name)));
  });

  it('receives: the address as text, as a code that scanners read, and to copy [CAP-10]', async ({
    demo,
    context,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    for (const theme of ['light', 'dark']) {
      await demo.openConnected(`theme=${theme}`);
      await demo.connectButton.click();
      await demo.button('Receive').click();
      await demo.shows('Receive', 'Receive');
      await demo.modal.getByText(ADDRESS).waitFor();
      const code = demo.modal.getByRole('img', { name: 'QR code' });
      await eventually(async () => decodeQr(demo.page, await code.screenshot()), ADDRESS);
    }
    await demo.button('Copy address').click();
    await demo.button('Address copied').waitFor();
    expect(await demo.page.evaluate(clipboard)).toBe(ADDRESS);
  });

  it.runIf(process.env.LATCHKIT_FULL)(
    'highlights a button under the mouse, but none after a tap',
    async ({ demo, browser, stack, remembered }) => {
      const openReceive = async (visit: DemoPage) => {
        await visit.openConnected();
        await visit.connectButton.click();
        await visit.button('Receive').click();
        await visit.shows('Receive', 'Receive');
        await standStill(visit);
        return visit.modal.getByRole('button', { name: /^(Ask for an amount|Show the address only)$/ });
      };
      const color = (button: Locator) => button.evaluate(one => getComputedStyle(one).backgroundColor);
      const pointed = await openReceive(demo);
      const atRest = await color(pointed);
      await pointed.hover();
      await eventually(async () => (await color(pointed)) !== atRest, true);
      const phone = await browser.newPage({
        baseURL: stack.demo,
        viewport: { width: 390, height: 844 },
        hasTouch: true,
        isMobile: true,
      });
      const touched = new DemoPage(phone, remembered);
      const tapped = await openReceive(touched);
      expect(await color(tapped)).toBe(atRest);
      await tapped.tap();
      await touched.button('Show the address only').waitFor();
      await standStill(touched);
      expect(await color(tapped)).toBe(atRest);
      await phone.close();
    },
  );

  it.runIf(process.env.LATCHKIT_FULL)(
    'copies the address with the clipboard permission, and says so',
    async ({ demo, context }) => {
      await context.grantPermissions(['clipboard-read', 'clipboard-write']);
      await demo.openConnected();
      await demo.connectButton.click();
      await demo.button('Copy address').click();
      await demo.modal.getByRole('status').filter({ hasText: 'Address copied' }).waitFor();
      expect(await demo.page.evaluate(clipboard)).toBe(ADDRESS);
      // The icon confirms the copy, so there is no toast.
      expect(await demo.modal.locator('.lk-toast').count()).toBe(0);
    },
  );

  it.runIf(process.env.LATCHKIT_FULL)(
    'is titled by the email that it belongs to, whole up to 30 characters [LIM-06]',
    async ({ demo, page }) => {
      await demo.openConnected();
      const belongTo = (email: string) =>
        page.evaluate(
          user => {
            window.demo.kit.kernel.set(({ namespaces, connections }) => {
              const { eip155 } = namespaces;
              if (!eip155) throw new Error('EVM is missing');
              const account = { ...eip155.account, embeddedWalletInfo: { user } as never };
              return {
                namespaces: { ...namespaces, eip155: { ...eip155, account } },
                connections: connections.map(one => ({ ...one, auth: { username: user.email } })),
              };
            });
          },
          { email },
        );
      const shown = (email: string) => demo.modal.getByText(email, { exact: true });
      // By the lines' centres: in a font with tall letters, the letters reach out of lines that are shown whole.
      const isWhole = (one: Element) => {
        const place = (one.closest('.lk-row-title, .lk-row-sub') ?? one).getBoundingClientRect();
        const text = document.createRange();
        text.selectNodeContents(one);
        return [...text.getClientRects()].every(line => {
          const centre = line.top + line.height / 2;
          const isInside = place.top < centre && centre < place.bottom;
          return isInside && line.left > place.left - 1 && line.right < place.right + 1;
        });
      };
      const whole = 'firstname.lastname@example.com';
      expect(whole).toHaveLength(30);
      await belongTo(whole);
      await demo.connectButton.click();
      await demo.button(`${whole}. Switch wallet`).waitFor();
      // In the header and in the row that changes it.
      await eventually(() => shown(whole).count(), 2);
      for (const one of await shown(whole).all()) expect(await one.evaluate(isWhole)).toBe(true);
      await demo.button(whole).click();
      await demo.shows('ProfileWallets');
      await demo.modal.getByRole('region', { name: 'Active wallet' }).getByText(whole).waitFor();
      for (const one of await shown(whole).all()) expect(await one.evaluate(isWhole)).toBe(true);
      await demo.button('Back').click();
      await belongTo(`x${whole}`);
      await shown(`x${whole.slice(0, 28)}…`)
        .first()
        .waitFor();
    },
  );

  it.runIf(process.env.LATCHKIT_FULL)(
    'copies without the clipboard API too, and admits it when nothing works',
    async ({ demo, context }) => {
      await context.grantPermissions(['clipboard-read']);
      await context.addInitScript(() => {
        navigator.clipboard.writeText = () => Promise.reject(new DOMException('', 'NotAllowedError'));
      });
      await demo.openConnected();
      await demo.connectButton.click();
      await demo.button('Copy address').click();
      await demo.modal.getByRole('status').filter({ hasText: 'Address copied' }).waitFor();
      expect(await demo.page.evaluate(clipboard)).toBe(ADDRESS);
      await demo.page.evaluate(() => {
        document.execCommand = () => false;
      });
      await demo.button('Address copied').click();
      await demo.modal.getByRole('status').filter({ hasText: 'Couldn’t copy' }).waitFor();
      // Below the header, so that its title and Close stay visible.
      const toast = await demo.modal.locator('.lk-toast').boundingBox();
      const header = await demo.modal.locator('.lk-header').boundingBox();
      expect(toast?.y).toBeGreaterThanOrEqual((header?.y ?? 0) + (header?.height ?? 0));
    },
  );

  it.runIf(process.env.LATCHKIT_FULL)(
    "leads to the address on the network's explorer, in a tab that knows nothing of this one",
    async ({ demo, page, stack }) => {
      await page.route(`${stack.gateway}/v1?**`, route => route.abort());
      await demo.openConnected();
      await demo.walletPicksChain(1);
      await demo.reads('chain-id', '1');
      await demo.connectButton.click();
      const link = demo.modal.getByRole('link', { name: /^View on Etherscan/ });
      expect(await link.getAttribute('href')).toBe(`https://etherscan.io/address/${ADDRESS}`);
      expect(await link.getAttribute('target')).toBe('_blank');
      expect(await link.getAttribute('rel')).toBe('noopener noreferrer');
    },
  );

  it('disconnect resets what the host reads, tells the wallet and closes the modal [STATE-21] [STATE-23]', async ({
    demo,
  }) => {
    await demo.openConnected();
    await demo.hostButton('Switch network').click();
    await demo.reads('chain-id', '31338');
    await demo.connectButton.click();
    await demo.button('Disconnect').click();
    await demo.isClosed();
    await demo.reads('status', 'disconnected');
    await demo.reads('address', '');
    await demo.reads('caip-address', '');
    await demo.reads('accounts', '[]');
    await demo.reads('balance', '');
    await demo.reads('chain-id', '31337');
    await expect.poll(() => demo.methods()).toContain('wallet_revokePermissions');
    const left = await demo.page.evaluate(() => window.demo.kit.store.getState().connections);
    expect(left).toEqual([]);
    await demo.page.reload();
    await demo.reads('status', 'disconnected');
  });

  it.runIf(process.env.LATCHKIT_FULL)(
    'updates when the wallet disconnects the page or changes its account',
    async ({ demo }) => {
      await demo.openConnected();
      const second = await demo.page.evaluate(async () => {
        const wallet = window.demo.wallets[0];
        const [, other = ''] = (await wallet?.addresses()) ?? [];
        wallet?.changeAccounts([other]);
        return other;
      });
      await demo.reads('address', second);
      await demo.page.evaluate(() => window.demo.wallets[0]?.disconnect());
      await demo.reads('status', 'disconnected');
    },
  );

  it.runIf(process.env.LATCHKIT_FULL)(
    'disconnects from a wallet that never answers the revocation [TIME-21]',
    async ({ demo }) => {
      await demo.openConnected('faults=silentRevoke');
      await demo.hostButton('Disconnect').click();
      await demo.reads('status', 'disconnected');
      await expect.poll(() => demo.methods()).toContain('wallet_revokePermissions');
    },
  );
});
