import type { DemoPage } from '../DemoPage.js';
import { connectThree, openWallets } from '../threeWallets.js';
import { control } from './control.js';
import { goOffline } from './goOffline.js';
import { openAccount } from './openAccount.js';
import type { Scene } from './Scene.js';

async function openTab(demo: DemoPage, query: string, at: number): Promise<void> {
  await openAccount(demo, query);
  await demo.modal.getByRole('tab').nth(at).click();
  // The activity is empty until another journey sends something from the account.
  const panel = demo.modal.getByRole('tabpanel');
  await panel.getByRole('heading').or(panel.getByRole('listitem')).first().waitFor();
}

/** A transaction of the history, as the gateway tells it. */
function transaction(direction: 'in' | 'out', amount: string, id: string): object {
  const [own, other] = ['0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266', `0x${'c4'.repeat(20)}`];
  const isIn = direction === 'in';
  return {
    id,
    metadata: {
      operationType: isIn ? 'receive' : 'send',
      hash: `0x${'5c'.repeat(32)}`,
      minedAt: '2026-11-26T14:31:00.000Z',
      sentFrom: isIn ? other : own,
      sentTo: isIn ? own : other,
      status: 'confirmed',
      nonce: 1,
      chain: 'eip155:31337',
    },
    transfers: [
      {
        direction,
        quantity: { numeric: amount, decimals: 18 },
        fungible_info: { name: 'Ether', symbol: 'ETH' },
      },
    ],
  };
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
  {
    name: 'account-offline',
    async reach(demo, look) {
      await openAccount(demo, look);
      await goOffline(demo);
      await demo.page.evaluate(() => {
        const balanceError = Object.assign(new Error('offline'), { code: 'REQUEST_FAILED', context: {} });
        window.demo.kit.kernel.set(({ namespaces }) => {
          const { eip155 } = namespaces;
          if (!eip155) return {};
          return {
            namespaces: { ...namespaces, eip155: { ...eip155, balanceError: balanceError as never } },
          };
        });
      });
      await demo.modal.locator('.lk-balance-sub[role="status"]').waitFor();
    },
  },
  {
    name: 'activity-bought',
    async reach(demo, look) {
      const data = [transaction('in', '0.25', 'bought'), transaction('out', '0.1', 'sent')];
      await demo.page.route('**/history?**', route =>
        route.fulfill({ headers: { 'access-control-allow-origin': '*' }, json: { data, next: null } }),
      );
      await openAccount(demo, look);
      await demo.modal.getByRole('tab').last().click();
      await demo.modal.getByRole('tabpanel').getByRole('listitem').nth(1).waitFor();
      await demo.page.evaluate(() => {
        window.demo.kit.kernel.set(({ activity }) => ({
          activity: {
            ...activity,
            transactions: activity.transactions.map(one =>
              one.id === 'bought' ? { ...one, boughtAt: 'Coinbase' } : one,
            ),
          },
        }));
      });
      await demo.modal.getByText('Coinbase').waitFor();
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
