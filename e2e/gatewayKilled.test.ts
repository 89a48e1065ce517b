import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { describe, expect, onTestFinished } from 'vitest';
import { awaitedLater } from '../scripts/lib/awaitedLater.mjs';
import { ApprovalPage } from './support/ApprovalPage.js';
import { chainRequest, tokenBalance } from './support/chain.js';
import { DemoPage } from './support/DemoPage.js';
import { logIn } from './support/emailVisitor.js';
import { it as journey } from './support/journey.js';
import { startOwnGateway } from './support/ownGateway.js';
import { chooseEther, payButton } from './support/payForm.js';
import { askForPayment, createPayment, readPayment } from './support/payments.js';
import { control } from './support/scenes/control.js';
import { EURO, openSwap, startSwap } from './support/swapForm.js';

const CHAIN_A = 'eip155:31337';
const DOLLAR = '0xD011A70000000000000000000000000000000001';

/** An address that nothing was sent to. */
const newReceiver = () => privateKeyToAccount(generatePrivateKey()).address;

/** `it` with a gateway that the test kills, and with the demo page that uses it. */
const it = journey
  .extend('own', { scope: 'file' }, async ({ stack }, { onCleanup }) => {
    const own = await startOwnGateway(stack);
    onCleanup(() => own.stop());
    return own;
  })
  .extend('demo', async ({ browser, own }, { onCleanup }) => {
    const context = await browser.newContext({
      baseURL: own.stack.demo,
      viewport: { width: 1280, height: 800 },
    });
    context.setDefaultTimeout(60_000);
    onCleanup(() => context.close());
    return new DemoPage(await context.newPage());
  });

/** Connects an account of the demo wallet that no other journey uses. Returns its address. */
async function enter(demo: DemoPage, query: string): Promise<string> {
  await demo.open(query);
  await demo.connect();
  const address = await demo.page.evaluate(async () => {
    const [wallet] = window.demo.wallets;
    const last = (await wallet?.addresses())?.at(-1) ?? '';
    wallet?.changeAccounts([last]);
    return last;
  });
  await demo.reads('address', address);
  return address;
}

describe.runIf(process.env.LATCHKIT_FULL)('while the gateway is killed and started again', () => {
  it('a swap stops after its approval, and goes on without another one', async ({ demo, own }) => {
    await enter(demo, '');
    await openSwap(demo);
    await startSwap(demo, 'ETH', 'DEUR', '0.2');
    await demo.approve();
    await demo.button('Done').click();
    await control(demo, 'swaps').click();
    await demo.shows('Swap');
    const sent = async () => (await demo.methods()).filter(method => method === 'eth_sendTransaction').length;
    const before = await sent();
    await startSwap(demo, 'DEUR', 'ETH', '10');
    await demo.prompt.waitFor();
    await own.kill();
    await demo.approve();
    await demo.modal.getByRole('heading', { name: 'The swap didn’t go through' }).waitFor();
    await demo.modal.getByText('You still have your 10 DEUR.').waitFor();
    expect(await sent()).toBe(before + 1);
    await own.restart();
    await demo.button('Try again').click();
    await demo.modal.locator('.lk-body:not(.lk-ghost) .lk-btn[data-variant="primary"]:enabled').click();
    await demo.approve();
    await demo.modal.getByRole('heading', { name: /^You got .* ETH$/ }).waitFor();
    // The allowance of the first try was still there.
    expect(await sent()).toBe(before + 2);
  });

  it('a purchase that was paid at the exchange arrives once, and Buy ends once', async ({
    demo,
    own,
    stack,
  }) => {
    const address = await enter(demo, 'prompt=auto');
    const before = await tokenBalance(stack.chainA, DOLLAR, address);
    await demo.connectButton.click();
    await demo.shows('Account');
    await demo.button('Buy').click();
    await demo.shows('Onramp', 'Buy USDC');
    await demo.modal.getByRole('textbox', { name: 'Amount' }).fill('30');
    await demo.modal.getByText('You get about').waitFor();
    const popup = awaitedLater(demo.page.waitForEvent('popup'));
    await demo.button('Continue with Coinbase').click();
    const exchange = await popup;
    await exchange.getByRole('radio', { name: 'Takes 30 seconds' }).check();
    await demo.page.evaluate(() => {
      const bought: string[] = [];
      Object.assign(window, { bought });
      window.demo.kit.on(({ event }) => event.startsWith('BUY_') && bought.push(event));
    });
    await exchange.getByRole('button', { name: /^Pay / }).click();
    await exchange.getByRole('radio').first().waitFor({ state: 'detached' });
    // The exchange has taken the card, and has not transferred yet.
    await own.kill();
    expect(await tokenBalance(stack.chainA, DOLLAR, address)).toBe(before);
    await own.restart();
    await demo.modal.getByRole('heading', { name: '29.7 USDC arrived', level: 3 }).waitFor();
    await exchange.close();
    const events = () => demo.page.evaluate(() => (window as unknown as { bought: string[] }).bought);
    expect(await events()).toEqual(['BUY_SUCCESS']);
    expect((await tokenBalance(stack.chainA, DOLLAR, address)) - before).toBe(29_700_000n);
  });

  it('a name that was approved meanwhile is not registered, and is on the next try', async ({
    demo,
    own,
  }) => {
    await logIn(demo, demo.page, own.stack);
    await demo.connectButton.click();
    await demo.shows('Account');
    await demo.openSettings();
    await demo.button('Choose a name').click();
    await demo.shows('RegisterAccountName', 'Choose a name');
    const name = `ada-${crypto.randomUUID().replaceAll('-', '').slice(0, 10)}`;
    const field = demo.modal.getByRole('textbox', { name: 'Name' });
    await field.fill(name);
    await demo.modal.getByText(`${name} is available`).waitFor();
    await demo.button('Claim name').click();
    const approval = new ApprovalPage(demo);
    await approval.armed();
    await own.kill();
    await approval.approve();
    await demo.shows('RegisterAccountName');
    await demo.modal.getByText(`Error registering name ${name}`).waitFor();
    expect(await field.inputValue()).toBe(name);
    await own.restart();
    await demo.button('Claim name').click();
    await new ApprovalPage(demo).approve();
    await demo.shows('RegisterAccountNameSuccess', 'Name');
    await demo.modal.getByRole('heading', { name: `${name}.reown.id` }).waitFor();
  });

  it('a payment after a swap is made, and the shop is told after the restart', async ({
    demo,
    own,
    stack,
  }) => {
    const amount = 3n * 10n ** 18n;
    const payment = await createPayment(own.stack, {
      recipient: newReceiver(),
      asset: `${CHAIN_A}:${EURO}`,
      amount: String(amount),
    });
    await enter(demo, 'pay=1');
    const answered = await askForPayment(demo, { paymentId: payment.id });
    await demo.shows('Pay', 'Pay');
    await chooseEther(demo);
    await payButton(demo).click();
    await demo.approve();
    await demo.modal.getByRole('heading', { name: 'Step 2 of 2: pay' }).waitFor();
    await demo.prompt.waitFor();
    await own.kill();
    await demo.approve();
    await demo.modal.getByRole('heading', { name: 'Paid 3 DEUR' }).waitFor();
    await expect.poll(async () => (await answered())?.receipt?.amount).toBe(String(amount));
    expect(await tokenBalance(stack.chainA, EURO, payment.recipient)).toBe(amount);
    await own.restart();
    await expect.poll(async () => (await readPayment(own.stack, payment.id)).status).toBe('paid');
    expect((await readPayment(own.stack, payment.id)).transfers).toMatchObject([
      { hash: (await answered())?.receipt?.hash, amount: String(amount) },
    ]);
  });

  it('a payment by QR code that was made meanwhile ends the wait of the page', async ({
    demo,
    own,
    stack,
  }) => {
    const amount = 2_500_000_000_000_000n;
    const payment = await createPayment(own.stack, {
      recipient: newReceiver(),
      asset: CHAIN_A,
      amount: String(amount),
    });
    await enter(demo, 'prompt=auto&pay=1');
    const answered = await askForPayment(demo, { paymentId: payment.id });
    await demo.shows('Pay', 'Pay');
    await control(demo, 'pay-scan').click();
    await demo.modal.locator('.lk-qr').waitFor();
    await own.kill();
    const [, other = ''] = await demo.page.evaluate(() => window.demo.wallets[0]?.addresses() ?? ['', '']);
    await chainRequest(stack.chainA, 'eth_sendTransaction', [
      { from: other, to: payment.recipient, value: `0x${amount.toString(16)}` },
    ]);
    await own.restart();
    await demo.modal.getByRole('heading', { name: 'Paid 0.0025 ETH' }).waitFor();
    await expect.poll(async () => (await answered())?.receipt?.from).toBe(other.toLowerCase());
  });

  it('pressing Pay while it is away pays nothing, rejects and says so; the next try pays', async ({
    demo,
    own,
  }) => {
    const payment = await createPayment(own.stack, {
      recipient: newReceiver(),
      asset: CHAIN_A,
      amount: '5000000000000000',
    });
    await enter(demo, 'prompt=auto&pay=1');
    onTestFinished(() => own.restart());
    const first = await askForPayment(demo, { paymentId: payment.id });
    await demo.button('Pay 0.005 ETH').waitFor();
    await own.kill();
    await demo.button('Pay 0.005 ETH').click();
    await expect.poll(async () => (await first())?.code).toEqual(expect.any(String));
    expect(await demo.methods()).not.toContain('eth_sendTransaction');
    await demo.leave();
    await own.restart();
    const second = await askForPayment(demo, { paymentId: payment.id });
    await demo.button('Pay 0.005 ETH').click();
    await demo.modal.getByRole('heading', { name: 'Paid 0.005 ETH' }).waitFor();
    await expect.poll(async () => (await second())?.receipt?.amount).toBe(payment.amount);
  });
});
