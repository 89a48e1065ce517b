import type { Page } from 'playwright-core';
import { type DemoPage, eventually } from './DemoPage.js';
import { keepFromReuse } from './reuseContext.js';

/** Stops the clock of a page, including later page loads. Timers fire only when a test advances the time. */
export async function stopClock(page: Page): Promise<void> {
  // Playwright's clock throws errors in the pages of a reset context.
  keepFromReuse(page.context());
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
}

/** Advances the time in steps of 100 ms until the host shows this status. */
export async function passesUntil(demo: DemoPage, status: string): Promise<void> {
  await eventually(async () => {
    await demo.page.clock.runFor(100);
    return demo.read('status');
  }, status);
}
