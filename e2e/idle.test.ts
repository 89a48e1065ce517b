import type { Page, Request } from 'playwright-core';
import { describe, expect } from 'vitest';
import { eventually } from './support/DemoPage.js';
import { it } from './support/demo.js';

/** Idle time in milliseconds of the page's clock. */
const LEFT_ALONE = 10 * 60_000;

/** Records the page's requests to other origins, in readable form, without its own files. */
function watch(page: Page): string[] {
  const asked: string[] = [];
  const own = new Set(['data:', 'blob:']);
  page.on('request', request => {
    const url = new URL(request.url());
    if (!own.has(url.protocol) && url.origin !== new URL(page.url()).origin) asked.push(nameOf(request, url));
  });
  page.on('websocket', socket => asked.push(`socket ${socket.url()}`));
  return asked;
}

/** Returns the JSON-RPC methods of a request, or else its path. */
function nameOf(request: Request, url: URL): string {
  try {
    const calls: readonly { method: string }[] = [request.postDataJSON()].flat();
    return calls.map(({ method }) => method ?? url.pathname).join(' ');
  } catch {
    return url.pathname;
  }
}

/** Waits until pending work has finished, such as batched events and images. */
async function settle(page: Page): Promise<void> {
  await page.clock.runFor(60_000);
  await page.waitForLoadState('networkidle');
}

/** Advances the page's clock without user input, then waits until requests that started meanwhile were sent. */
async function leaveAlone(page: Page): Promise<void> {
  await page.clock.runFor(LEFT_ALONE);
  await page.evaluate(() => new Promise(resolve => requestAnimationFrame(resolve)));
  await page.waitForLoadState('networkidle');
}

/** The requests that an instance sends to its gateway once, at the first intent: allowed origins and configuration. */
const PROJECT = ['/appkit/v1/config', '/getAnalyticsConfig', '/projects/v1/origins'];

describe('an idle tab', () => {
  it('makes no request before a pointer reaches the button, and is seen when it does make one', async ({
    demo,
    page,
  }) => {
    await page.clock.install();
    await page.goto('/favicon.svg');
    const asked = watch(page);
    await demo.open();
    await leaveAlone(page);
    expect(asked).toEqual([]);
    await page.evaluate(() => {
      const { gateway } = window.demo.kit.options;
      setTimeout(() => fetch(`${gateway}/healthz`, { mode: 'no-cors' }), 9 * 60_000);
    });
    await leaveAlone(page);
    await eventually(() => asked, ['/healthz']);
  });

  it('asks about its project once when a pointer reaches the button, and no more after [CALL-01] [CALL-02] [CALL-04]', async ({
    demo,
    page,
  }) => {
    await page.clock.install();
    await page.goto('/favicon.svg');
    const asked = watch(page);
    await demo.open();
    await demo.connectButton.hover();
    await page.mouse.move(0, 0);
    await demo.connectButton.hover();
    const once = [...PROJECT, '/getWallets', '/getWallets'].toSorted();
    const counted = () => asked.filter(path => once.includes(path)).toSorted();
    // They are sent after the code that the pointer triggered has loaded.
    await eventually(counted, once);
    await leaveAlone(page);
    expect(counted()).toEqual(once);
    // Beside it the wallets to offer, their images, the marks of the logins and, as the gateway wants them, events.
    const known = /^\/(e|getWallets|getWalletImage\/.*|public\/getAssetImage\/login%3A[a-z]+)$/;
    expect(asked.filter(path => !PROJECT.includes(path) && !known.test(path))).toEqual([]);
  });

  it.runIf(process.env.LATCHKIT_FULL)('without a gateway makes no request at all', async ({ demo, page }) => {
    await page.clock.install();
    await page.goto('/favicon.svg');
    const asked = watch(page);
    await demo.open('gateway=none');
    await leaveAlone(page);
    expect(asked).toEqual([]);
  });

  it('that is connected polls nothing: blocks and pending transactions are watched for those who ask', async ({
    demo,
    page,
  }) => {
    await page.clock.install();
    await demo.openConnected();
    await eventually(async () => (await demo.read('balance')) !== '', true);
    await settle(page);
    const asked = watch(page);
    await leaveAlone(page);
    expect(asked).toEqual([]);
  });

  it.runIf(process.env.LATCHKIT_FULL)('whose modal was closed again makes none', async ({ demo, page }) => {
    await page.clock.install();
    await demo.open();
    await demo.connectButton.click();
    await demo.shows('Connect');
    await demo.button('All wallets').click();
    await demo.shows('AllWallets');
    await page.keyboard.press('Escape');
    await demo.isClosed();
    await settle(page);
    const asked = watch(page);
    await leaveAlone(page);
    expect(asked).toEqual([]);
  });
});
