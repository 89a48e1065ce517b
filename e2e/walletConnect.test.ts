import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { violations } from './support/axe.js';
import { ADDRESS, type DemoPage, eventually, named, SHORT_ADDRESS, WALLET } from './support/DemoPage.js';
import { decodeQr } from './support/decodeQr.js';
import { it as journey } from './support/demo.js';
import { focused, tabTo } from './support/keyboard.js';
import { ANDROID, IPHONE, phoneVisit } from './support/phoneVisit.js';
import { standStill } from './support/standStill.js';
import { WalletPage } from './support/WalletPage.js';
import { PHONE, type PhoneWallet, phoneWallet } from './support/walletConnectWallet.js';

const RECEIVER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';

/** `it` with a wallet on the visitor's phone as `phone`. */
const it = journey.extend('phone', async ({ stack }, { onCleanup }): Promise<PhoneWallet> => {
  const wallet = phoneWallet(stack);
  onCleanup(() => wallet.close());
  return wallet;
});

const state = (page: Page) => page.evaluate(() => window.demo.kit.store.getState().walletConnect);
const code = (demo: DemoPage) => demo.modal.locator('.lk-qr[data-uri]');

/** Returns the link that the page shows. */
async function shownLink(demo: DemoPage): Promise<string> {
  await code(demo).waitFor();
  return (await code(demo).getAttribute('data-uri')) ?? '';
}

async function openConnect(demo: DemoPage, query = ''): Promise<void> {
  await demo.open(`walletConnect=1&${query}`);
  await demo.connectButton.click();
  await demo.shows('Connect');
  await demo.button('WalletConnect').hover();
  await eventually(async () => (await state(demo.page)).status, 'ready');
}

/** Opens the QR code for any wallet from the page. */
async function openCode(demo: DemoPage, query = ''): Promise<void> {
  await openConnect(demo, query);
  await demo.button('WalletConnect').click();
  await demo.shows('ConnectingWalletConnect', 'WalletConnect');
  await code(demo).waitFor();
}

/** Connects the phone from the page. */
async function connectPhone(demo: DemoPage, phone: PhoneWallet, query = ''): Promise<void> {
  await openCode(demo, query);
  await phone.client.pair(await shownLink(demo));
  await demo.reads('status', 'connected');
}

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

  it('shows no code for a wallet that does not connect by WalletConnect', async ({ demo }) => {
    await openConnect(demo);
    await demo.button('All wallets').click();
    await demo.shows('AllWallets');
    await demo.modal.getByRole('searchbox').fill('Rabby');
    await demo.button('Rabby').first().click();
    await demo.shows('ConnectingExternal', /Rabby/);
    await demo.modal.getByRole('link').first().waitFor();
    expect(await code(demo).count()).toBe(0);
  });

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

  it('is walked in two tabs of a browser, with the demo wallet in the other: pairs, signs, disconnects', async ({
    demo,
    page,
    context,
  }) => {
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
  });

  it('says that the wallet declined, and that nothing was shared; trying again shows another code', async ({
    demo,
    phone,
  }) => {
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
  });

  it('draws the code within two frames of the click, as the pairing was ready before', async ({
    demo,
    page,
  }) => {
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
  });

  it('renews the code by itself without a moment of none', async ({ demo, page }) => {
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
  });

  it('offers each way to connect a wallet as a tab', async ({ demo, page }) => {
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
  });

  it('works by keyboard alone', async ({ demo, page, context, phone }) => {
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
  for (const theme of ['light', 'dark'] as const) {
    it(`is read off the screen, in the ${theme} theme, on a desktop and in a sheet`, async ({
      demo,
      page,
    }) => {
      await openCode(demo, `theme=${theme}`);
      for (const viewport of [
        { width: 1280, height: 800 },
        { width: 390, height: 844 },
      ]) {
        await page.setViewportSize(viewport);
        expect(await scan(demo)).toBe((await state(page)).uri);
      }
    });
  }

  it('is read off the screen in Arabic too, where axe finds nothing', async ({ demo, page }) => {
    await openCode(demo, 'locale=ar');
    expect(await demo.modal.getAttribute('dir')).toBe('rtl');
    expect(await scan(demo)).toBe((await state(page)).uri);
    expect(await violations(page)).toEqual([]);
  });

  it('works under a strict policy and Trusted Types', async ({ demo, page, phone }) => {
    const refused: string[] = [];
    page.on('console', message => {
      if (/Content Security Policy|TrustedScript|TrustedHTML/.test(message.text()))
        refused.push(message.text());
    });
    await connectPhone(demo, phone, 'csp=strict');
    await demo.isClosed();
    expect(refused).toEqual([]);
  });
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

  it('waits for the tick where the host wants one', async ({ demo }) => {
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

interface Opened {
  readonly href: string;
  readonly target: string;
  /** Whether the user activation was still valid. */
  readonly pressed: boolean;
  /** Whether it happened in the same task as the tap. */
  readonly inTap: boolean;
}

/** Records the links that the page opens instead of following them. */
function recordOpened(page: Page): Promise<void> {
  return page.evaluate(() => {
    const opened: { href: string; target: string; pressed: boolean; inTap: boolean }[] = [];
    let inTap = false;
    Object.assign(window, { opened });
    window.addEventListener(
      'click',
      () => {
        inTap = true;
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => {
          inTap = false;
          port1.close();
        };
        port2.postMessage(0);
      },
      true,
    );
    window.open = (href, target) => {
      const pressed = navigator.userActivation.isActive;
      opened.push({ href: String(href), target: target ?? '', pressed, inTap });
      return null;
    };
  });
}

const openedLinks = (page: Page) => page.evaluate(() => (window as unknown as { opened: Opened[] }).opened);

describe('on a phone', () => {
  for (const [name, userAgent] of [
    ['iOS', IPHONE],
    ['Android', ANDROID],
  ] as const) {
    it(`opens the wallet in the tap itself, and says so on return: ${name} [VIEW-10] [OPEN-05]`, async ({
      browser,
      stack,
      phone,
    }) => {
      await phoneVisit(browser, stack, { userAgent }, async demo => {
        const { page } = demo;
        await openConnect(demo);
        await recordOpened(page);
        await demo.button('MetaMask').tap();
        await demo.shows('ConnectingWalletConnect', 'MetaMask');
        await demo.modal.getByRole('heading', { name: 'Continue in MetaMask' }).waitFor();
        const uri = (await state(page)).uri ?? '';
        const href = `metamask://wc?uri=${encodeURIComponent(uri)}`;
        const link = { href, target: '_self', pressed: true, inTap: true };
        await eventually(() => openedLinks(page), [link]);
        await demo.button('Open MetaMask').tap();
        await eventually(() => openedLinks(page), [link, link]);
        await standStill(demo);
        expect(await violations(page)).toEqual([]);
        // The visitor approves in the app while the page is in the background.
        await page.evaluate(() => {
          Object.defineProperty(document, 'hidden', { configurable: true, get: () => true });
          document.dispatchEvent(new Event('visibilitychange'));
        });
        await phone.client.pair(uri);
        await demo.reads('status', 'connected');
        await demo.modal.getByRole('heading', { name: 'Connected' }).waitFor();
        await page.evaluate(() => {
          Reflect.deleteProperty(document, 'hidden');
          document.dispatchEvent(new Event('visibilitychange'));
        });
        await demo.modal.getByText(`Connected as ${SHORT_ADDRESS}`).waitFor();
        await demo.isClosed();
      });
    });
  }

  it('lets Android choose the app for any wallet, and leads to the list of wallets and their links on iOS', async ({
    browser,
    stack,
  }) => {
    await phoneVisit(browser, stack, { userAgent: ANDROID }, async demo => {
      await openConnect(demo);
      await recordOpened(demo.page);
      await demo.button('WalletConnect').tap();
      await demo.button('Open a wallet app').tap();
      const { uri } = await state(demo.page);
      await expect
        .poll(() => openedLinks(demo.page))
        .toMatchObject([{ href: uri, target: '_self', inTap: true }]);
    });
    await phoneVisit(browser, stack, { userAgent: IPHONE }, async demo => {
      await openConnect(demo);
      await recordOpened(demo.page);
      await demo.button('WalletConnect').tap();
      await demo.shows('AllWallets');
      await demo.button('MetaMask').tap();
      const { uri = '' } = await state(demo.page);
      const href = `metamask://wc?uri=${encodeURIComponent(uri)}`;
      await expect
        .poll(() => openedLinks(demo.page))
        .toMatchObject([{ href, target: '_self', inTap: true, pressed: true }]);
    });
  });

  it('follows only https links out of Telegram', async ({ browser, stack }) => {
    await phoneVisit(browser, stack, { userAgent: IPHONE }, async demo => {
      const { page } = demo;
      await page.addInitScript(() => Object.assign(window, { TelegramWebviewProxy: {} }));
      await openConnect(demo);
      await recordOpened(page);
      await demo.button('MetaMask').tap();
      await code(demo).waitFor();
      expect(await openedLinks(page)).toEqual([]);
      await demo.button('Back').tap();
      await demo.shows('Connect');
      await demo.button('All wallets').tap();
      await demo.shows('AllWallets');
      await demo.modal.getByRole('searchbox').fill('Bifrost');
      await demo.modal
        .getByRole('button', { name: /^Bifrost/ })
        .first()
        .tap();
      await demo.shows('ConnectingWalletConnect', /^Bifrost/);
      await eventually(async () => (await openedLinks(page)).length, 1);
      const [opened] = await openedLinks(page);
      expect(opened).toMatchObject({ target: '_blank', inTap: true });
      expect(opened?.href).toMatch(/^https:\/\/app\.bifrostwallet\.com\/wc\?uri=wc%3A/);
    });
  });

  it('offers to get a wallet from the store of this phone', async ({ browser, stack }) => {
    await phoneVisit(browser, stack, { userAgent: IPHONE }, async demo => {
      await openConnect(demo);
      await recordOpened(demo.page);
      await demo.button('All wallets').tap();
      await demo.shows('AllWallets');
      await demo.modal.getByRole('searchbox').fill('Phantom');
      await demo.button('Phantom').first().tap();
      // The wallet doesn't support WalletConnect, so a QR code would not work.
      await demo.shows('ConnectingExternal', 'Phantom');
      await demo.modal.getByRole('link').first().waitFor();
      const links = await demo.modal.getByRole('link').allTextContents();
      expect(links.join()).toMatch(/App Store/);
      expect(links.join()).not.toMatch(/Google Play|extension/i);
    });
  });

  it('opens on All wallets where there are no adapters [OPEN-03]', async ({ browser, stack }) => {
    await phoneVisit(browser, stack, { userAgent: IPHONE }, async demo => {
      await demo.open('walletConnect=1&adapters=none');
      await demo.connectButton.tap();
      await demo.shows('AllWallets');
    });
  });
});

/** Connects the phone's wallet with the link that its row opened, as on a phone. */
async function connectOnPhone(demo: DemoPage, wallet: PhoneWallet): Promise<void> {
  await openConnect(demo);
  await recordOpened(demo.page);
  await demo.button('MetaMask').tap();
  await demo.shows('ConnectingWalletConnect', 'MetaMask');
  await wallet.client.pair((await state(demo.page)).uri ?? '');
  await demo.reads('status', 'connected');
  await demo.leave();
}

describe("a host's request to a wallet elsewhere", () => {
  for (const [name, userAgent] of [
    ['iOS', IPHONE],
    ['Android', ANDROID],
  ] as const) {
    it(`opens the wallet within the press and stays until the answer: ${name}`, async ({
      browser,
      stack,
      phone,
    }) => {
      await phoneVisit(browser, stack, { userAgent }, async demo => {
        const { page } = demo;
        phone.signs = false;
        await connectOnPhone(demo, phone);
        await recordOpened(page);
        await demo.hostButton('Sign message').tap();
        await demo.shows('WalletRequest', PHONE);
        const link = { href: 'metamask://', target: '_self', pressed: true };
        await expect.poll(() => openedLinks(page)).toMatchObject([link]);
        await demo.modal.getByRole('heading', { name: `Continue in ${PHONE}` }).waitFor();
        await demo.modal.getByText(`Sent to ${PHONE}`).waitFor();
        await demo.button('Open again').tap();
        await expect.poll(() => openedLinks(page)).toMatchObject([link, { ...link, inTap: true }]);
        await standStill(demo);
        expect(await violations(page)).toEqual([]);
        // Leaving asks for confirmation.
        await demo.button('Close').tap();
        await demo.modal.getByRole('heading', { name: 'Stop waiting?' }).waitFor();
        await demo.button('Keep waiting').tap();
        await demo.button('Open again').waitFor();
        await phone.signAll();
        await demo.isClosed();
        await expect.poll(() => demo.read('signature')).toMatch(/^0x[0-9a-f]{130}$/);
      });
    });
  }

  it('says on a desktop where the request waits; cancelling tells the host that it was refused', async ({
    demo,
    page,
    phone,
  }) => {
    await connectPhone(demo, phone);
    await demo.leave();
    await recordOpened(page);
    phone.signs = false;
    await demo.hostButton('Send transaction').click();
    await demo.shows('WalletRequest', PHONE);
    await demo.modal.getByText(`The request is waiting in ${PHONE}, on the device`).waitFor();
    await demo.modal.getByText(`Sent to ${PHONE}`).waitFor();
    await standStill(demo);
    expect(await violations(page)).toEqual([]);
    await tabTo(page, 'Cancel');
    await page.keyboard.press('Enter');
    await demo.isClosed();
    await eventually(async () => (await demo.read('error')).startsWith('REQUEST_REJECTED'), true);
    expect(await openedLinks(page)).toEqual([]);
    await eventually(() => phone.requests.length, 1);
    // The next request works as usual.
    phone.signs = true;
    await demo.hostButton('Sign message').click();
    await expect.poll(() => demo.read('signature')).toMatch(/^0x[0-9a-f]{130}$/);
    await demo.isClosed();
  });
});

describe('a request to a wallet elsewhere', () => {
  it('says that it was sent, can be sent again, and comes once: signing in', async ({
    demo,
    page,
    phone,
  }) => {
    await page.clock.install();
    phone.signs = false;
    await connectPhone(demo, phone, 'siwx=required');
    await demo.shows('SIWXSignMessage', 'Sign in');
    await demo.button('Sign').click();
    await demo.modal.getByRole('heading', { name: `Confirm in ${PHONE}` }).waitFor();
    await demo.modal.getByText(`Sent to ${PHONE}`).waitFor();
    await page.clock.fastForward(5_000);
    await demo.button('Send again').click();
    await demo.modal.getByText('Sent again').waitFor();
    await standStill(demo);
    expect(await violations(page)).toEqual([]);
    await phone.signAll();
    await demo.isClosed();
    expect(phone.requests.map(({ request }) => request.method)).toEqual(['personal_sign']);
    await eventually(async () => (await demo.read('session')).includes(ADDRESS), true);
  });

  it('is not needed to sign in where the wallet signs with the connection: every network is EVM [VAL-18]', async ({
    demo,
    phone,
    stack,
  }) => {
    phone.signsInAtOnce();
    await openCode(demo, 'siwx=required&adapters=evm');
    await expect.poll(() => code(demo).getAttribute('data-uri')).toContain('wc_sessionAuthenticate');
    await phone.client.pair(await shownLink(demo));
    await demo.reads('status', 'connected');
    await eventually(async () => (await demo.read('session')).includes(ADDRESS), true);
    await demo.isClosed();
    expect([phone.authentications.length, phone.requests, phone.client.proposals()]).toEqual([1, [], []]);
    // The gateway has verified the signature.
    const { token } = JSON.parse(await demo.read('session')) as { token: string };
    const answer = await fetch(`${stack.gateway}/siwx/v1/session?projectId=${'0'.repeat(32)}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(await answer.json()).toMatchObject({ session: { accountAddress: `eip155:31337:${ADDRESS}` } });
  });

  it('follows a plain connection where a Solana network is asked for too: signing in [VAL-18]', async ({
    demo,
    phone,
  }) => {
    phone.signsInAtOnce();
    await openCode(demo, 'siwx=required&adapters=evm,solana');
    expect(await shownLink(demo)).not.toContain('wc_sessionAuthenticate');
    await phone.client.pair(await shownLink(demo));
    await demo.shows('SIWXSignMessage', 'Sign in');
    await demo.button('Sign').click();
    await demo.isClosed();
    expect(phone.authentications).toEqual([]);
    expect(phone.requests.map(({ request }) => request.method)).toEqual(['personal_sign']);
  });

  it('is shown while a payment waits, and the payment arrives', async ({ demo, phone }) => {
    await connectPhone(demo, phone);
    await demo.leave();
    phone.signs = false;
    await demo.connectButton.click();
    await demo.shows('Account');
    await demo.button('Send').click();
    await demo.shows('Send', 'Send');
    await demo.modal.getByRole('textbox', { name: 'Amount' }).fill('0.25');
    await demo.modal.getByRole('textbox', { name: 'To' }).fill(RECEIVER);
    await demo.button('Review').click();
    await demo.shows('SendReview', 'Review');
    await demo.modal.getByRole('button', { name: /^Send / }).click();
    await demo.modal.getByRole('heading', { name: `Confirm in ${PHONE}` }).waitFor();
    await demo.modal.getByText(`Sent to ${PHONE}`).waitFor();
    await eventually(() => phone.requests.length, 1);
    await phone.signAll();
    await demo.shows('TransactionStatus');
  });
});

describe('a relay that cannot be reached', () => {
  it('is named, leaves everything else working, and comes back when it is tried again', async ({
    demo,
    page,
    phone,
  }) => {
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
  });
});
