import type { Locator } from 'playwright-core';
import { afterEach, describe, expect } from 'vitest';
import { deployEns } from '../packages/gateway/test/chain/minimalContracts.js';
import { violations } from './support/axe.js';
import { chainRequest, ENS_RESOLVER } from './support/chain.js';
import { ADDRESS, type DemoPage, eventually } from './support/DemoPage.js';
import { it } from './support/demo.js';
import { focused, tabTo } from './support/keyboard.js';
import { resize } from './support/resize.js';
import { standStill } from './support/standStill.js';

const RECEIVER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const CONTRACT = '0x00000000000000000000000000000000000000c0';
/** Bytecode that reverts every call with Error('closed on Sundays'). */
const CLOSED =
  '0x6308c379a060e01b5f526020600452601160245270636c6f736564206f6e2053756e6461797360781b60445260645ffd';

let chain = '';
const ask = <T>(method: string, params: readonly unknown[] = []) => chainRequest<T>(chain, method, params);
const hold = () => ask('evm_setAutomine', [false]);
const mine = () => ask('anvil_mine', ['0x1']);
afterEach(async () => {
  if (!chain) return;
  await mine();
  await ask('evm_setAutomine', [true]);
});

/** Expects that axe finds nothing in the status of a payment, once its heading is visible. */
async function standsReadable(demo: DemoPage, name: string): Promise<void> {
  await demo.modal.getByRole('heading', { name }).waitFor();
  await standStill(demo);
  expect(await violations(demo.page), name).toEqual([]);
}

const amount = (demo: DemoPage) => demo.modal.getByRole('textbox', { name: 'Amount' });
const to = (demo: DemoPage) => demo.modal.getByRole('textbox', { name: 'To' });

async function openSend(demo: DemoPage): Promise<void> {
  await demo.connectButton.click();
  await demo.shows('Account');
  await demo.button('Send').click();
  await demo.shows('Send', 'Send');
}

/** Sends a payment from the Account button to the wallet's approval. */
async function send(demo: DemoPage, sum: string, receiver = RECEIVER, token?: string): Promise<void> {
  await openSend(demo);
  if (token) {
    await demo.button('Token').click();
    await demo.shows('SendSelectToken');
    await demo.button(token).click();
    await demo.shows('Send');
  }
  await amount(demo).fill(sum);
  await to(demo).fill(receiver);
  await demo.button('Review').click();
  await demo.shows('SendReview', 'Review');
  await demo.modal.getByRole('button', { name: /^Send / }).click();
}

/** Advances the clock from 'Sent' to Account. Needs the page's clock installed. */
async function returnsToAccount(demo: DemoPage): Promise<void> {
  await demo.modal.getByRole('heading', { name: 'Sent' }).waitFor();
  await demo.page.clock.runFor(1_400);
  await demo.shows('Account');
}

/** Waits until a part of the modal shows a token's image from the gateway. */
async function drawToken(places: Locator, gateway: string, symbol: string): Promise<void> {
  const address = `${gateway}/public/getTokenImage/${symbol}`;
  const picture = places.locator(`img[src^="${address}"]`);
  await eventually(
    () => picture.evaluateAll(found => found.map(one => (one as HTMLImageElement).naturalWidth > 0)),
    [true],
  );
}

async function pendingHash(demo: DemoPage): Promise<string> {
  await demo.shows('TransactionStatus');
  const hash = () =>
    demo.page.evaluate(() => window.demo.kit.store.getState().pendingTransactions[0]?.hash ?? '');
  await expect.poll(hash).not.toBe('');
  return hash();
}

/** Replaces the pending transaction in the wallet with another one that pays higher fees. */
let tip = 10n ** 12n;
async function outbid(hash: string, change: object): Promise<void> {
  const { nonce } = await ask<{ nonce: string }>('eth_getTransactionByHash', [hash]);
  tip *= 4n;
  const fee = `0x${tip.toString(16)}`;
  await ask('eth_sendTransaction', [
    { from: ADDRESS, nonce, maxFeePerGas: fee, maxPriorityFeePerGas: fee, ...change },
  ]);
}

describe('sending', () => {
  it.runIf(process.env.LATCHKIT_FULL)(
    "shows the token's picture from the gateway wherever it names the token [CALL-09]",
    async ({ demo, stack }) => {
      await demo.openConnected();
      await demo.connectButton.click();
      await demo.shows('Account');
      await drawToken(demo.modal.getByRole('listitem'), stack.gateway, 'ETH');
      await demo.button('Send').click();
      await demo.shows('Send', 'Send');
      await drawToken(demo.button('Token'), stack.gateway, 'ETH');
      await demo.button('Token').click();
      await demo.shows('SendSelectToken');
      await drawToken(demo.button('Ether'), stack.gateway, 'ETH');
      await demo.button('Ether').click();
      await demo.shows('Send');
      await amount(demo).fill('0.25');
      await to(demo).fill(RECEIVER);
      await demo.button('Review').click();
      await demo.shows('SendReview', 'Review');
      await drawToken(demo.modal.locator('.lk-flow'), stack.gateway, 'ETH');
    },
  );

  it('sends the network’s own currency, and returns to Account [CAP-05] [STATE-42]', async ({
    demo,
    stack,
  }) => {
    chain = stack.chainA;
    await demo.page.clock.install();
    await demo.openConnected();
    await send(demo, '0,25');
    await demo.shows('TransactionStatus');
    await returnsToAccount(demo);
    const calls = (await demo.calls()).filter(({ method }) => method === 'eth_sendTransaction');
    expect(calls).toHaveLength(1);
    expect(calls[0]?.params).toEqual([expect.objectContaining({ to: RECEIVER, value: '0x3782dace9d90000' })]);
  });

  it('sends an ERC-20 token, and returns to Account [CAP-06] [STATE-43]', async ({ demo, stack }) => {
    chain = stack.chainA;
    await demo.page.clock.install();
    await demo.openConnected();
    await send(demo, '12.5', RECEIVER, 'Demo Dollar');
    await demo.shows('TransactionStatus');
    await returnsToAccount(demo);
    const [call] = (await demo.calls()).filter(({ method }) => method === 'eth_sendTransaction');
    expect(call?.params).toEqual([
      expect.objectContaining({
        value: '0x0',
        data: expect.stringMatching(/^0xa9059cbb0{24}70997970.*bebc20$/),
      }),
    ]);
  });

  it.runIf(process.env.LATCHKIT_FULL)(
    'works by keyboard alone: token, amount, receiver, review',
    async ({ demo, page, stack }) => {
      chain = stack.chainA;
      await page.clock.install();
      await demo.openConnected();
      await demo.connectButton.focus();
      await page.keyboard.press('Enter');
      await demo.shows('Account', 'Account');
      await tabTo(page, 'Send');
      await page.keyboard.press('Enter');
      await demo.shows('Send', 'Send');
      await tabTo(page, 'Token');
      await page.keyboard.press('Enter');
      await demo.shows('SendSelectToken');
      await tabTo(page, 'Demo Dollar');
      await page.keyboard.press('Space');
      await demo.shows('Send', 'Send');
      await eventually(async () => (await focused(page)).startsWith('Token'), true);
      await tabTo(page, 'Amount', 'Shift+Tab');
      await page.keyboard.type('1.25');
      await tabTo(page, 'Token');
      await page.keyboard.press('Tab');
      await eventually(() => focused(page), 'To');
      await page.keyboard.type('0x70997970C51812dc3A010C7d01b50e0d17dc79C8');
      await demo.modal.locator('[data-return="review"]:enabled').waitFor();
      await tabTo(page, 'Review');
      await page.keyboard.press('Enter');
      await demo.shows('SendReview', 'Review');
      await tabTo(page, 'Send 1.25 DMD');
      await page.keyboard.press('Enter');
      await returnsToAccount(demo);
      await demo.shows('Account', 'Account');
      await eventually(() => focused(page), 'Send');
    },
  );

  it.runIf(process.env.LATCHKIT_FULL)('reports why a payment was reverted', async ({ demo, stack }) => {
    chain = stack.chainA;
    await ask('anvil_setCode', [CONTRACT, '0x']);
    await demo.openConnected();
    await hold();
    await send(demo, '0.1', CONTRACT);
    await pendingHash(demo);
    await ask('anvil_setCode', [CONTRACT, CLOSED]);
    await mine();
    await standsReadable(demo, 'Payment failed');
    await demo.modal.getByText('closed on Sundays').first().waitFor();
    await demo.button('Done').click();
    await demo.shows('Account');
  });

  it.runIf(process.env.LATCHKIT_FULL)(
    'warns that the network would refuse a payment',
    async ({ demo, stack }) => {
      chain = stack.chainA;
      await ask('anvil_setCode', [CONTRACT, CLOSED]);
      await demo.openConnected();
      await openSend(demo);
      await amount(demo).fill('0.1');
      await to(demo).fill(CONTRACT);
      await demo.modal.getByText('This address is a contract.').waitFor();
      await demo.button('Review').click();
      await demo.modal.getByRole('alert').filter({ hasText: 'closed on Sundays' }).waitFor();
    },
  );

  it.runIf(process.env.LATCHKIT_FULL)(
    'knows a payment that was sent again, one that was replaced and one that was cancelled',
    async ({ demo, stack }) => {
      chain = stack.chainA;
      await demo.page.clock.install();
      await demo.openConnected();
      await hold();
      await send(demo, '0.3');
      await outbid(await pendingHash(demo), { to: RECEIVER, value: '0x429d069189e0000' });
      await mine();
      await returnsToAccount(demo);
      await demo.page.keyboard.press('Escape');
      await demo.isClosed();
      await send(demo, '0.4');
      await outbid(await pendingHash(demo), { to: ADDRESS, value: '0x0' });
      await mine();
      await standsReadable(demo, 'Cancelled');
      await demo.button('Close').click();
      await demo.isClosed();
      await send(demo, '0.5');
      await outbid(await pendingHash(demo), { to: CONTRACT, value: '0x0', data: '0x01', gas: '0xc350' });
      await mine();
      await standsReadable(demo, 'Replaced in your wallet');
    },
  );

  it.runIf(process.env.LATCHKIT_FULL)(
    'follows a payment after the modal was closed, and reports its outcome on the page',
    async ({ demo, stack }) => {
      chain = stack.chainA;
      await demo.openConnected();
      await hold();
      await send(demo, '0.2');
      await pendingHash(demo);
      await demo.button('Close').click();
      await demo.isClosed();
      await mine();
      await demo.page.getByRole('status').filter({ hasText: '0.2 ETH sent' }).waitFor();
    },
  );

  it.runIf(process.env.LATCHKIT_FULL)('follows a payment across a reload', async ({ demo, stack }) => {
    chain = stack.chainA;
    await demo.openConnected();
    await hold();
    await send(demo, '0.2');
    await pendingHash(demo);
    await demo.page.reload();
    await demo.reads('status', 'connected');
    const pending = () =>
      demo.page.evaluate(() => window.demo.kit.store.getState().pendingTransactions.length);
    await eventually(pending, 1);
    await mine();
    await demo.page.getByRole('status').filter({ hasText: '0.2 ETH sent' }).waitFor();
    await eventually(pending, 0);
  });

  it.runIf(process.env.LATCHKIT_FULL)(
    'sends all there is, and keeps the fee back',
    async ({ demo, stack }) => {
      chain = stack.chainB;
      await demo.openConnected();
      // From an account that no other journey pays from at the same time.
      const own = await demo.page.evaluate(async () => {
        const wallet = window.demo.wallets[0];
        const last = (await wallet?.addresses())?.at(-1) ?? '';
        wallet?.changeAccounts([last]);
        return last;
      });
      await demo.reads('address', own);
      const before = await ask<string>('eth_getBalance', [own, 'latest']);
      await demo.hostButton('Switch network').click();
      await demo.reads('chain-id', '31338');
      await openSend(demo);
      await demo.button('Max').click();
      await to(demo).fill(RECEIVER);
      await demo.button('Review').click();
      await demo.modal.getByRole('button', { name: /^Send / }).click();
      await demo.modal.getByRole('heading', { name: 'Sent' }).waitFor();
      const left = BigInt(await ask<string>('eth_getBalance', [own, 'latest']));
      expect(left).toBeLessThan(10n ** 15n);
      await ask('anvil_setBalance', [own, before]);
    },
  );

  it.runIf(process.env.LATCHKIT_FULL)(
    'offers Review for an amount above 0 only, and shows the receiver whole before the press',
    async ({ demo, page }) => {
      await resize(page, { width: 320, height: 700 });
      await demo.openConnected();
      await openSend(demo);
      await to(demo).fill(RECEIVER);
      for (const sum of ['abc', '0', '0.', '0,00']) {
        await amount(demo).fill(sum);
        await eventually(() => demo.button('Review').isDisabled(), true);
      }
      await amount(demo).fill('0.123456789012345678');
      await demo.button('Review').click();
      await demo.shows('SendReview', 'Review');
      // In groups, which are easier to compare.
      const groups = demo.modal.locator('.lk-body span', {
        hasText: /^(0x[0-9a-fA-F]{4}|[0-9a-fA-F]{4,6})$/,
      });
      expect((await groups.allTextContents()).join('')).toBe(RECEIVER);
      const exact = demo.modal.getByRole('button', { name: /Exact amount: 0\.123456789012345678 ETH/ });
      expect(await exact.evaluate(one => one.getClientRects().length)).toBe(1);
      await exact.click();
      await demo.modal.getByText('0.123456789012345678 ETH').waitFor();
    },
  );

  it.runIf(process.env.LATCHKIT_FULL)(
    'refuses an address with a typo, and says what the names service says [CALL-27] [ERR-69]',
    async ({ demo }) => {
      await demo.openConnected();
      await openSend(demo);
      await amount(demo).fill('1');
      await to(demo).fill(RECEIVER.replace('970C5', '970c5'));
      await demo.modal.getByText('This address has a typo in it.').waitFor();
      expect(await demo.button('Review').isDisabled()).toBe(true);
      await to(demo).fill('ada_b.eth');
      await demo.modal.getByText('This is not a name such as somebody.eth').waitFor();
      expect(await demo.button('Review').isDisabled()).toBe(true);
      await amount(demo).fill('999999999');
      await demo.button('Lower the amount').waitFor();
    },
  );

  it.runIf(process.env.LATCHKIT_FULL)(
    'sends to a name, looked up at the gateway, and shows the address that it means [CALL-27]',
    async ({ demo, stack }) => {
      chain = stack.chainA;
      const record = { name: 'ada.eth', address: RECEIVER, leadsTo: RECEIVER } as const;
      await deployEns(chain, ENS_RESOLVER, [record]);
      await demo.openConnected();
      await openSend(demo);
      await amount(demo).fill('0.01');
      await to(demo).fill('ada.eth');
      await demo.modal.getByText('Resolves to 0x70…dc79C8').waitFor();
      await demo.button('Review').click();
      await demo.modal.getByRole('button', { name: /^Send / }).click();
      await demo.modal.getByText('0.01 ETH went to ada.eth.').waitFor();
      const [call] = (await demo.calls()).filter(({ method }) => method === 'eth_sendTransaction');
      expect(call?.params).toEqual([expect.objectContaining({ to: RECEIVER })]);
    },
  );

  it.runIf(process.env.LATCHKIT_FULL)(
    'asks before it is closed while the wallet is being asked, and keeps the form',
    async ({ demo }) => {
      await demo.openConnected();
      await demo.faults({ hang: ['eth_sendTransaction'] });
      await send(demo, '0.7');
      await demo.modal.getByRole('heading', { name: 'Confirm in Demo Wallet' }).waitFor();
      await demo.page.keyboard.press('Escape');
      await standsReadable(demo, 'Stop waiting?');
      await demo.button('Keep waiting').click();
      await demo.button('Close').click();
      await demo.button('Close anyway').click();
      await demo.isClosed();
      await openSend(demo);
      expect(await amount(demo).inputValue()).toBe('0.7');
    },
  );

  it.runIf(process.env.LATCHKIT_FULL)(
    'reports that nothing was sent when the visitor declines',
    async ({ demo }) => {
      await demo.openConnected();
      await demo.faults({ reject: true });
      await send(demo, '0.7');
      await demo.modal.getByRole('alert').filter({ hasText: 'Nothing was sent.' }).waitFor();
      await demo.modal.getByRole('button', { name: /^Send / }).waitFor();
    },
  );
});
