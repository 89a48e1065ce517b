import { awaitedLater } from '../../../scripts/lib/awaitedLater.mjs';
import type { DemoPage } from '../DemoPage.js';
import { control } from './control.js';
import { openAccount } from './openAccount.js';
import type { Scene } from './Scene.js';

async function openBuy(demo: DemoPage, query: string): Promise<void> {
  await openAccount(demo, query);
  await control(demo, 'onramp').click();
  await demo.shows('Onramp');
  await demo.modal.getByRole('textbox').waitFor();
}

/** Opens a provider's page that reports this state. */
async function buy(demo: DemoPage, query: string, status: string): Promise<void> {
  await demo.page.route('**/v1/onramp/orders/**', route =>
    route.fulfill({ headers: { 'access-control-allow-origin': '*' }, json: { status } }),
  );
  await openBuy(demo, query);
  await demo.modal.locator('.lk-buy-get strong').waitFor();
  const popup = awaitedLater(demo.page.waitForEvent('popup'));
  await demo.modal.locator('.lk-btn[data-variant="primary"]').click();
  await (await popup).close();
}

/** Views for buying. */
export const ONRAMP_SCENES: readonly Scene[] = [
  {
    name: 'onramp',
    async reach(demo, look) {
      await openBuy(demo, look);
      await demo.modal.locator('.lk-buy-get strong').waitFor();
    },
  },
  {
    name: 'onramp-too-little',
    async reach(demo, look) {
      await openBuy(demo, look);
      await demo.modal.getByRole('textbox').fill('1');
      await demo.modal.locator('.lk-buy[data-tone="danger"]').waitFor();
    },
  },
  {
    name: 'onramp-pending',
    async reach(demo, look) {
      await buy(demo, look, 'created');
      await demo.modal.locator('.lk-ring[data-state="wait"]').waitFor();
    },
  },
  {
    name: 'onramp-declined',
    async reach(demo, look) {
      await buy(demo, look, 'declined');
      await demo.modal.locator('.lk-ring[data-state="error"]').waitFor();
    },
  },
  {
    name: 'onramp-done',
    async reach(demo, look) {
      await buy(demo, look, 'completed');
      await demo.modal.locator('.lk-ring[data-state="done"]').waitFor();
    },
  },
];
