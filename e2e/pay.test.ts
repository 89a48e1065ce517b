import { describe, expect, onTestFinished } from 'vitest';
import { chainRequest, tokenBalance } from './support/chain.js';
import { ADDRESS, DemoPage, eventually, WALLET } from './support/DemoPage.js';
import { decodeQr } from './support/decodeQr.js';
import { it } from './support/demo.js';
import { holdReceipts } from './support/holdReceipts.js';
import { tabTo } from './support/keyboard.js';
import { chooseEther, payButton } from './support/payForm.js';
import { askForPayment, createPayment, readPayment } from './support/payments.js';
import { IPHONE, phoneVisit } from './support/phoneVisit.js';
import { control } from './support/scenes/control.js';
import type { Stack } from './support/startStack.js';
import { EURO } from './support/swapForm.js';
import { connectOnPhone, it as phoneIt } from './support/walletConnectJourney.js';

const CHAIN_A = 'eip155:31337';
const DOLLAR = '0xD011A70000000000000000000000000000000001';
const FULL = process.env.LATCHKIT_FULL !== undefined;
let receivers = 0;
/** An address that nothing was sent to. */
const newReceiver = () =>
  `0x${(BigInt(Date.now()) * 1_000n + BigInt(++receivers)).toString(16).padStart(40, 'c')}`;

const create = (stack: Stack, terms: object) => createPayment(stack, { recipient: newReceiver(), ...terms });

describe.runIf(FULL)('paying with a wallet on the same phone', () => {
  phoneIt('waits for a press between the swap and the payment', async ({ browser, stack, phone }) => {
    const amount = 2n * 10n ** 18n;
    const payment = await create(stack, { asset: `${CHAIN_A}:${EURO}`, amount: String(amount) });
    await phoneVisit(browser, stack, { userAgent: IPHONE }, async demo => {
      await connectOnPhone(demo, phone, 'pay=1');
      const answered = await askForPayment(demo, { paymentId: payment.id });
      await demo.shows('Pay', 'Pay');
      await chooseEther(demo);
      const before = phone.requests.length;
      phone.signs = false;
      await payButton(demo).tap();
      // Pay says itself what the wallet is asked for.
      await demo.shows('Pay', 'Pay');
      await demo.modal.getByRole('heading', { name: 'Step 1 of 2: swap' }).waitFor();
      await eventually(() => phone.requests.length, before + 1);
      await demo.modal.getByRole('heading', { name: 'Step 1 of 2: swap' }).waitFor();
      phone.signs = true;
      await phone.signAll();
      const goOn = demo.modal.getByRole('button', { name: /^Continue in / });
      await goOn.waitFor();
      expect(phone.requests).toHaveLength(before + 1);
      await goOn.tap();
      await demo.modal.getByRole('heading', { name: 'Paid 2 DEUR' }).waitFor();
      expect(phone.requests).toHaveLength(before + 2);
      await eventually(async () => (await answered())?.receipt?.amount, String(amount));
    });
  });
});

describe('paying', () => {
  it('pays with a token that is swapped first, and the shop gets the exact amount', async ({
    demo,
    stack,
  }) => {
    const amount = 3n * 10n ** 18n;
    const payment = await create(stack, { asset: `${CHAIN_A}:${EURO}`, amount: String(amount) });
    await demo.openConnected('prompt=auto&pay=1');
    const answered = await askForPayment(demo, { paymentId: payment.id });
    await demo.shows('Pay', 'Pay');
    await demo.modal.getByText('order 1042').waitFor();
    await chooseEther(demo);
    await demo.modal.getByText('Never more than').waitFor();
    await payButton(demo).click();
    await demo.modal.getByRole('heading', { name: 'Paid 3 DEUR' }).waitFor();
    expect(await tokenBalance(stack.chainA, EURO, payment.recipient)).toBe(amount);
    await eventually(async () => (await answered())?.receipt?.amount, String(amount));
    expect((await answered())?.receipt?.from.toLowerCase()).toBe(ADDRESS.toLowerCase());
    // The gateway has seen it too; asking again for the same payment answers its receipt without asking the visitor.
    await eventually(async () => (await readPayment(stack, payment.id)).status, 'paid');
    await demo.button('Back to').click();
    await demo.isClosed();
    const again = await askForPayment(demo, { paymentId: payment.id });
    await eventually(async () => (await again())?.receipt?.amount, String(amount));
    const { hash } = (await again())?.receipt ?? {};
    expect(hash).toBe((await answered())?.receipt?.hash);
  });

  it.runIf(process.env.LATCHKIT_FULL)(
    'says what became of the swap when the visitor declines it, or the payment after it',
    async ({ demo, stack }) => {
      const payment = await create(stack, { asset: `${CHAIN_A}:${EURO}`, amount: String(10n ** 18n) });
      await demo.openConnected('pay=1');
      const start = async () => {
        await askForPayment(demo, { paymentId: payment.id });
        await demo.shows('Pay', 'Pay');
        await chooseEther(demo);
        await payButton(demo).click();
      };
      const said = demo.modal.getByText(/^You declined it in Demo Wallet\./);
      await start();
      await demo.reject();
      await eventually(() => said.textContent(), 'You declined it in Demo Wallet.');
      await demo.leave();
      await start();
      await demo.approve();
      await demo.modal.getByRole('heading', { name: 'Step 2 of 2' }).waitFor();
      await demo.reject();
      await eventually(
        () => said.textContent(),
        'You declined it in Demo Wallet. The swap went through: the DEUR is in your wallet.',
      );
    },
  );

  it.runIf(process.env.LATCHKIT_FULL)(
    'sees a payment by QR code from another wallet',
    async ({ demo, page, stack }) => {
      const amount = 2_500_000_000_000_000n;
      const payment = await create(stack, { asset: CHAIN_A, amount: String(amount) });
      await demo.openConnected('prompt=auto&pay=1');
      const answered = await askForPayment(demo, { paymentId: payment.id });
      await demo.shows('Pay', 'Pay');
      await control(demo, 'pay-scan').click();
      const code = demo.modal.locator('.lk-qr');
      await code.waitFor();
      let link: string | undefined;
      await eventually(async () => {
        link = await decodeQr(page, await code.screenshot());
        return link;
      }, `ethereum:${payment.recipient}@31337?value=${amount}`);
      const [, to, value] = /^ethereum:(0x\w+)@31337\?value=(\d+)$/.exec(link ?? '') ?? [];
      const [, other = ''] = await page.evaluate(() => window.demo.wallets[0]?.addresses() ?? ['', '']);
      await chainRequest(stack.chainA, 'eth_sendTransaction', [
        { from: other, to, value: `0x${BigInt(value ?? 0).toString(16)}` },
      ]);
      await demo.modal.getByRole('heading', { name: 'Paid 0.0025 ETH' }).waitFor();
      await eventually(async () => (await answered())?.receipt?.from, other.toLowerCase());
    },
  );

  it.runIf(process.env.LATCHKIT_FULL)(
    'lets a visitor without a wallet connect one, and returns to the payment',
    async ({ demo, stack }) => {
      const payment = await create(stack, { asset: CHAIN_A, amount: '5000000000000000' });
      await demo.open('prompt=auto&pay=1');
      const answered = await askForPayment(demo, { paymentId: payment.id });
      await demo.shows('Pay', 'Pay');
      await demo.modal.getByText('0.005 ETH').waitFor();
      await demo.button('Connect a wallet').click();
      await demo.shows('Connect');
      await demo.button(WALLET).click();
      await demo.shows('Pay', 'Pay');
      await demo.button('Pay 0.005 ETH').click();
      await demo.modal.getByRole('heading', { name: 'Paid 0.005 ETH' }).waitFor();
      await eventually(async () => (await answered())?.receipt?.amount, payment.amount);
    },
  );

  it.runIf(process.env.LATCHKIT_FULL)(
    'rejects when it is closed, refused, expired or the visitor logs out; a sent one survives the logout',
    async ({ demo, stack }) => {
      const terms = { recipient: newReceiver(), asset: CHAIN_A, amount: '1000' };
      await demo.openConnected('prompt=auto&pay=1');
      const closed = await askForPayment(demo, terms);
      await demo.shows('Pay');
      await demo.leave();
      await eventually(async () => (await closed())?.code, 'PAYMENT_CLOSED');

      await demo.faults({ reject: ['eth_sendTransaction'] });
      const refused = await askForPayment(demo, terms);
      await demo.shows('Pay');
      await payButton(demo).click();
      await demo.modal.getByText('You declined it in Demo Wallet.').waitFor();
      await demo.modal.getByRole('button', { name: 'Try again' }).click();
      await payButton(demo).click();
      await demo.modal.getByText('You declined it in Demo Wallet.').waitFor();
      expect(await refused()).toBeUndefined();
      await demo.leave();
      await eventually(async () => (await refused())?.code, 'REQUEST_REJECTED');
      await demo.faults({ reject: [] });

      const soon = await create(stack, { asset: CHAIN_A, amount: '1', expiresAt: Date.now() + 2_000 });
      const expired = await askForPayment(demo, { paymentId: soon.id });
      await eventually(async () => (await expired())?.code, 'PAYMENT_EXPIRED');
      if (await demo.modal.isVisible()) await demo.leave();

      const release = await holdReceipts(demo.page);
      const sent = await askForPayment(demo, { ...terms, reference: 'order 7' });
      await demo.shows('Pay');
      await payButton(demo).click();
      await demo.modal.getByText('is on its way').waitFor();
      await demo.leave();
      await demo.hostButton('Disconnect').click();
      await demo.reads('status', 'disconnected');
      expect(await sent()).toBeUndefined();
      release();
      await eventually(async () => (await sent())?.receipt?.amount, '1000');
      // Asked again after a reload, without a wallet: the same receipt, and nothing is shown.
      const receipt = (await sent())?.receipt;
      await demo.page.reload();
      await demo.reads('status', 'disconnected');
      const again = await askForPayment(demo, { ...terms, reference: 'order 7' });
      await eventually(async () => (await again())?.receipt, receipt);
      expect(await demo.modal.count()).toBe(0);

      await demo.openConnected('prompt=auto&pay=1');
      const left = await askForPayment(demo, terms);
      await demo.shows('Pay');
      await payButton(demo).waitFor();
      await demo.page.evaluate(() => window.demo.wallets[0]?.changeAccounts([]));
      await eventually(async () => (await left())?.code, 'PAYMENT_DISCONNECTED');
    },
  );

  it.runIf(FULL)('leads to buying the amount', async ({ demo, stack }) => {
    const payment = await create(stack, { asset: `${CHAIN_A}:${DOLLAR}`, amount: '5000000000' });
    await demo.openConnected('prompt=auto&pay=1');
    await askForPayment(demo, { paymentId: payment.id });
    await demo.shows('Pay', 'Pay');
    // Nothing else on the chain becomes development dollars.
    await demo.button('Buy 5,000 USDC').click();
    await demo.shows('Onramp', 'Buy USDC');
    // What the provider takes as its fee is added.
    await eventually(() => demo.modal.getByRole('textbox', { name: 'Amount' }).inputValue(), '5250');
    await demo.button('Back').click();
    await demo.shows('Pay', 'Pay');
  });

  it.runIf(FULL)(
    'works by keyboard alone, with a token that is swapped first',
    async ({ demo, page, stack }) => {
      const payment = await create(stack, { asset: `${CHAIN_A}:${EURO}`, amount: String(10n ** 18n) });
      await demo.openConnected('prompt=auto&pay=1');
      await askForPayment(demo, { paymentId: payment.id });
      await demo.shows('Pay', 'Pay');
      await payButton(demo).waitFor();
      await tabTo(page, 'Pay from another wallet');
      await page.keyboard.press('Enter');
      await demo.modal.locator('.lk-qr').waitFor();
      await tabTo(page, 'Back');
      await page.keyboard.press('Enter');
      await payButton(demo).waitFor();
      if (!(await payButton(demo).textContent())?.includes('ETH')) {
        await tabTo(page, 'DEUR on');
        await page.keyboard.press('Enter');
        await demo.modal.getByRole('button', { name: /^ETH/ }).waitFor();
        await tabTo(page, 'ETH');
        await page.keyboard.press('Enter');
        await demo.modal.getByRole('button', { name: /^Pay .*ETH$/ }).waitFor();
      }
      await tabTo(page, 'Pay ≈');
      await page.keyboard.press('Enter');
      await demo.modal.getByRole('heading', { name: 'Paid 1 DEUR' }).waitFor();
      await tabTo(page, 'Back to');
      await page.keyboard.press('Enter');
      await demo.isClosed();
    },
  );

  it.runIf(FULL)(
    'works on a phone in Arabic, with a token that is swapped first',
    async ({ browser, remembered, stack }) => {
      const amount = 2n * 10n ** 18n;
      const payment = await create(stack, { asset: `${CHAIN_A}:${EURO}`, amount: String(amount) });
      await phoneVisit(browser, stack, {}, async ({ page }) => {
        const demo = new DemoPage(page, remembered);
        await demo.openConnected('prompt=auto&pay=1&locale=ar');
        const answered = await askForPayment(demo, { paymentId: payment.id });
        await demo.shows('Pay', 'الدفع');
        await chooseEther(demo);
        await payButton(demo).tap();
        await demo.modal.locator('.lk-ring[data-state="done"]').waitFor();
        await eventually(async () => (await answered())?.receipt?.amount, payment.amount);
        expect(await tokenBalance(stack.chainA, EURO, payment.recipient)).toBe(amount);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
      });
    },
  );

  it.runIf(process.env.LATCHKIT_FULL)(
    'is unavailable and not loaded while the feature is off, and available when it is on [CFG-26] [VIEW-04]',
    async ({ demo, page }) => {
      const loaded: string[] = [];
      const isOfPay = (path: string) =>
        /\/(payViews|runPayment|payOptions|sendPayment)-[^/]*\.js$/.test(path);
      const listen = (request: { url(): string }) => loaded.push(new URL(request.url()).pathname);
      page.on('request', listen);
      onTestFinished(() => void page.off('request', listen));
      const terms = { recipient: newReceiver(), asset: `${CHAIN_A}:${DOLLAR}`, amount: '1000' };
      await demo.openConnected('prompt=auto&pay=0');
      expect(await page.evaluate(() => window.demo.kit.store.getState().features.pay)).toBe(false);
      await page.evaluate(() => window.demo.openModal({ view: 'Pay' }));
      await demo.shows('Account');
      await demo.leave();
      const off = await askForPayment(demo, terms);
      await eventually(async () => (await off())?.code, 'PAYMENT_OFF');
      expect(loaded.filter(isOfPay)).toEqual([]);
      await demo.openConnected('prompt=auto&pay=1');
      await demo.hostButton('Pay').click();
      await demo.shows('Pay');
      await demo.modal.locator('.lk-bill').getByText('12 DEUR').waitFor();
      await payButton(demo).waitFor();
      expect(loaded.filter(isOfPay).length).toBeGreaterThan(1);
    },
  );
});
