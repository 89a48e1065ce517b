import { describe, expect } from 'vitest';
import { violations } from './support/axe.js';
import { tokenBalance } from './support/chain.js';
import { ADDRESS, DemoPage, eventually } from './support/DemoPage.js';
import { it } from './support/demo.js';
import { holdReceipts } from './support/holdReceipts.js';
import { tabTo } from './support/keyboard.js';
import { IPHONE, phoneVisit } from './support/phoneVisit.js';
import { control } from './support/scenes/control.js';
import { standStill } from './support/standStill.js';
import { EURO, fillSwap, openSwap, payField, receiveField, startSwap, swap } from './support/swapForm.js';
import { connectOnPhone, inTheApp, openedLinks, it as phoneIt } from './support/walletConnectJourney.js';

const FULL = process.env.LATCHKIT_FULL !== undefined;

describe('swapping with a wallet on the same phone', () => {
  phoneIt.runIf(process.env.LATCHKIT_FULL)(
    'waits for a press before step 2, which opens the wallet again, and asks for each step once',
    async ({ browser, stack, phone }) => {
      await phoneVisit(browser, stack, { userAgent: IPHONE }, async demo => {
        const { page } = demo;
        await connectOnPhone(demo, phone);
        await openSwap(demo);
        await swap(demo, 'ETH', 'DEUR', '0.2');
        await demo.button('Done').tap();
        await control(demo, 'swaps').tap();
        await demo.shows('Swap');
        phone.signs = false;
        const before = { asked: phone.requests.length, opened: (await openedLinks(page)).length };
        await startSwap(demo, 'DEUR', 'ETH', '10');
        await demo.modal.getByRole('heading', { name: 'Step 1 of 2: allow 10 DEUR' }).waitFor();
        await eventually(() => phone.requests.length, before.asked + 1);
        await inTheApp(page, () => phone.signAll());
        const goOn = demo.modal.getByRole('button', { name: /^Continue in / });
        await goOn.waitFor();
        await demo.modal.getByRole('heading', { name: 'Step 2 of 2: swapping' }).waitFor();
        await standStill(demo);
        expect(await violations(page)).toEqual([]);
        // Neither coming back nor leaving again asks for the swap.
        await inTheApp(page, async () => {});
        expect(phone.requests).toHaveLength(before.asked + 1);
        await goOn.tap();
        await eventually(() => phone.requests.length, before.asked + 2);
        const links = (await openedLinks(page)).slice(before.opened);
        expect(links).toMatchObject([{ pressed: true }, { pressed: true }]);
        await inTheApp(page, async () => {});
        await inTheApp(page, () => phone.signAll());
        await demo.modal.locator('.lk-ring[data-state="done"]').waitFor();
        const asked = phone.requests.slice(before.asked).map(({ request }) => request.method);
        expect(asked).toEqual(['eth_sendTransaction', 'eth_sendTransaction']);
      });
    },
  );
});

describe('swapping', () => {
  it('swaps native to token to token to native on the chain of npm start [CAP-08]', async ({
    demo,
    page,
    stack,
  }) => {
    const convert: string[] = [];
    page.on('request', request => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith('/v1/convert/')) convert.push(pathname.slice('/v1/convert/'.length));
    });
    await demo.openConnected();
    await openSwap(demo);
    await demo.modal.getByRole('textbox', { name: 'You pay' }).waitFor();
    await demo.modal.getByRole('textbox', { name: 'You receive' }).waitFor();
    expect(await demo.modal.getByRole('button', { name: /^Pay with/ }).count()).toBe(1);
    const before = await tokenBalance(stack.chainA, EURO, ADDRESS);
    expect(await swap(demo, 'ETH', 'DEUR', '0.5')).toMatch(/^You got .* DEUR$/);
    const got = (await tokenBalance(stack.chainA, EURO, ADDRESS)) - before;
    expect(got).toBeGreaterThan(0n);
    await standStill(demo);
    expect(await violations(page)).toEqual([]);
    await demo.button('Done').click();
    await demo.shows('Account');
    await control(demo, 'swaps').click();
    await demo.shows('Swap');
    expect(await swap(demo, 'DEUR', 'DGLD', '100')).toMatch(/^You got .* DGLD$/);
    // The review of the next swap does not show the result of this one.
    await demo.leave();
    await openSwap(demo);
    expect(await swap(demo, 'DGLD', 'ETH', '0.5')).toMatch(/^You got .* ETH$/);
    // Three swaps, and an approval of the exact amount before the two that pay with a token.
    const sent = (await demo.calls()).filter(({ method }) => method === 'eth_sendTransaction');
    expect(sent).toHaveLength(5);
    const approvals = sent.map(({ params }) => (params as [{ data?: string }])[0].data ?? '0x');
    expect(
      approvals.filter(data => data.startsWith('0x095ea7b3')).map(data => BigInt(`0x${data.slice(-64)}`)),
    ).toEqual([100n * 10n ** 18n, 5n * 10n ** 17n]);
    expect(new Set(convert)).toEqual(
      new Set([
        'tokens',
        'unrouted',
        'gas-price',
        'quotes',
        'allowance',
        'build-approve',
        'build-transaction',
      ]),
    );
    await demo.button('Done').click();
    await demo.modal.getByRole('tab', { name: 'Activity' }).click();
    const panel = demo.modal.getByRole('tabpanel');
    await panel.getByText('DEUR to DGLD').waitFor();
    // The history knows only what the contract took: the currency that it paid is in no log.
    await panel.getByText('DGLD to ETH').waitFor();
  });

  it('shows what the host opens it with each time, and keeps what the visitor changes [VIEW-25] (rows-D4)', async ({
    demo,
    page,
  }) => {
    await demo.openConnected();
    const open = (fromToken: string, toToken: string, amount: string) =>
      page.evaluate(args => window.demo.openModal({ view: 'Swap', arguments: args }), {
        fromToken,
        toToken,
        amount,
      });
    const shows = async (...wanted: string[]) => {
      await eventually(async () => {
        const tokens = ['swap-from', 'swap-to'].map(key => control(demo, key).textContent());
        return [...(await Promise.all(tokens)), await payField(demo).inputValue()];
      }, wanted);
    };
    await open('ETH', 'DEUR', '1');
    await shows('ETH', 'DEUR', '1');
    await open('DEUR', 'DGLD', '2');
    await shows('DEUR', 'DGLD', '2');
    await payField(demo).fill('3');
    await control(demo, 'swap-to').click();
    await demo.shows('SwapSelectToken');
    await demo.button('Back').click();
    await demo.shows('Swap');
    await shows('DEUR', 'DGLD', '3');
    await open('DEUR', 'DGLD', '2');
    await shows('DEUR', 'DGLD', '2');
    await page.evaluate(() => window.demo.openModal({ view: 'Receive' }));
    await demo.shows('Receive');
    await open('DGLD', 'ETH', '4');
    await shows('DGLD', 'ETH', '4');
  });

  it.runIf(process.env.LATCHKIT_FULL)(
    'refuses step 2 on another account, and lists the approval in Activity with a way to remove it',
    async ({ demo }) => {
      await demo.openConnected();
      await openSwap(demo);
      await swap(demo, 'ETH', 'DEUR', '0.2');
      await demo.button('Done').click();
      await control(demo, 'swaps').click();
      await demo.shows('Swap');
      const release = await holdReceipts(demo.page);
      await startSwap(demo, 'DEUR', 'ETH', '10');
      await demo.modal.getByRole('heading', { name: 'Step 1 of 2: allow 10 DEUR' }).waitFor();
      await demo.modal.getByText('Keep this open to go on with the next step.').waitFor();
      const [, second = ''] = await demo.page.evaluate(() => window.demo.wallets[0]?.addresses() ?? ['', '']);
      await demo.page.evaluate(address => window.demo.wallets[0]?.changeAccounts([address]), second);
      await demo.reads('address', second);
      release();
      await demo.modal.getByRole('heading', { name: 'The swap didn’t go through' }).waitFor();
      await demo.modal.getByText('You still have your 10 DEUR.').waitFor();
      await demo.page.evaluate(address => window.demo.wallets[0]?.changeAccounts([address]), ADDRESS);
      await demo.reads('address', ADDRESS);
      await demo.page.keyboard.press('Escape');
      await demo.isClosed();
      await demo.hostButton('Open activity').click();
      await demo.shows('Activity');
      await demo.button('Remove access to 10 DEUR').click();
      await eventually(() => demo.modal.getByRole('button', { name: /^Remove access/ }).count(), 0);
    },
  );

  it.runIf(FULL)('works by keyboard alone', async ({ demo, page }) => {
    await demo.openConnected();
    await demo.connectButton.focus();
    await page.keyboard.press('Enter');
    await demo.shows('Account', 'Account');
    await tabTo(page, 'Swap');
    await page.keyboard.press('Enter');
    await demo.shows('Swap', 'Swap');
    await demo.modal.getByRole('textbox', { name: 'You pay' }).waitFor();
    await tabTo(page, 'Receive');
    await page.keyboard.press('Enter');
    await demo.shows('SwapSelectToken');
    await tabTo(page, 'Development euro');
    await page.keyboard.press('Space');
    await demo.shows('Swap', 'Swap');
    await tabTo(page, 'You pay', 'Shift+Tab');
    await page.keyboard.type('0.1');
    await demo.modal.locator('[data-return="review"]:enabled').waitFor();
    await tabTo(page, 'Review swap');
    await page.keyboard.press('Enter');
    await demo.shows('SwapReview');
    await tabTo(page, 'Swap 0.1 ETH');
    await page.keyboard.press('Enter');
    await demo.modal.getByRole('heading', { name: /^You got / }).waitFor();
    await tabTo(page, 'Done');
    await page.keyboard.press('Enter');
    await demo.shows('Account');
  });

  it.runIf(FULL)('works on a phone and in Arabic', async ({ browser, remembered, stack }) => {
    for (const query of ['prompt=auto', 'prompt=auto&locale=ar'])
      await phoneVisit(browser, stack, {}, async ({ page }) => {
        const demo = new DemoPage(page, remembered);
        await demo.openConnected(query);
        await openSwap(demo);
        expect(await swap(demo, 'ETH', 'DEUR', '0.1')).toContain('DEUR');
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
      });
  });

  it.runIf(FULL)(
    'keeps the form while the gateway is away, and goes on when it is back',
    async ({ demo, page, stack }) => {
      await demo.openConnected();
      await openSwap(demo);
      await fillSwap(demo, 'ETH', 'DEUR', '0.1');
      await page.route(`${stack.gateway}/v1/convert/**`, route => route.abort());
      await payField(demo).fill('0.2');
      await demo.modal.getByText('Couldn’t get a price').waitFor();
      expect(await receiveField(demo).inputValue()).toBe('');
      await page.unroute(`${stack.gateway}/v1/convert/**`);
      await payField(demo).fill('0.15');
      await control(demo, 'review').click();
      await demo.shows('SwapReview');
    },
  );
});
