import type { DemoPage } from '../DemoPage.js';
import { control } from './control.js';
import type { Scene } from './Scene.js';

const RECIPIENT = '0xc400000000000000000000000000000000e81b07';
const EURO = 'eip155:31337:0x25283Df5d9f8196E5625528342c53C8aEDC65305';
const PAYMENT = 'pay_sceneOfAPayment00000';

interface Asked {
  readonly asset?: string;
  readonly amount?: string;
  /** What the gateway says about it. */
  readonly payment?: object;
}

/** Asks for a payment that the gateway knows. */
async function openPay(demo: DemoPage, look: string, asked: Asked = {}): Promise<void> {
  const { asset = 'eip155:31337', amount = '42000000000000000', payment = {} } = asked;
  const known = {
    ...{ id: PAYMENT, status: 'open', recipient: RECIPIENT, asset, amount, received: '0' },
    ...{ reference: 'order 1042', finality: 'included', expiresAt: Date.UTC(2100, 0), createdAt: 0 },
    ...{ transfers: [], ...payment },
  };
  await demo.page.route('**/v1/payments/**', route =>
    route.fulfill({ headers: { 'access-control-allow-origin': '*' }, json: known }),
  );
  await demo.openConnected(['prompt=auto&pay=1', look].filter(Boolean).join('&'));
  await demo.page.evaluate(paymentId => {
    window.demo.pay({ paymentId }).catch(() => {});
  }, PAYMENT);
  await demo.shows('Pay');
  await demo.modal.locator('.lk-bill').waitFor();
}

const primary = (demo: DemoPage) =>
  demo.modal.locator('.lk-body:not(.lk-ghost) > .lk-btn[data-variant="primary"]:enabled');

/** The view of payments. */
export const PAY_SCENES: readonly Scene[] = [
  {
    name: 'pay',
    async reach(demo, look) {
      await openPay(demo, look);
      await primary(demo).waitFor();
    },
  },
  {
    name: 'pay-swap',
    async reach(demo, look) {
      await openPay(demo, look, { asset: EURO, amount: String(10n ** 21n) });
      await primary(demo).waitFor();
      await control(demo, 'pay-with').click();
      await demo.modal.locator('.lk-row[aria-current="true"]').waitFor();
    },
  },
  {
    name: 'pay-scan',
    async reach(demo, look) {
      await openPay(demo, look);
      await primary(demo).waitFor();
      await control(demo, 'pay-scan').click();
      await demo.modal.locator('.lk-qr').waitFor();
    },
  },
  {
    name: 'pay-short',
    async reach(demo, look) {
      await openPay(demo, look, { amount: String(10n ** 24n) });
      await demo.modal.locator('.lk-alert').waitFor();
    },
  },
  {
    name: 'pay-wait',
    async reach(demo, look) {
      await openPay(demo, look);
      await demo.faults({ hang: ['eth_sendTransaction'] });
      await primary(demo).click();
      await demo.modal.locator('.lk-ring[data-state="wait"]').waitFor();
    },
  },
  {
    name: 'pay-declined',
    async reach(demo, look) {
      await openPay(demo, look);
      await demo.faults({ reject: ['eth_sendTransaction'] });
      await primary(demo).click();
      await demo.modal.locator('.lk-ring[data-state="error"]').waitFor();
    },
  },
  {
    name: 'pay-receipt',
    async reach(demo, look) {
      await openPay(demo, look);
      await primary(demo).waitFor();
      await demo.page.unroute('**/v1/payments/**');
      const transfers = [
        { hash: `0x${'5c'.repeat(32)}`, from: RECIPIENT, amount: '42000000000000000', includedAt: 0 },
      ];
      const paid = {
        ...{ id: PAYMENT, status: 'paid', recipient: RECIPIENT, asset: 'eip155:31337' },
        ...{ amount: '42000000000000000', received: '42000000000000000', reference: 'order 1042' },
        ...{ finality: 'included', expiresAt: Date.UTC(2100, 0), createdAt: 0 },
        ...{ paidAt: Date.UTC(2026, 10, 26, 14, 31), transfers },
      };
      await demo.page.route('**/v1/payments/**', route =>
        route.fulfill({ headers: { 'access-control-allow-origin': '*' }, json: paid }),
      );
      await demo.modal.locator('.lk-ring[data-state="done"]').waitFor();
    },
  },
];
