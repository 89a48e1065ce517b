import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { ADDRESS, eventually, WALLET } from '../support/DemoPage.js';
import { it as demoIt } from '../support/demo.js';
import { it } from './support/lab.js';

/** Aborts all requests to other origins, and returns their URLs. */
async function blockForeign(page: Page, own: readonly string[]): Promise<string[]> {
  const foreign: string[] = [];
  await page.route('**/*', route => {
    const url = route.request().url();
    if (own.includes(new URL(url).origin)) return route.continue();
    foreign.push(url);
    return route.abort();
  });
  return foreign;
}

describe('with every foreign host blocked', () => {
  demoIt('the modal opens and an injected wallet connects', async ({ demo, page, stack }) => {
    await blockForeign(page, [stack.demo]);
    await demo.open();
    await demo.connectButton.click();
    await demo.shows('Connect');
    await demo.button(WALLET).click();
    await demo.approve();
    await demo.reads('status', 'connected');
    expect(await demo.read('address')).toBe(ADDRESS);
    await demo.connectButton.click();
    await demo.shows('Account');
  });

  demoIt(
    'contacts no host that was not configured, before the first click and after',
    async ({ demo, page, stack }) => {
      const foreign = await blockForeign(page, Object.values(stack));
      await demo.open();
      await page.waitForLoadState('networkidle');
      expect(foreign).toEqual([]);
      await demo.connect();
      await demo.connectButton.click();
      await demo.shows('Account');
      await page.waitForLoadState('networkidle');
      expect(foreign).toEqual([]);
    },
  );
});

describe('without a gateway', () => {
  it('no request leaves the page, from load to a connected wallet, but reads of the host’s own chain', async ({
    lab,
    page,
    pages,
    stack,
  }) => {
    const asked: string[] = [];
    page.on('request', request => asked.push(new URL(request.url()).origin));
    await lab.open();
    await page.evaluate(() => {
      window.lab.wallet();
      window.lab.host();
    });
    await page.waitForLoadState('networkidle');
    await lab.button.hover();
    await lab.button.click();
    await lab.row('Lab Wallet').waitFor();
    await page.waitForLoadState('networkidle');
    expect(new Set(asked)).toEqual(new Set([pages]));
    await lab.row('Lab Wallet').click();
    await lab.isClosed();
    await eventually(() => lab.status(), 'connected');
    await page.waitForLoadState('networkidle');
    expect([...new Set(asked)].filter(origin => origin !== pages && origin !== stack.chainA)).toEqual([]);
  });
});
