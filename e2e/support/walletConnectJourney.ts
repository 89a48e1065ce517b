import type { Page } from 'playwright-core';
import { type DemoPage, eventually } from './DemoPage.js';
import { it as journey } from './demo.js';
import { type PhoneWallet, phoneWallet } from './walletConnectWallet.js';

/** `it` with a wallet on the visitor's phone as `phone`. */
export const it = journey.extend('phone', async ({ stack }, { onCleanup }): Promise<PhoneWallet> => {
  const wallet = phoneWallet(stack);
  onCleanup(() => wallet.close());
  return wallet;
});

/** Returns the page's WalletConnect state. */
export const state = (page: Page) => page.evaluate(() => window.demo.kit.store.getState().walletConnect);
/** Locates the QR code. */
export const code = (demo: DemoPage) => demo.modal.locator('.lk-qr[data-uri]');

/** Returns the link that the page shows. */
export async function shownLink(demo: DemoPage): Promise<string> {
  await code(demo).waitFor();
  return (await code(demo).getAttribute('data-uri')) ?? '';
}

/** Opens Connect with the pairing ready. */
export async function openConnect(demo: DemoPage, query = ''): Promise<void> {
  await demo.open(`walletConnect=1&${query}`);
  await demo.connectButton.click();
  await demo.shows('Connect');
  await demo.button('WalletConnect').hover();
  await eventually(async () => (await state(demo.page)).status, 'ready');
}

/** Opens the QR code for any wallet from the page. */
export async function openCode(demo: DemoPage, query = ''): Promise<void> {
  await openConnect(demo, query);
  await demo.button('WalletConnect').click();
  await demo.shows('ConnectingWalletConnect', 'WalletConnect');
  await code(demo).waitFor();
}

/** Connects the phone from the page. */
export async function connectPhone(demo: DemoPage, phone: PhoneWallet, query = ''): Promise<void> {
  await openCode(demo, query);
  await phone.client.pair(await shownLink(demo));
  // A required sign-in is part of the connection.
  if (query.includes('siwx=required')) await demo.shows('SIWXSignMessage');
  else await demo.reads('status', 'connected');
}

/** Connects the phone's wallet with the link that its row opened, as on a phone. Records the opened links from then on. */
export async function connectOnPhone(demo: DemoPage, wallet: PhoneWallet, query = ''): Promise<void> {
  await openConnect(demo, query);
  await recordOpened(demo.page);
  await demo.button('MetaMask').tap();
  await demo.shows('ConnectingWalletConnect', 'MetaMask');
  await wallet.client.pair((await state(demo.page)).uri ?? '');
  await demo.reads('status', 'connected');
  await demo.leave();
}

/** Leaves the page for the wallet's app while something happens there, and comes back. */
export async function inTheApp(page: Page, happens: () => Promise<unknown>): Promise<void> {
  const hide = (hidden: boolean) =>
    page.evaluate(isHidden => {
      Object.defineProperty(document, 'hidden', { configurable: true, get: () => isHidden });
      Object.defineProperty(document, 'visibilityState', {
        configurable: true,
        get: () => (isHidden ? 'hidden' : 'visible'),
      });
      document.dispatchEvent(new Event('visibilitychange'));
    }, hidden);
  await hide(true);
  await happens();
  await hide(false);
}

/** A link that the page opened. */
interface Opened {
  readonly href: string;
  readonly target: string;
  /** Whether the user activation was still valid. */
  readonly pressed: boolean;
  /** Whether it happened in the same task as the tap. */
  readonly inTap: boolean;
}

/** Records the links that the page opens instead of following them. */
export function recordOpened(page: Page): Promise<void> {
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

/** Returns the links that {@link recordOpened} recorded. */
export const openedLinks = (page: Page) =>
  page.evaluate(() => (window as unknown as { opened: Opened[] }).opened);
