import type { DemoPage } from '../DemoPage.js';
import { connectThree, openWallets } from '../threeWallets.js';
import { control } from './control.js';
import { openAccount } from './openAccount.js';
import type { Scene } from './Scene.js';

async function openTab(demo: DemoPage, query: string, at: number): Promise<void> {
  await openAccount(demo, query);
  await demo.modal.getByRole('tab').nth(at).click();
  // The activity is empty until another journey sends something from the account.
  const panel = demo.modal.getByRole('tabpanel');
  await panel.getByRole('heading').or(panel.getByRole('listitem')).first().waitFor();
}

/** Views of a connected account. */
export const ACCOUNT_SCENES: readonly Scene[] = [
  {
    name: 'account',
    async reach(demo, look) {
      await openAccount(demo, look);
      await demo.modal.locator('.lk-balance-main [data-tip$=" ETH"]').waitFor();
    },
  },
  {
    name: 'account-toast',
    async reach(demo, look) {
      await openAccount(demo, look);
      await demo.page.evaluate(() => {
        navigator.clipboard.writeText = () => Promise.reject(new DOMException('', 'NotAllowedError'));
        document.execCommand = () => false;
      });
      await demo.modal.locator(':is(.lk-who-is, .lk-own) > button').last().click();
      await demo.modal
        .getByRole('status')
        .filter({ has: demo.page.locator('.lk-toast') })
        .waitFor();
    },
  },
  { name: 'account-nfts', reach: (demo, look) => openTab(demo, look, 1) },
  { name: 'account-activity', reach: (demo, look) => openTab(demo, look, 2) },
  {
    name: 'receive',
    async reach(demo, look) {
      await openAccount(demo, look);
      await control(demo, 'receive').click();
      await demo.shows('Receive');
    },
  },
  {
    name: 'receive-request',
    async reach(demo, look) {
      await openAccount(demo, look);
      await control(demo, 'receive').click();
      await demo.shows('Receive');
      await demo.modal.locator('.lk-body > .lk-btn').last().click();
      await demo.modal.getByRole('textbox').fill('1.5');
    },
  },
  {
    name: 'activity',
    async reach(demo, look) {
      await demo.openConnected(look);
      await demo.hostButton('Open activity').click();
      await demo.shows('Activity');
    },
  },
  {
    name: 'profile-wallets',
    async reach(demo, look) {
      await connectThree(demo, look);
      await openWallets(demo);
    },
  },
  {
    name: 'profile-wallets-one',
    async reach(demo, look) {
      await demo.openConnected(look);
      await openWallets(demo);
    },
  },
];
