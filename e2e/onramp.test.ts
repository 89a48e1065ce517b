import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { awaitedLater } from '../scripts/lib/awaitedLater.mjs';
import { violations } from './support/axe.js';
import { tokenBalance } from './support/chain.js';
import { ADDRESS, type DemoPage, eventually } from './support/DemoPage.js';
import { it } from './support/demo.js';
import { focused, tabTo } from './support/keyboard.js';
import { phoneVisit } from './support/phoneVisit.js';
import type { Stack } from './support/startStack.js';

const DOLLAR = '0xD011A70000000000000000000000000000000001';

/** The visitor's development dollars on chain A, in millionths. */
const dollars = ({ chainA }: Stack) => tokenBalance(chainA, DOLLAR, ADDRESS);

const amount = (demo: DemoPage) => demo.modal.getByRole('textbox', { name: 'Amount' });
const says = (demo: DemoPage, heading: string | RegExp) =>
  demo.modal.getByRole('heading', { name: heading, level: 3 }).waitFor();

async function openBuy(demo: DemoPage): Promise<void> {
  await demo.connectButton.click();
  await demo.shows('Account');
  await demo.button('Buy').click();
  await demo.shows('Onramp', 'Buy USDC');
}

/** Fills the form and opens the exchange. */
async function continueTo(demo: DemoPage, sum: string, provider = 'Coinbase'): Promise<Page> {
  await openBuy(demo);
  await amount(demo).fill(sum);
  await demo.modal.getByText('You get about').waitFor();
  const popup = awaitedLater(demo.page.waitForEvent('popup'));
  await demo.button(`Continue with ${provider}`).click();
  const exchange = await popup;
  await exchange.getByRole('heading', { name: 'Test exchange' }).waitFor();
  return exchange;
}

/** Pays at the exchange with a test card. */
async function pay(exchange: Page, card: string): Promise<void> {
  await exchange.getByRole('radio', { name: card }).check();
  await exchange.getByRole('button', { name: /^Pay / }).click();
}

describe('buying', () => {
  it('shows two providers with their quotes, and the tokens of the test card arrive [CAP-09] [VIEW-19] [LIM-27] [CALL-08]', async ({
    demo,
    stack,
  }) => {
    await demo.openConnected();
    const before = await dollars(stack);
    await openBuy(demo);
    const radios = demo.modal.getByRole('radio');
    expect(await radios.count()).toBe(2);
    await amount(demo).fill('50');
    await demo.modal.getByRole('radio', { name: /^Coinbase Best rate Fee 1–2% 49\.5 USDC/ }).waitFor();
    await demo.modal.getByRole('radio', { name: /^Meld Fee 1–2% 49 USDC/ }).waitFor();
    await demo.modal.locator('img[src*="/public/getCurrencyImage/USD"]').waitFor();
    expect(await violations(demo.page)).toEqual([]);
    const popup = awaitedLater(demo.page.waitForEvent('popup'));
    await demo.button('Continue with Coinbase').click();
    const exchange = await popup;
    await exchange.getByRole('heading', { name: 'Test exchange' }).waitFor();
    expect(new URL(exchange.url()).searchParams.get('destinationCurrencyCode')).toBe('USDC');
    await says(demo, 'Finish in Coinbase');
    expect(await violations(demo.page)).toEqual([]);
    // A reload keeps the order, and closing the window does not cancel it.
    await demo.page.reload();
    await demo.reads('status', 'connected');
    await demo.connectButton.click();
    await demo.button('Buy').click();
    await says(demo, 'Finish in Coinbase');
    await pay(exchange, 'Works');
    await exchange.getByRole('heading', { name: /USDC/ }).waitFor();
    await exchange.close();
    await says(demo, '49.5 USDC arrived');
    expect((await dollars(stack)) - before).toBe(49_500_000n);
    await demo.button('Done').click();
    await demo.shows('Account');
  });

  it.runIf(process.env.LATCHKIT_FULL)(
    'says that the card was declined, and that nothing was charged',
    async ({ demo, stack }) => {
      await demo.openConnected();
      const before = await dollars(stack);
      const exchange = await continueTo(demo, '20');
      await pay(exchange, 'Is declined');
      await exchange.getByRole('heading', { name: 'The card was declined' }).waitFor();
      await says(demo, 'The payment was declined');
      await exchange.close();
      expect(await dollars(stack)).toBe(before);
      await demo.button('Try again').click();
      await eventually(() => amount(demo).inputValue(), '20');
    },
  );

  it.runIf(process.env.LATCHKIT_FULL)(
    'refuses an amount outside the limits, and shows why there is no quote [ERR-44] [ENT-19]',
    async ({ demo, page, stack }) => {
      await demo.openConnected();
      await openBuy(demo);
      await amount(demo).fill('9');
      await demo.modal.getByText('The minimum is $10.00.').waitFor();
      expect(await demo.button('Continue with').isDisabled()).toBe(true);
      await page.route(`${stack.gateway}/v1/onramp/quote?**`, route =>
        route.fulfill({
          status: 503,
          headers: { 'access-control-allow-origin': '*' },
          json: { error: { code: 'ONRAMP_UNAVAILABLE', message: 'No provider responds now' } },
        }),
      );
      await amount(demo).fill('60');
      await demo.modal.getByText('No provider responds now').waitFor();
    },
  );

  it.runIf(process.env.LATCHKIT_FULL)('is not offered where the page turns it off', async ({ demo }) => {
    await demo.openConnected('prompt=auto&onramp=0');
    await demo.connectButton.click();
    await demo.button('Receive').waitFor();
    expect(await demo.button('Buy').count()).toBe(0);
  });
});

describe.runIf(process.env.LATCHKIT_FULL)('buying, in other ways', () => {
  it('by keyboard, with a card whose time runs out', async ({ demo, page }) => {
    await demo.openConnected();
    await demo.connectButton.focus();
    await page.keyboard.press('Enter');
    await demo.shows('Account');
    await tabTo(page, 'Buy');
    await page.keyboard.press('Enter');
    await demo.shows('Onramp', 'Buy USDC');
    await tabTo(page, 'Amount');
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('30');
    await demo.modal.getByText('You get about').waitFor();
    await tabTo(page, 'Continue with Coinbase');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('ArrowDown');
    await tabTo(page, 'Continue with Meld');
    const popup = awaitedLater(page.waitForEvent('popup'));
    await page.keyboard.press('Enter');
    const exchange = await popup;
    await exchange.getByText('stands in for Meld').waitFor();
    await pay(exchange, 'Runs out of time');
    await says(demo, 'The time ran out');
    await exchange.close();
    expect(await focused(page)).not.toBe('nothing');
  });

  it('on a phone', async ({ browser, stack }) => {
    await phoneVisit(browser, stack, {}, async demo => {
      await demo.open('prompt=auto');
      await demo.connect();
      const exchange = await continueTo(demo, '40');
      await pay(exchange, 'Is paid back later');
      await says(demo, 'The money was paid back');
      await exchange.close();
    });
  });

  it('while the gateway is away: the order stays, and ends once when it is back', async ({
    demo,
    page,
    stack,
  }) => {
    await demo.openConnected();
    const before = await dollars(stack);
    const exchange = await continueTo(demo, '30');
    await says(demo, 'Finish in Coinbase');
    const events = () =>
      page.evaluate(() => (window as unknown as { bought: readonly string[] }).bought.join());
    await page.evaluate(() => {
      const bought: string[] = [];
      Object.assign(window, { bought });
      window.demo.kit.on(({ event }) => event.startsWith('BUY_') && bought.push(event));
    });
    // This page reaches no gateway; the visitor pays in the other window.
    await page.route(`${stack.gateway}/**`, route => route.abort());
    await pay(exchange, 'Works');
    await eventually(async () => (await dollars(stack)) - before, 29_700_000n);
    await exchange.close();
    await page.unroute(`${stack.gateway}/**`);
    await says(demo, '29.7 USDC arrived');
    expect(await events()).toBe('BUY_SUCCESS');
    await demo.button('Done').click();
    await demo.shows('Account');
  });

  it('in Arabic', async ({ demo }) => {
    await demo.openConnected('prompt=auto&locale=ar');
    await demo.connectButton.click();
    await demo.shows('Account');
    await demo.modal.locator('[data-return="onramp"]').click();
    await demo.shows('Onramp', /شراء/);
    await demo.modal.getByRole('textbox').fill('٥٠');
    await demo.modal.getByText('تحصل على نحو').waitFor();
    expect(await violations(demo.page)).toEqual([]);
  });
});
