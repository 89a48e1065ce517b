import { describe, expect, onTestFinished } from 'vitest';
import { chainRequest } from './support/chain.js';
import { ADDRESS, type DemoPage, eventually, WALLET } from './support/DemoPage.js';
import { decodeQr } from './support/decodeQr.js';
import { it } from './support/demo.js';
import { tabTo } from './support/keyboard.js';
import { IPHONE, phoneVisit } from './support/phoneVisit.js';
import { control } from './support/scenes/control.js';
import type { Stack } from './support/startStack.js';
import { connectOnPhone, it as phoneIt } from './support/walletConnectJourney.js';

const CHAIN_A = 'eip155:31337';
const EURO = '0x25283Df5d9f8196E5625528342c53C8aEDC65305';
const DOLLAR = '0xD011A70000000000000000000000000000000001';
const FULL = process.env.LATCHKIT_FULL !== undefined;
/** Secret of the development project. */
const SECRET = `lks_${'0'.repeat(43)}`;

let receivers = 0;
/** An address that nothing was sent to. */
const newReceiver = () =>
  `0x${(BigInt(Date.now()) * 1_000n + BigInt(++receivers)).toString(16).padStart(40, 'c')}`;

async function balanceOf(chain: string, token: string, address: string): Promise<bigint> {
  const data = `0x70a08231${address.slice(2).toLowerCase().padStart(64, '0')}`;
  return BigInt(await chainRequest<string>(chain, 'eth_call', [{ to: token, data }, 'latest']));
}

/** Creates a payment, as the server of a shop does. */
async function create(
  { gateway }: Stack,
  terms: object,
): Promise<{ id: string; recipient: string; amount: string }> {
  const response = await fetch(`${gateway}/v1/payments`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${SECRET}` },
    body: JSON.stringify({ recipient: newReceiver(), reference: 'order 1042', ...terms }),
  });
  if (response.status !== 201) throw new Error(await response.text());
  return response.json() as Promise<{ id: string; recipient: string; amount: string }>;
}

/** What `pay` has answered. */
interface Answered {
  readonly receipt?: { readonly hash: string; readonly from: string; readonly amount: string };
  readonly code?: string;
}

/** Asks for a payment in the page. @returns reads what it was answered. */
async function askFor(
  demo: DemoPage,
  payment: { id: string } | { recipient: string; asset: string; amount: string; reference?: string },
): Promise<() => Promise<Answered | undefined>> {
  await demo.page.evaluate(asked => {
    const options =
      'id' in asked
        ? { paymentId: asked.id }
        : { ...asked, asset: asked.asset as `${string}:${string}`, amount: BigInt(asked.amount) };
    const answers = window as unknown as { answered: Answered | undefined };
    answers.answered = undefined;
    window.demo.pay(options).then(
      ({ hash, from, amount }) => {
        answers.answered = { receipt: { hash, from, amount: String(amount) } };
      },
      (error: { code?: string }) => {
        answers.answered = { code: error.code ?? String(error) };
      },
    );
  }, payment);
  return () => demo.page.evaluate(() => (window as unknown as { answered: Answered | undefined }).answered);
}

const primary = (demo: DemoPage) =>
  demo.modal.locator('.lk-body:not(.lk-ghost) .lk-btn[data-variant="primary"]:enabled').last();

describe.runIf(FULL)('paying with a wallet on the same phone', () => {
  phoneIt('waits for a press between the swap and the payment', async ({ browser, stack, phone }) => {
    const amount = 2n * 10n ** 18n;
    const payment = await create(stack, { asset: `${CHAIN_A}:${EURO}`, amount: String(amount) });
    await phoneVisit(browser, stack, { userAgent: IPHONE }, async demo => {
      await connectOnPhone(demo, phone, 'pay=1');
      const answered = await askFor(demo, payment);
      await demo.shows('Pay', 'Pay');
      await primary(demo).waitFor();
      if (!(await primary(demo).textContent())?.includes('ETH')) {
        await control(demo, 'pay-with').tap();
        await demo.modal.getByRole('button', { name: /^ETH/ }).tap();
      }
      await demo.modal.getByRole('button', { name: /^Pay .*ETH/ }).waitFor();
      const before = phone.requests.length;
      await primary(demo).tap();
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
    const held = await balanceOf(stack.chainA, EURO, ADDRESS);
    const answered = await askFor(demo, payment);
    await demo.shows('Pay', 'Pay');
    await demo.modal.getByText('order 1042').waitFor();
    await primary(demo).waitFor();
    if (held >= amount) {
      // Another test has left euros: the visitor chooses ether.
      await control(demo, 'pay-with').click();
      await demo.modal.getByRole('button', { name: /^ETH on/ }).click();
    }
    await demo.modal.getByRole('button', { name: /^Pay .*ETH/ }).waitFor();
    await demo.modal.getByText('Never more than').waitFor();
    await primary(demo).click();
    await demo.modal.getByRole('heading', { name: 'Paid 3 DEUR' }).waitFor();
    expect(await balanceOf(stack.chainA, EURO, payment.recipient)).toBe(amount);
    await eventually(async () => (await answered())?.receipt?.amount, String(amount));
    expect((await answered())?.receipt?.from.toLowerCase()).toBe(ADDRESS.toLowerCase());
    // The gateway has seen it too; asking again for the same payment answers its receipt without asking the visitor.
    await eventually(async () => {
      const found = await fetch(`${stack.gateway}/v1/payments/${payment.id}?projectId=${'0'.repeat(32)}`);
      return ((await found.json()) as { status: string }).status;
    }, 'paid');
    await demo.button('Back to').click();
    await demo.isClosed();
    const again = await askFor(demo, payment);
    await eventually(async () => (await again())?.receipt?.amount, String(amount));
    const { hash } = (await again())?.receipt ?? {};
    expect(hash).toBe((await answered())?.receipt?.hash);
  });

  it('sees a payment by QR code from another wallet', async ({ demo, page, stack }) => {
    const amount = 2_500_000_000_000_000n;
    const payment = await create(stack, { asset: CHAIN_A, amount: String(amount) });
    await demo.openConnected('prompt=auto&pay=1');
    const answered = await askFor(demo, payment);
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
  });

  it('lets a visitor without a wallet connect one, and returns to the payment', async ({ demo, stack }) => {
    const payment = await create(stack, { asset: CHAIN_A, amount: '5000000000000000' });
    await demo.open('prompt=auto&pay=1');
    const answered = await askFor(demo, payment);
    await demo.shows('Pay', 'Pay');
    await demo.modal.getByText('0.005 ETH').waitFor();
    await demo.button('Connect a wallet').click();
    await demo.shows('Connect');
    await demo.button(WALLET).click();
    await demo.shows('Pay', 'Pay');
    await demo.button('Pay 0.005 ETH').click();
    await demo.modal.getByRole('heading', { name: 'Paid 0.005 ETH' }).waitFor();
    await eventually(async () => (await answered())?.receipt?.amount, payment.amount);
  });

  it('rejects when it is closed, refused, expired or the visitor logs out; a sent one survives the logout', async ({
    demo,
    stack,
  }) => {
    const terms = { recipient: newReceiver(), asset: CHAIN_A, amount: '1000' };
    await demo.openConnected('prompt=auto&pay=1');
    const closed = await askFor(demo, terms);
    await demo.shows('Pay');
    await demo.leave();
    await eventually(async () => (await closed())?.code, 'PAYMENT_CLOSED');

    await demo.faults({ reject: ['eth_sendTransaction'] });
    const refused = await askFor(demo, terms);
    await demo.shows('Pay');
    await primary(demo).click();
    await demo.modal.getByText('You declined in Demo Wallet.').waitFor();
    await eventually(async () => (await refused())?.code, 'REQUEST_REJECTED');
    await demo.leave();
    await demo.faults({ reject: [] });

    const soon = await create(stack, { asset: CHAIN_A, amount: '1', expiresAt: Date.now() + 2_000 });
    const expired = await askFor(demo, soon);
    await eventually(async () => (await expired())?.code, 'PAYMENT_EXPIRED');
    if (await demo.modal.isVisible()) await demo.leave();

    await chainRequest(stack.chainA, 'evm_setAutomine', [false]);
    const sent = await askFor(demo, { ...terms, reference: 'order 7' });
    try {
      await demo.shows('Pay');
      await primary(demo).click();
      await demo.modal.getByText('is on its way').waitFor();
      await demo.leave();
      await demo.hostButton('Disconnect').click();
      await demo.reads('status', 'disconnected');
      expect(await sent()).toBeUndefined();
    } finally {
      await chainRequest(stack.chainA, 'evm_setAutomine', [true]);
      await chainRequest(stack.chainA, 'anvil_mine', ['0x1']);
    }
    await eventually(async () => (await sent())?.receipt?.amount, '1000');

    await demo.openConnected('prompt=auto&pay=1');
    const left = await askFor(demo, terms);
    await demo.shows('Pay');
    await primary(demo).waitFor();
    await demo.page.evaluate(() => window.demo.wallets[0]?.changeAccounts([]));
    await eventually(async () => (await left())?.code, 'PAYMENT_DISCONNECTED');
  });

  it.runIf(FULL)('leads to buying the amount', async ({ demo, stack }) => {
    const payment = await create(stack, { asset: `${CHAIN_A}:${DOLLAR}`, amount: '20000000' });
    await demo.openConnected('prompt=auto&pay=1');
    await askFor(demo, payment);
    await demo.shows('Pay', 'Pay');
    // Nothing else on the chain becomes development dollars.
    await demo.button('Buy 20 USDC').click();
    await demo.shows('Onramp', 'Buy USDC');
    // What the provider takes as its fee is added.
    await eventually(() => demo.modal.getByRole('textbox', { name: 'Amount' }).inputValue(), '21');
    await demo.button('Back').click();
    await demo.shows('Pay', 'Pay');
  });

  it.runIf(FULL)('works by keyboard alone', async ({ demo, page, stack }) => {
    const payment = await create(stack, { asset: CHAIN_A, amount: '1000000000000000' });
    await demo.openConnected('prompt=auto&pay=1');
    await askFor(demo, payment);
    await demo.shows('Pay', 'Pay');
    await primary(demo).waitFor();
    await tabTo(page, 'Pay from another wallet');
    await page.keyboard.press('Enter');
    await demo.modal.locator('.lk-qr').waitFor();
    await tabTo(page, 'Back');
    await page.keyboard.press('Enter');
    await primary(demo).waitFor();
    await tabTo(page, 'Pay 0.001 ETH');
    await page.keyboard.press('Enter');
    await demo.modal.getByRole('heading', { name: 'Paid 0.001 ETH' }).waitFor();
    await tabTo(page, 'Back to');
    await page.keyboard.press('Enter');
    await demo.isClosed();
  });

  it.runIf(FULL)('works on a phone in Arabic', async ({ demo, page, stack }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    const payment = await create(stack, { asset: CHAIN_A, amount: '1000000000000000' });
    await demo.openConnected('prompt=auto&pay=1&locale=ar');
    const answered = await askFor(demo, payment);
    await demo.shows('Pay', 'الدفع');
    await primary(demo).click();
    await demo.modal.locator('.lk-ring[data-state="done"]').waitFor();
    await eventually(async () => (await answered())?.receipt?.amount, payment.amount);
  });

  it('is unavailable and not loaded while the feature is off, and available when it is on [CFG-26] [VIEW-04]', async ({
    demo,
    page,
  }) => {
    const loaded: string[] = [];
    const isOfPay = (path: string) => /\/(payViews|runPayment|payOptions|sendPayment)-[^/]*\.js$/.test(path);
    const listen = (request: { url(): string }) => loaded.push(new URL(request.url()).pathname);
    page.on('request', listen);
    onTestFinished(() => void page.off('request', listen));
    const terms = { recipient: newReceiver(), asset: `${CHAIN_A}:${DOLLAR}`, amount: '1000' };
    await demo.openConnected('prompt=auto&pay=0');
    expect(await page.evaluate(() => window.demo.kit.store.getState().features.pay)).toBe(false);
    await page.evaluate(() => window.demo.openModal({ view: 'Pay' }));
    await demo.shows('Account');
    await demo.leave();
    const off = await askFor(demo, terms);
    await eventually(async () => (await off())?.code, 'PAYMENT_OFF');
    expect(loaded.filter(isOfPay)).toEqual([]);
    await demo.openConnected('prompt=auto&pay=1');
    await askFor(demo, terms);
    await demo.shows('Pay');
    expect(loaded.filter(isOfPay).length).toBeGreaterThan(1);
  });
});
