import { getAddress, toHex } from 'viem';
import { describe, expect } from 'vitest';
import { awaitedLater } from '../scripts/lib/awaitedLater.mjs';
import { chainRequest } from './support/chain.js';
import { ADDRESS, type DemoPage, eventually } from './support/DemoPage.js';
import { decodeQr } from './support/decodeQr.js';
import { it } from './support/demo.js';
import { readHistory } from './support/history.js';

const RECEIVER = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';

async function openAccount(demo: DemoPage): Promise<void> {
  await demo.connectButton.click();
  await demo.shows('Account');
}

describe('activity', () => {
  it('lists what the account did, from the gateway’s history [CAP-12] [CALL-18] [ENT-16]', async ({
    demo,
    page,
    stack,
  }) => {
    await demo.openConnected();
    await openAccount(demo);
    await demo.button('Send').click();
    await demo.modal.getByRole('textbox', { name: 'Amount' }).fill('0.125');
    await demo.modal.getByRole('textbox', { name: 'To' }).fill(RECEIVER);
    await demo.button('Review').click();
    // The chain mines at once, and the status closes soon after.
    await Promise.all([
      demo.shows('TransactionStatus'),
      demo.modal.getByRole('button', { name: /^Send / }).click(),
    ]);
    await demo.shows('Account');
    // An open view does not ask again.
    await eventually(async () => {
      const { data } = await readHistory(stack, ADDRESS);
      return data.some(({ transfers }) => transfers[0]?.quantity.numeric === '0.125');
    }, true);
    const asked = awaitedLater(page.waitForRequest(request => request.url().includes('/history')));
    await demo.modal.getByRole('tab', { name: 'Activity' }).click();
    expect(new URL((await asked).url()).searchParams.get('chainId')).toBe('eip155:31337');
    const row = demo.modal.getByRole('listitem').filter({ hasText: '0.125 ETH' }).first();
    await row.filter({ hasText: 'Sent' }).filter({ hasText: 'To 0x3C…4293BC' }).waitFor();
    await page.keyboard.press('Escape');
    await demo.isClosed();
    await demo.hostButton('Open activity').click();
    await demo.shows('Activity', 'Activity');
    await demo.modal.getByRole('heading', { name: 'Today' }).waitFor();
    await demo.modal.getByRole('listitem').filter({ hasText: '0.125 ETH' }).first().waitFor();
  });

  it.runIf(process.env.LATCHKIT_FULL)(
    'asks for the next page by the cursor of the one before [CALL-18]',
    async ({ demo, page, stack }) => {
      await demo.openConnected();
      // An unused account, which the visitor selects in the wallet.
      const address = getAddress(toHex(crypto.getRandomValues(new Uint8Array(20))));
      await page.evaluate(picked => window.demo.wallets[0]?.changeAccounts([picked]), address);
      await demo.reads('address', address);
      // One more than a page contains, from an account that no other journey uses.
      const from = (await chainRequest<readonly string[]>(stack.chainA, 'eth_accounts')).at(-1);
      for (let payment = 0; payment < 51; payment++) {
        await chainRequest(stack.chainA, 'eth_sendTransaction', [{ from, to: address, value: '0x1' }]);
      }
      await eventually(async () => (await readHistory(stack, address)).next !== null, true);
      const answerOf = (isNext: boolean) =>
        page.waitForResponse(response => {
          const url = new URL(response.url());
          return url.pathname.endsWith('/history') && url.searchParams.has('cursor') === isNext;
        });
      const [first, second] = [answerOf(false), answerOf(true)];
      await demo.hostButton('Open activity').click();
      await demo.shows('Activity', 'Activity');
      const { next } = (await (await first).json()) as { next: string };
      await demo.modal.getByRole('listitem').last().scrollIntoViewIfNeeded();
      const asked = new URL((await second).url());
      expect(asked.pathname).toBe(`/v1/account/${address}/history`);
      expect([asked.searchParams.get('cursor'), asked.searchParams.get('chainId')]).toEqual([
        next,
        'eip155:31337',
      ]);
      await eventually(() => demo.modal.getByRole('listitem').count(), 51);
    },
  );

  it.runIf(process.env.LATCHKIT_FULL)(
    "says 'Failed to fetch transactions' where the history cannot be had, and lists nothing [ERR-41]",
    async ({ demo, page }) => {
      await demo.openConnected();
      await page.route('**/history?**', route => route.abort());
      const told = awaitedLater(
        page.locator('.lk-toast').filter({ hasText: 'Failed to fetch transactions' }).waitFor(),
      );
      await demo.hostButton('Open activity').click();
      await demo.shows('Activity', 'Activity');
      await told;
      await demo.modal.getByText('Couldn’t load your activity').waitFor();
      expect(await demo.modal.getByRole('listitem').count()).toBe(0);
      const { status, next } = await page.evaluate(() => window.demo.kit.store.getState().activity);
      expect([status, next]).toEqual(['error', undefined]);
    },
  );

  it.runIf(process.env.LATCHKIT_FULL)(
    'moves between the tabs with the arrow keys [VIEW-18]',
    async ({ demo, page }) => {
      await demo.openConnected();
      await openAccount(demo);
      const tabs = demo.modal.getByRole('tab');
      await tabs.first().waitFor();
      expect(await tabs.allTextContents()).toEqual(['Tokens', 'NFTs', 'Activity']);
      await tabs.first().focus();
      await page.keyboard.press('ArrowRight');
      await demo.modal.getByRole('tab', { name: 'NFTs', selected: true }).waitFor();
      await demo.modal.getByRole('heading', { name: /No NFTs/ }).waitFor();
      await page.keyboard.press('End');
      await demo.modal.getByRole('tab', { name: 'Activity', selected: true }).waitFor();
    },
  );
});

describe('a payment request', () => {
  it('is a link in a code, with the amount that was typed (EIP-681)', async ({ demo, page }) => {
    await demo.openConnected();
    await openAccount(demo);
    await demo.button('Receive').click();
    await demo.shows('Receive');
    await demo.button('Ask for an amount').click();
    await demo.modal.getByRole('textbox', { name: 'Amount to ask for' }).fill('1,5');
    const code = demo.modal.getByRole('img', { name: 'QR code of your payment request' });
    const link = `ethereum:${ADDRESS}@31337?value=1500000000000000000`;
    await expect.poll(() => code.getAttribute('data-uri')).toBe(link);
    expect(await decodeQr(page, await code.screenshot())).toBe(link);
    await demo.button('Show the address only').click();
    await demo.modal.getByRole('img', { name: 'QR code of your address' }).waitFor();
  });
});
