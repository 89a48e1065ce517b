import { describe, expect } from 'vitest';
import { violations } from './support/axe.js';
import { ADDRESS, type DemoPage, eventually, named, SHORT_ADDRESS, WALLET } from './support/DemoPage.js';
import { decodeQr } from './support/decodeQr.js';
import { focused, tabTo } from './support/keyboard.js';
import { resize } from './support/resize.js';
import { standStill } from './support/standStill.js';
import { WalletPage } from './support/WalletPage.js';
import {
  code,
  connectPhone,
  it,
  openCode,
  openConnect,
  openedLinks,
  recordOpened,
  shownLink,
  state,
} from './support/walletConnectJourney.js';

/** Decodes the QR code on the screen, as a camera would. */
async function scan(demo: DemoPage): Promise<string | undefined> {
  await standStill(demo);
  return decodeQr(demo.page, await code(demo).screenshot());
}
describe('pairing on a desktop', () => {
  it('lists WalletConnect first, and every wallet leads to its own hand-off [VIEW-07] [VIEW-10]', async ({
    demo,
  }) => {
    await openConnect(demo);
    await demo.button('MetaMask').waitFor();
    const rows = await demo.rows('Wallets');
    expect(rows.slice(0, 2)).toEqual(named(['WalletConnect', WALLET]));
    // A listed wallet without a connector has a QR code with its logo, a link to copy, and a link to get the wallet.
    await demo.button('MetaMask').click();
    await demo.shows('ConnectingWalletConnect', 'MetaMask');
    await demo.modal.getByText('Scan with MetaMask on your phone').waitFor();
    expect(await shownLink(demo)).toMatch(/^wc:[0-9a-f]{64}@2\?/);
    await demo.button('Get the app').click();
    await demo.shows('ConnectingExternal', 'MetaMask');
    await demo.modal.getByRole('link').first().waitFor();
    await demo.button('Back').click();
    await demo.shows('ConnectingWalletConnect', 'MetaMask');
    await demo.button('Back').click();
    await demo.shows('Connect');
    await demo.reads('status', 'disconnected');
    // A wallet with a connector is asked in this browser.
    await demo.button(WALLET).click();
    await demo.shows('ConnectingExternal', WALLET);
  });

  it.runIf(process.env.LATCHKIT_FULL)(
    'shows no code for a wallet that does not connect by WalletConnect',
    async ({ demo }) => {
      await openConnect(demo);
      await demo.button('All wallets').click();
      await demo.shows('AllWallets');
      await demo.modal.getByRole('searchbox').fill('Rabby');
      await demo.button('Rabby').first().click();
      await demo.shows('ConnectingExternal', /Rabby/);
      await demo.modal.getByRole('link').first().waitFor();
      expect(await code(demo).count()).toBe(0);
    },
  );

  it('connects the wallet that scans the code, says as whom, and is still connected after a reload [LOG-11] [VIEW-10]', async ({
    demo,
    page,
    phone,
  }) => {
    await openCode(demo);
    await phone.client.pair(await shownLink(demo));
    await demo.modal.getByRole('heading', { name: 'Connected' }).waitFor();
    await demo.modal.getByText(`Connected as ${SHORT_ADDRESS}`).waitFor();
    await demo.reads('address', ADDRESS);
    await demo.isClosed();
    await page.reload();
    await demo.reads('status', 'connected');
    await demo.reads('address', ADDRESS);
    const [session] = phone.client.sessions();
    expect(session?.peer.metadata.name).toBe('Meridian');
    await phone.client.disconnect(session?.topic ?? '');
    await demo.reads('status', 'disconnected');
    await expect.poll(async () => (await state(page)).wallet).toBeUndefined();
  });

  it.runIf(process.env.LATCHKIT_FULL)(
    'is walked in two tabs of a browser, with the demo wallet in the other: pairs, signs, disconnects',
    async ({ demo, page, context }) => {
      await openCode(demo);
      const wallet = new WalletPage(await context.newPage());
      await wallet.open();
      await wallet.paste(await shownLink(demo));
      await wallet.asks('Connect to this page?');
      await wallet.approve();
      await demo.reads('status', 'connected');
      await demo.isClosed();
      await page.bringToFront();
      await demo.hostButton('Sign message').click();
      await wallet.page.bringToFront();
      await wallet.asks('Sign this message?');
      await wallet.approve();
      await expect.poll(() => demo.read('signature')).toMatch(/^0x[0-9a-f]{130}$/);
      await wallet.page.getByRole('button', { name: 'Disconnect Meridian' }).click();
      await demo.reads('status', 'disconnected');
      await wallet.page.close();
    },
  );

  it.runIf(process.env.LATCHKIT_FULL)(
    'says that the wallet declined, and that nothing was shared; trying again shows another code',
    async ({ demo, phone }) => {
      await openCode(demo);
      const first = await shownLink(demo);
      phone.answer = 'reject';
      await phone.client.pair(first);
      await demo.modal.getByRole('heading', { name: 'Request declined' }).waitFor();
      await demo.modal.getByText('Nothing was shared with this site.').waitFor();
      await standStill(demo);
      expect(await violations(demo.page)).toEqual([]);
      await demo.button('Try again').click();
      const next = await shownLink(demo);
      expect(next).not.toBe(first);
      phone.answer = 'approve';
      await phone.client.pair(next);
      await demo.reads('status', 'connected');
    },
  );

  it.runIf(process.env.LATCHKIT_FULL)(
    'draws the code within two frames of the click, as the pairing was ready before',
    async ({ demo, page }) => {
      await openConnect(demo);
      await demo.button('WalletConnect').hover();
      await page.waitForLoadState('networkidle');
      const frames = await page.evaluate(
        () =>
          new Promise<number>(resolve => {
            const roots = [...document.querySelectorAll('*')].flatMap(({ shadowRoot }) => shadowRoot ?? []);
            const find = (selector: string) => roots.flatMap(root => [...root.querySelectorAll(selector)])[0];
            const row = find('[data-return="wallet:walletConnect"]');
            let count = 0;
            const look = () => {
              count += 1;
              if (find('.lk-qr[data-uri] path') || count > 60) resolve(count);
              else requestAnimationFrame(look);
            };
            requestAnimationFrame(() => {
              (row as HTMLElement).click();
              requestAnimationFrame(look);
            });
          }),
      );
      expect(frames).toBeLessThanOrEqual(2);
    },
  );

  it.runIf(process.env.LATCHKIT_FULL)(
    'renews the code by itself without a moment of none',
    async ({ demo, page }) => {
      await openCode(demo);
      const first = await shownLink(demo);
      await page.evaluate(() => {
        const gaps: number[] = [];
        Object.assign(window, { gaps });
        const roots = [...document.querySelectorAll('*')].flatMap(({ shadowRoot }) => shadowRoot ?? []);
        for (const root of roots) {
          new MutationObserver(() => {
            if (!root.querySelector('.lk-qr[data-uri] path')) gaps.push(performance.now());
          }).observe(root, { subtree: true, childList: true, attributes: true });
        }
        // The clock jumps, as after sleep, and reading the link renews an expired one.
        const now = Date.now.bind(Date);
        Date.now = () => now() + 235_000;
        document.dispatchEvent(new Event('visibilitychange'));
      });
      await eventually(async () => (await shownLink(demo)) === first, false);
      expect(await page.evaluate(() => (window as unknown as { gaps: number[] }).gaps)).toEqual([]);
      expect((await state(page)).uri).toBe(await shownLink(demo));
    },
  );

  it.runIf(process.env.LATCHKIT_FULL)(
    'offers each way to connect a wallet as a tab',
    async ({ demo, page }) => {
      await openConnect(demo);
      await demo.button('All wallets').click();
      await demo.shows('AllWallets');
      await demo.modal.getByRole('searchbox').fill('Ledger');
      await demo.modal
        .getByRole('button', { name: /^Ledger/ })
        .first()
        .click();
      await demo.shows('ConnectingWalletConnect', /Ledger/);
      await code(demo).waitFor();
      await recordOpened(page);
      expect(await demo.modal.getByRole('tab').allTextContents()).toEqual(['Phone', 'Desktop']);
      await demo.modal.getByRole('tab', { name: 'Phone' }).focus();
      await page.keyboard.press('ArrowRight');
      await demo.button('Open Ledger').click();
      await eventually(async () => (await openedLinks(page)).length, 1);
      const [opened] = await openedLinks(page);
      expect(opened).toMatchObject({ inTap: true, target: '_self' });
      expect(opened?.href).toMatch(/^ledgerlive:\/\/wc\?uri=wc%3A/);
      await standStill(demo);
      expect(await violations(page)).toEqual([]);
      await page.keyboard.press('Alt+ArrowLeft');
      await demo.shows('AllWallets');
    },
  );

  it.runIf(process.env.LATCHKIT_FULL)('works by keyboard alone', async ({ demo, page, context, phone }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await openConnect(demo);
    await tabTo(page, 'WalletConnect');
    await page.keyboard.press('Enter');
    await demo.shows('ConnectingWalletConnect', 'WalletConnect');
    await eventually(() => focused(page), 'WalletConnect');
    await shownLink(demo);
    await tabTo(page, 'Copy link');
    await page.keyboard.press('Enter');
    await demo.button('Link copied').waitFor();
    await page.keyboard.press('Alt+ArrowLeft');
    await demo.shows('Connect');
    await eventually(async () => (await focused(page)).startsWith('WalletConnect'), true);
    await page.keyboard.press('Enter');
    await demo.shows('ConnectingWalletConnect');
    await phone.client.pair(await page.evaluate(() => navigator.clipboard.readText()));
    await demo.isClosed();
    await demo.reads('status', 'connected');
  });
});

describe('the code', () => {
  for (const theme of process.env.LATCHKIT_FULL ? ['light', 'dark'] : ['dark']) {
    it(`is read off the screen, in the ${theme} theme, on a desktop and in a sheet`, async ({
      demo,
      page,
    }) => {
      await openCode(demo, `theme=${theme}`);
      for (const viewport of [
        { width: 1280, height: 800 },
        { width: 390, height: 844 },
      ]) {
        await resize(page, viewport);
        expect(await scan(demo)).toBe((await state(page)).uri);
      }
    });
  }

  it.runIf(process.env.LATCHKIT_FULL)(
    'is read off the screen in Arabic too, where axe finds nothing',
    async ({ demo, page }) => {
      await openCode(demo, 'locale=ar');
      expect(await demo.modal.getAttribute('dir')).toBe('rtl');
      expect(await scan(demo)).toBe((await state(page)).uri);
      expect(await violations(page)).toEqual([]);
    },
  );

  it.runIf(process.env.LATCHKIT_FULL)(
    'works under a strict policy and Trusted Types',
    async ({ demo, page, phone }) => {
      const refused: string[] = [];
      page.on('console', message => {
        if (/Content Security Policy|TrustedScript|TrustedHTML/.test(message.text()))
          refused.push(message.text());
      });
      await connectPhone(demo, phone, 'csp=strict');
      await demo.isClosed();
      expect(refused).toEqual([]);
    },
  );
});

describe('without adapters', () => {
  it('opens on a code and the wallet list on a desktop [OPEN-04] [VIEW-11]', async ({ demo, phone }) => {
    await demo.open('walletConnect=1&adapters=none');
    await demo.connectButton.click();
    await demo.shows('ConnectingWalletConnectBasic', 'Connect to Meridian');
    const link = await shownLink(demo);
    await demo.button('All wallets').click();
    await demo.shows('AllWallets');
    // By its exact name, because one of the wallets is called Backpack.
    await demo.modal.getByRole('button', { name: 'Back', exact: true }).click();
    await demo.shows('ConnectingWalletConnectBasic');
    await standStill(demo);
    expect(await violations(demo.page)).toEqual([]);
    expect((await shownLink(demo)).slice(0, 67)).toBe(link.slice(0, 67));
    await phone.client.pair(await shownLink(demo));
    await demo.reads('status', 'connected');
    await demo.reads('address', ADDRESS);
    await demo.isClosed();
  });

  it.runIf(process.env.LATCHKIT_FULL)('waits for the tick where the host wants one', async ({ demo }) => {
    await demo.open('walletConnect=1&adapters=none&legal=1');
    await demo.connectButton.click();
    await demo.shows('ConnectingWalletConnectBasic');
    const tick = demo.modal.getByRole('checkbox');
    await tick.waitFor();
    expect(await code(demo).count()).toBe(0);
    await tick.check();
    await code(demo).waitFor();
  });
});
describe('a relay that cannot be reached', () => {
  it.runIf(process.env.LATCHKIT_FULL)(
    'is named, leaves everything else working, and comes back when it is tried again',
    async ({ demo, page, phone }) => {
      let down = true;
      await page.routeWebSocket(/\/relay\?/, socket => {
        if (down) void socket.close({ code: 1013 });
        else socket.connectToServer();
      });
      await demo.open('walletConnect=1');
      await demo.connectButton.click();
      await demo.shows('Connect');
      await demo.button('WalletConnect').hover();
      await eventually(async () => (await state(page)).status, 'unreachable');
      await demo.button('WalletConnect').click();
      await demo.modal.getByRole('heading', { name: 'Can’t reach WalletConnect' }).waitFor();
      await standStill(demo);
      expect(await violations(page)).toEqual([]);
      await demo.button('Back').click();
      await demo.shows('Connect');
      await demo.button(WALLET).click();
      await demo.prompt.waitFor();
      await demo.reject();
      await demo.shows('ConnectingExternal', WALLET);
      await demo.button('Back').click();
      await demo.button('WalletConnect').click();
      // Restore the relay only with the press, because an automatic retry would remove the button.
      await page.exposeFunction('reachRelay', () => {
        down = false;
      });
      await demo.button('Try again').evaluate(button => {
        button.addEventListener('pointerdown', () =>
          (window as unknown as { reachRelay(): void }).reachRelay(),
        );
      });
      await demo.button('Try again').click();
      await phone.client.pair(await shownLink(demo));
      await demo.reads('status', 'connected');
    },
  );
});
