import type { DemoPage } from '../DemoPage.js';
import { control } from './control.js';
import { failOperation } from './failOperation.js';
import { openAccount } from './openAccount.js';
import type { Scene } from './Scene.js';

/** The second default account of anvil. */
const PAYEE = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';

async function openSend(demo: DemoPage, query: string): Promise<void> {
  await openAccount(demo, query);
  await control(demo, 'send').click();
  await demo.shows('Send');
}

async function fillSend(demo: DemoPage, amount: string, receiver: string): Promise<void> {
  await demo.modal.getByRole('textbox').first().fill(amount);
  await demo.modal.getByRole('textbox').last().fill(receiver);
}

const submit = (demo: DemoPage) =>
  demo.modal.locator('.lk-body:not(.lk-ghost) > .lk-btn[data-variant="primary"]:enabled').click();

/** Sends from a smart account whose operation fails. */
async function sendInVain(demo: DemoPage, look: string, data: Parameters<typeof failOperation>[1]) {
  await openSend(demo, look);
  await failOperation(demo, data);
  await fillSend(demo, '0.25', PAYEE);
  await control(demo, 'review').click();
  await demo.shows('SendReview');
  await submit(demo);
  await demo.modal.locator('.lk-alert[data-tone="danger"], .lk-alert').first().waitFor();
}

/** Views for sending. */
export const SEND_SCENES: readonly Scene[] = [
  {
    name: 'send',
    async reach(demo, look) {
      await openSend(demo, look);
      await fillSend(demo, '0.25', PAYEE);
      await demo.modal.locator('[data-return="review"]:enabled').waitFor();
    },
  },
  {
    name: 'send-too-much',
    async reach(demo, look) {
      await openSend(demo, look);
      await fillSend(demo, '999999', PAYEE.toLowerCase());
      await demo.modal.locator('[data-tone="danger"]').first().waitFor();
    },
  },
  {
    name: 'send-tokens',
    async reach(demo, look) {
      await openSend(demo, look);
      await control(demo, 'token').click();
      await demo.shows('SendSelectToken');
    },
  },
  {
    name: 'send-review',
    async reach(demo, look) {
      await openSend(demo, look);
      await fillSend(demo, '0.25', PAYEE);
      await control(demo, 'review').click();
      await demo.shows('SendReview');
    },
  },
  {
    name: 'send-waiting',
    async reach(demo, look) {
      await openSend(demo, look);
      await demo.faults({ hang: ['eth_sendTransaction'] });
      await fillSend(demo, '0.25', PAYEE);
      await control(demo, 'review').click();
      await demo.shows('SendReview');
      await demo.modal.locator('.lk-body:not(.lk-ghost) > .lk-btn[data-variant="primary"]').click();
      await demo.modal.locator('.lk-ring').waitFor();
    },
  },
  {
    name: 'send-reverted',
    reach: (demo, look) => sendInVain(demo, look, { code: 'OPERATION_FAILED', reason: 'reverted' }),
  },
  {
    name: 'send-refused',
    reach: (demo, look) => sendInVain(demo, look, { code: 'OPERATION_REFUSED', reason: 'funds' }),
  },
  {
    name: 'send-scaled',
    async reach(demo, look) {
      await openSend(demo, look);
      await fillSend(demo, '0.25', PAYEE);
      await control(demo, 'review').click();
      await demo.shows('SendReview');
      // The review sets the factor once, as it has been prepared.
      await demo.modal.locator('.lk-body:not(.lk-ghost) > .lk-btn[data-variant="primary"]:enabled').waitFor();
      await demo.page.evaluate(() =>
        window.demo.kit.kernel.set(({ send }) => ({ send: { ...send, factor: '1.25' } })),
      );
      await demo.modal.getByText('1.25').or(demo.modal.getByText('1,25')).first().waitFor();
    },
  },
];
