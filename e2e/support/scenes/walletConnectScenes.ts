import type { WalletConnectState } from 'latchkit';
import type { DemoPage } from '../DemoPage.js';
import { control } from './control.js';
import { openConnect } from './openConnect.js';
import { openSignIn } from './openSignIn.js';
import type { Scene } from './Scene.js';

/** Opens Connect on a page with WalletConnect, with the pairing ready. */
async function openPairing(demo: DemoPage, look: string): Promise<void> {
  await openConnect(demo, `walletConnect=1&${look}`);
  await demo.button('MetaMask').waitFor();
  await demo.button('WalletConnect').hover();
  await demo.page.waitForFunction(() => window.demo.kit.store.getState().walletConnect.status === 'ready');
}

async function openCode(demo: DemoPage, look: string, wallet: string): Promise<void> {
  await openPairing(demo, look);
  await demo.button(wallet).click();
  await demo.shows('ConnectingWalletConnect');
  await demo.modal.locator('.lk-qr[data-uri]').waitFor();
}

/** Overrides the WalletConnect state. Other journeys cover the real relay. */
async function pretend(demo: DemoPage, change: Partial<WalletConnectState>): Promise<void> {
  await demo.page.evaluate(told => {
    window.demo.kit.kernel.set(({ walletConnect }) => ({ walletConnect: { ...walletConnect, ...told } }));
  }, change);
}

/** Opens a host's request that is pending in a wallet. */
async function openRequest(
  demo: DemoPage,
  look: string,
  wallet: WalletConnectState['wallet'],
): Promise<void> {
  // What shows requests loads with the client.
  await openPairing(demo, look);
  await demo.leave();
  const request = { id: 1, method: 'personal_sign', chainId: 'eip155:31337', startedAt: Date.now() } as const;
  await pretend(demo, { relay: 'open', wallet, requests: [{ ...request, status: 'sent' }] });
  await demo.shows('WalletRequest', 'Pocket');
  await demo.modal.locator('.lk-delivery').waitFor();
}

/** Views for wallets on other devices. */
export const WALLET_CONNECT_SCENES: readonly Scene[] = [
  { name: 'pairing-connect', reach: openPairing },
  { name: 'pairing-any', reach: (demo, look) => openCode(demo, look, 'WalletConnect') },
  { name: 'pairing-listed', reach: (demo, look) => openCode(demo, look, 'MetaMask') },
  {
    name: 'pairing-loading',
    async reach(demo, look) {
      await openCode(demo, look, 'MetaMask');
      await pretend(demo, { status: 'starting', relay: 'connecting', uri: undefined });
      await demo.modal.locator('.lk-qr[data-ghost]').waitFor();
    },
  },
  {
    name: 'pairing-unreachable',
    async reach(demo, look) {
      await openCode(demo, look, 'MetaMask');
      await pretend(demo, { status: 'failed' });
      const kinds = { network: 'unreachable', gateway: 'unreachable' } as const;
      await pretend(demo, { status: 'unreachable', relay: 'unreachable', kinds, uri: undefined });
      await demo.modal.getByRole('alert').waitFor();
    },
  },
  {
    name: 'pairing-desktop',
    async reach(demo, look) {
      await openPairing(demo, look);
      await control(demo, 'all-wallets').click();
      await demo.shows('AllWallets');
      await demo.modal.getByRole('searchbox').fill('Ledger');
      await demo.button('Ledger').first().click();
      await demo.modal.getByRole('tab').last().click();
      await demo.modal.locator('.lk-ring').waitFor();
    },
  },
  {
    name: 'pairing-phone',
    async reach(demo, look) {
      await demo.page.addInitScript(() => {
        Object.defineProperty(navigator, 'userAgent', { get: () => 'iPhone Safari/604.1' });
        window.open = () => null;
      });
      await openPairing(demo, look);
      await demo.button('MetaMask').click();
      await demo.modal.locator('.lk-ring').waitFor();
    },
  },
  {
    // A website on the way could read the wallet's link, so the address is confirmed.
    name: 'pairing-confirm',
    async reach(demo, look) {
      await openCode(demo, look, 'MetaMask');
      await pretend(demo, { unconfirmed: ['0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'] });
      await demo.modal.getByRole('heading', { level: 3 }).waitFor();
    },
  },
  {
    // A wallet without WalletConnect opens the page in its own browser.
    name: 'pairing-page',
    async reach(demo, look) {
      await demo.page.addInitScript(() => {
        Object.defineProperty(navigator, 'userAgent', { get: () => 'iPhone Safari/604.1' });
      });
      await openPairing(demo, look);
      await demo.button('Phantom').click();
      await demo.modal.getByRole('link').first().waitFor();
    },
  },
  {
    name: 'pairing-basic',
    async reach(demo, look) {
      await demo.open(`walletConnect=1&adapters=none&${look}`);
      await demo.connectButton.click();
      await demo.shows('ConnectingWalletConnectBasic');
      await demo.modal.locator('.lk-qr[data-uri]').waitFor();
    },
  },
  {
    name: 'wallet-request',
    reach: (demo, look) => openRequest(demo, look, { name: 'Pocket' }),
  },
  {
    name: 'wallet-request-phone',
    async reach(demo, look) {
      await demo.page.addInitScript(() => {
        Object.defineProperty(navigator, 'userAgent', { get: () => 'iPhone Safari/604.1' });
      });
      await openRequest(demo, look, { name: 'Pocket', href: 'pocket://' });
    },
  },
  {
    name: 'delivery',
    async reach(demo, look) {
      await openSignIn(demo, `faults=hang&${look}`);
      await demo.modal.locator('.lk-pair button').last().click();
      await demo.modal.locator('.lk-latch[data-state="wait"]').waitFor();
      const request = { id: 1, method: 'personal_sign', chainId: 'eip155:31337', startedAt: 0 } as const;
      const wallet = { name: 'Demo Wallet', href: 'demo://' };
      await pretend(demo, { relay: 'open', wallet, requests: [{ ...request, status: 'sent' }] });
      await demo.modal.locator('.lk-delivery .lk-btn').last().waitFor();
    },
  },
];
