import type { DemoPage } from '../DemoPage.js';
import { control } from './control.js';
import { failOperation } from './failOperation.js';
import { openAccount } from './openAccount.js';
import type { Scene } from './Scene.js';

async function openSwap(demo: DemoPage, query: string): Promise<void> {
  await openAccount(demo, query);
  await control(demo, 'swaps').click();
  await demo.shows('Swap');
  await control(demo, 'swap-to').waitFor();
}

/** Chooses the euro of the development pools as the token to receive. */
async function chooseEuro(demo: DemoPage): Promise<void> {
  await control(demo, 'swap-to').click();
  await demo.shows('SwapSelectToken');
  await demo.modal.getByRole('button').filter({ hasText: 'DEUR' }).first().click();
  await demo.shows('Swap');
}

async function quote(demo: DemoPage, amount: string): Promise<void> {
  await chooseEuro(demo);
  await demo.modal.getByRole('textbox').first().fill(amount);
  await demo.modal.locator('.lk-details').waitFor();
}

/** Views of swaps. */
export const SWAP_SCENES: readonly Scene[] = [
  {
    name: 'swap',
    async reach(demo, look) {
      await openSwap(demo, look);
      await quote(demo, '0.25');
      await demo.modal.locator('[data-return="review"]:enabled').waitFor();
    },
  },
  {
    name: 'swap-impact',
    async reach(demo, look) {
      await openSwap(demo, look);
      await quote(demo, '500');
      await demo.modal.locator('.lk-alert').waitFor();
    },
  },
  {
    name: 'swap-tokens',
    async reach(demo, look) {
      await openSwap(demo, look);
      await control(demo, 'swap-to').click();
      await demo.shows('SwapSelectToken');
    },
  },
  {
    name: 'swap-review',
    async reach(demo, look) {
      await openSwap(demo, look);
      await quote(demo, '0.25');
      await control(demo, 'review').click();
      await demo.shows('SwapReview');
    },
  },
  {
    name: 'swap-waiting',
    async reach(demo, look) {
      await openSwap(demo, look);
      await demo.faults({ hang: ['eth_sendTransaction'] });
      await quote(demo, '0.25');
      await control(demo, 'review').click();
      await demo.shows('SwapReview');
      await demo.modal.locator('.lk-body:not(.lk-ghost) > .lk-btn[data-variant="primary"]:enabled').click();
      await demo.modal.locator('.lk-ring').waitFor();
    },
  },
  {
    name: 'swap-failed',
    async reach(demo, look) {
      await openSwap(demo, look);
      await demo.faults({ reject: ['eth_sendTransaction'] });
      await quote(demo, '0.25');
      await control(demo, 'review').click();
      await demo.shows('SwapReview');
      await demo.modal.locator('.lk-body:not(.lk-ghost) > .lk-btn[data-variant="primary"]:enabled').click();
      await demo.modal.locator('.lk-ring[data-state="error"]').waitFor();
    },
  },
  {
    name: 'swap-reverted',
    async reach(demo, look) {
      await openSwap(demo, look);
      await failOperation(demo, { code: 'OPERATION_FAILED', reason: 'reverted' });
      await quote(demo, '0.25');
      await control(demo, 'review').click();
      await demo.shows('SwapReview');
      await demo.modal.locator('.lk-body:not(.lk-ghost) > .lk-btn[data-variant="primary"]:enabled').click();
      await demo.modal.locator('.lk-ring[data-state="error"]').waitFor();
    },
  },
];
