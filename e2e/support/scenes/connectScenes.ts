import { type DemoPage, WALLET } from '../DemoPage.js';
import { control } from './control.js';
import { goOffline } from './goOffline.js';
import { openConnect } from './openConnect.js';
import type { Scene } from './Scene.js';

async function openAllWallets(demo: DemoPage, query: string): Promise<void> {
  await openConnect(demo, query);
  // Wallets from the directory move the row when they arrive.
  await demo.button('MetaMask').waitFor();
  await control(demo, 'all-wallets').click();
  await demo.shows('AllWallets');
}

const wallet = (demo: DemoPage) => demo.button(WALLET);

/** Opens a view whose code cannot be loaded. */
async function openLostView(
  demo: DemoPage,
  look: string,
  before: (demo: DemoPage) => Promise<void> = async () => {},
): Promise<void> {
  await openConnect(demo, look);
  await demo.page.route('**/assets/aboutViews-*', route => route.fulfill({ status: 404 }));
  await before(demo);
  await demo.page.evaluate(() => window.demo.openModal({ view: 'WhatIsAWallet' }));
  await demo.modal.locator('.lk-body:not(.lk-ghost) .lk-btn').first().waitFor();
}

/** Views for a visitor who is not connected. */
export const CONNECT_SCENES: readonly Scene[] = [
  {
    name: 'connect',
    async reach(demo, look) {
      await openConnect(demo, look);
      await demo.button('MetaMask').waitFor();
    },
  },
  {
    name: 'connect-legal',
    async reach(demo, look) {
      await openConnect(demo, `legal=1&${look}`);
      await wallet(demo).waitFor();
    },
  },
  {
    name: 'terms',
    async reach(demo, look) {
      await demo.open(`legal=1&${look}`);
      await demo.page.evaluate(() => window.demo.openModal({ view: 'EmailLogin' }));
      await demo.modal.getByRole('checkbox').waitFor();
    },
  },
  { name: 'connect-collapsed', reach: (demo, look) => openConnect(demo, `collapse=1&${look}`) },
  {
    name: 'connect-empty',
    async reach(demo, look) {
      await openConnect(demo, `wallet=none&gateway=none&${look}`);
      await control(demo, 'get-wallet').waitFor();
    },
  },
  {
    name: 'connect-alert',
    async reach(demo, look) {
      await openConnect(demo, `projectId=none&debug=1&${look}`);
      await demo.modal.getByRole('alert').filter({ hasText: 'Project ID' }).waitFor();
    },
  },
  {
    name: 'all-wallets',
    async reach(demo, look) {
      await openAllWallets(demo, look);
      await demo.modal.getByRole('listitem').nth(12).waitFor();
    },
  },
  {
    name: 'all-wallets-none',
    async reach(demo, look) {
      await openAllWallets(demo, look);
      await demo.modal.getByRole('searchbox').fill('zzz');
      await demo.modal.getByRole('heading', { name: /zzz/ }).waitFor();
    },
  },
  {
    name: 'connecting-waiting',
    async reach(demo, look) {
      await openConnect(demo, `faults=hang&${look}`);
      await wallet(demo).click();
      await demo.shows('ConnectingExternal');
      await demo.reads('status', 'connecting');
    },
  },
  {
    name: 'connecting-rejected',
    async reach(demo, look) {
      await openConnect(demo, `faults=reject&${look}`);
      await wallet(demo).click();
      await demo.shows('ConnectingExternal');
      await demo.reads('status', 'disconnected');
      await demo.page.waitForFunction(() =>
        document.querySelector('[data-testid="host-error"]')?.textContent?.startsWith('CONNECTION_REJECTED'),
      );
    },
  },
  {
    name: 'connecting-not-installed',
    async reach(demo, look) {
      await openConnect(demo, look);
      await demo.button('MetaMask').click();
      await demo.shows('ConnectingExternal');
      await demo.modal.getByRole('link').first().waitFor();
    },
  },
  {
    name: 'view-reload',
    reach: (demo, look) => openLostView(demo, look),
  },
  {
    name: 'view-offline',
    reach: (demo, look) => openLostView(demo, look, goOffline),
  },
  {
    name: 'what-is-a-wallet',
    async reach(demo, look) {
      await openConnect(demo, look);
      await control(demo, 'help').click();
      await demo.shows('WhatIsAWallet');
    },
  },
];
