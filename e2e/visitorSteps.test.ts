import type { Page } from 'playwright-core';
import { afterAll, describe, expect, onTestFinished } from 'vitest';
import { awaitedLater } from '../scripts/lib/awaitedLater.mjs';
import { pressArmed } from './frame/support/pressArmed.js';
import { ApprovalPage } from './support/ApprovalPage.js';
import { chainRequest } from './support/chain.js';
import { type Acts, countActs, measureActs } from './support/countActs.js';
import { DemoPage, WALLET } from './support/DemoPage.js';
import { visitor } from './support/emailVisitor.js';
import { chooseEther, payButton } from './support/payForm.js';
import { askForPayment, createPayment } from './support/payments.js';
import { IPHONE } from './support/phoneVisit.js';
import { pressSocial } from './support/socialLogin.js';
import type { Stack } from './support/startStack.js';
import { openSwap, startSwap, swap } from './support/swapForm.js';
import { connectOnEvm, held, openWallets, pickOnEvm, THREE_WALLETS } from './support/threeWallets.js';
import { it as journey, recordOpened, shownLink, state } from './support/walletConnectJourney.js';

const RECEIVER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const CHAIN_A = 'eip155:31337';

/**
 * Presses and fields that a journey takes at most: what the first designer who counted them found, and six for the first email login.
 * Each begins where the designer's count does. What happens outside of the browser, a scan or an app, is not counted.
 */
const MOST = {
  'connect an extension': 3,
  'log in by email, the first time': 6,
  'log in with Google': 3,
  'go on after the window was closed': 2,
  'send, from Account': 6,
  'swap with an allowance, from Account': 8,
  'buy, up to the provider': 4,
  pay: 3,
  'sign with the embedded wallet': 2,
  'send with the embedded wallet': 2,
  'scan the code of WalletConnect, from Connect': 1,
  'connect a wallet on the same phone': 2,
  'open the portal for the first time, from Account': 2,
  'open the portal again': 2,
  'sign in with a wallet': 2,
  'switch the network': 2,
  'switch to another wallet': 3,
} as const;
type Name = keyof typeof MOST;

const fund = ({ chainA }: Stack, address: string) =>
  chainRequest(chainA, 'anvil_setBalance', [address, `0x${(10n ** 18n).toString(16)}`]);

const measured: { name: Name; steps: number; seconds: number }[] = [];

/** Measures a journey, and expects that it takes no more presses and fields than it may. */
async function takes(name: Name, demo: DemoPage, acts: Acts, run: () => Promise<unknown>): Promise<void> {
  const { names, ...found } = await measureActs(demo.page, acts, run);
  measured.push({ name, ...found });
  expect(names.length, `${name}: ${names.join(', ')}`).toBeLessThanOrEqual(MOST[name]);
  expect(names.length, `${name}: ${names.join(', ')}`).toBeGreaterThan(0);
}

const it = journey.extend('acts', ({ context }) => countActs(context));

describe.runIf(process.env.LATCHKIT_FULL)('presses and fields of a visitor', () => {
  afterAll(() => {
    for (const { name, steps, seconds } of measured) console.log(`${name}: ${steps}, ${seconds} s`);
  });

  it('connecting, switching and sending with an extension', async ({ demo, acts }) => {
    await demo.open();
    await takes('connect an extension', demo, acts, async () => {
      await demo.connectButton.click();
      await demo.shows('Connect');
      await demo.button(WALLET).click();
      await demo.approve();
      await demo.reads('status', 'connected');
      await demo.isClosed();
    });
    await takes('switch the network', demo, acts, async () => {
      await demo.networkButton.click();
      await demo.shows('SwitchNetwork');
      await demo.faults({});
      await demo.button('Local chain B').click();
      await demo.prompt
        .getByRole('button', { name: 'Approve' })
        .click({ timeout: 2_000 })
        .catch(() => {});
      await demo.reads('chain-id', '31338');
    });
    await demo.openConnected('');
    await demo.connectButton.click();
    await demo.shows('Account');
    await takes('send, from Account', demo, acts, async () => {
      await demo.button('Send').click();
      await demo.shows('Send', 'Send');
      await demo.modal.getByRole('textbox', { name: 'Amount' }).fill('0.25');
      await demo.modal.getByRole('textbox', { name: 'To' }).fill(RECEIVER);
      await demo.button('Review').click();
      await demo.shows('SendReview', 'Review');
      await demo.modal.getByRole('button', { name: /^Send / }).click();
      await demo.approve();
      await demo.modal.getByRole('heading', { name: 'Sent' }).waitFor();
    });
  });

  it('the first login by email, signing, sending and the portal', async ({
    demo,
    page,
    context,
    stack,
    acts,
  }) => {
    const inbox = visitor(stack);
    await demo.open('wallet=none');
    await takes('log in by email, the first time', demo, acts, async () => {
      await demo.connectButton.click();
      await demo.shows('Connect', 'Log in to Meridian');
      await demo.modal.getByRole('textbox', { name: 'Email address' }).fill(inbox.address);
      await page.keyboard.press('Enter');
      await demo.shows('EmailVerifyDevice', 'New device');
      const mail = await context.newPage();
      acts.presses.push('the link of the email');
      await mail.goto(await inbox.link());
      await mail.getByRole('button', { name: 'Approve' }).click();
      await mail.locator('[data-part="approved"]').waitFor();
      await mail.close();
      await demo.shows('EmailVerifyOtp', 'Log in');
      await page.keyboard.type(await inbox.code());
      await demo.reads('status', 'connected');
      await demo.isClosed();
    });
    await takes('sign with the embedded wallet', demo, acts, async () => {
      await demo.hostButton('Sign message').click();
      await new ApprovalPage(demo).approve();
      await expect.poll(() => demo.read('signature')).toMatch(/^0x/);
    });
    await fund(stack, (await demo.read('address')) as `0x${string}`);
    await takes('send with the embedded wallet', demo, acts, async () => {
      await demo.hostButton('Send transaction').click();
      await new ApprovalPage(demo).approve();
      await expect.poll(() => demo.read('transaction'), { timeout: 60_000 }).toMatch(/^0x/);
    });
    const portalIn = (tab: Page) => tab.getByRole('heading', { name: 'Your wallet', exact: true });
    await demo.connectButton.click();
    await demo.shows('Account');
    await takes('open the portal for the first time, from Account', demo, acts, async () => {
      const opened = awaitedLater(context.waitForEvent('page'));
      await demo.button('Manage wallet').click();
      const portal = await opened;
      await pressArmed(portal.locator('.actions').getByRole('button', { name: 'Continue' }));
      await portalIn(portal).waitFor();
      await portal.close();
    });
    await demo.leave();
    await takes('open the portal again', demo, acts, async () => {
      await demo.connectButton.click();
      await demo.shows('Account');
      const opened = awaitedLater(context.waitForEvent('page'));
      await demo.button('Manage wallet').click();
      await portalIn(await opened).waitFor();
    });
  });

  it('a login with Google', async ({ demo, acts }) => {
    await demo.open('wallet=none');
    await takes('log in with Google', demo, acts, async () => {
      await demo.connectButton.click();
      await demo.shows('Connect');
      const popup = await pressSocial(demo);
      await popup.getByRole('button', { name: 'Continue as someone new' }).click();
      await demo.reads('status', 'connected');
      await demo.isClosed();
    });
  });

  it('a login whose window was closed', async ({ demo, acts }) => {
    await demo.open('wallet=none');
    await demo.connectButton.click();
    await demo.shows('Connect');
    await (await pressSocial(demo)).close();
    await demo.shows('ConnectingSocial');
    await takes('go on after the window was closed', demo, acts, async () => {
      const popup = await pressSocial(demo, 'Try again');
      await popup.getByRole('button', { name: 'Continue as someone new' }).click();
      await demo.reads('status', 'connected');
      await demo.isClosed();
    });
  });

  it('swapping, buying and paying', async ({ demo, page, stack, acts }) => {
    await demo.openConnected();
    await openSwap(demo);
    await swap(demo, 'ETH', 'DEUR', '0.2');
    await demo.openConnected('');
    await demo.connectButton.click();
    await demo.shows('Account');
    await takes('swap with an allowance, from Account', demo, acts, async () => {
      await demo.button('Swap').click();
      await demo.shows('Swap');
      await startSwap(demo, 'DEUR', 'ETH', '10');
      await demo.approve();
      await demo.modal.getByRole('heading', { name: /^Step 2 of 2/ }).waitFor();
      await demo.approve();
      await demo.modal.locator('.lk-ring[data-state="done"]').waitFor();
    });
    await demo.leave();
    await takes('buy, up to the provider', demo, acts, async () => {
      await demo.connectButton.click();
      await demo.shows('Account');
      await demo.button('Buy').click();
      await demo.shows('Onramp', 'Buy USDC');
      await demo.modal.getByRole('textbox', { name: 'Amount' }).fill('50');
      await demo.modal.getByText('You get about').waitFor();
      const popup = awaitedLater(page.waitForEvent('popup'));
      await demo.button('Continue with Coinbase').click();
      await (await popup).getByRole('heading', { name: 'Test exchange' }).waitFor();
    });
    const asset = `${CHAIN_A}:0x25283Df5d9f8196E5625528342c53C8aEDC65305`;
    const recipient = `0x${'ab'.repeat(20)}`;
    const payment = await createPayment(stack, { recipient, asset, amount: String(10n ** 18n) });
    await demo.openConnected('pay=1');
    await askForPayment(demo, { paymentId: payment.id });
    await demo.shows('Pay', 'Pay');
    await chooseEther(demo);
    await takes('pay', demo, acts, async () => {
      await payButton(demo).click();
      await demo.approve();
      await demo.modal.getByRole('heading', { name: /^Step 2 of 2/ }).waitFor();
      await demo.approve();
      await demo.modal.getByRole('heading', { name: 'Paid 1 DEUR' }).waitFor();
    });
  });

  it('pairing by WalletConnect', async ({ demo, acts, phone }) => {
    await demo.open('walletConnect=1');
    await demo.connectButton.click();
    await demo.shows('Connect');
    await takes('scan the code of WalletConnect, from Connect', demo, acts, async () => {
      await demo.button('WalletConnect').click();
      await phone.client.pair(await shownLink(demo));
      await demo.reads('status', 'connected');
    });
  });

  it('pairing with a wallet on the same phone', async ({ browser, stack, phone }) => {
    const context = await browser.newContext({
      ...{ baseURL: stack.demo, userAgent: IPHONE, viewport: { width: 390, height: 844 } },
      ...{ hasTouch: true, isMobile: true },
    });
    onTestFinished(() => context.close());
    const acts = await countActs(context);
    const demo = new DemoPage(await context.newPage());
    await demo.open('walletConnect=1');
    await recordOpened(demo.page);
    await takes('connect a wallet on the same phone', demo, acts, async () => {
      await demo.connectButton.tap();
      await demo.shows('Connect');
      await demo.button('MetaMask').tap();
      await demo.shows('ConnectingWalletConnect', 'MetaMask');
      await phone.client.pair((await state(demo.page)).uri ?? '');
      await demo.reads('status', 'connected');
    });
  });

  it('signing in, and using another wallet', async ({ demo, acts }) => {
    await demo.openConnected('siwx=required');
    await demo.shows('SIWXSignMessage', 'Sign in');
    await takes('sign in with a wallet', demo, acts, async () => {
      await demo.signButton.click();
      await demo.approve();
      await demo.isClosed();
    });
    await demo.page.evaluate(() => localStorage.clear());
    await demo.open(THREE_WALLETS);
    await connectOnEvm(demo, 'One');
    await openWallets(demo);
    await demo.modal.locator('[data-return="add-wallet"]').click();
    await pickOnEvm(demo, 'Two');
    await takes('switch to another wallet', demo, acts, async () => {
      await openWallets(demo);
      await demo.button('One').click();
      await expect.poll(async () => (await held(demo))[0]).toBe('eip155 One');
    });
  });
});
