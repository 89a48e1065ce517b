import type { Page } from 'playwright-core';
import { type DemoPage, eventually } from './DemoPage.js';
import { keepFromReuse } from './reuseContext.js';

/** Stops the clock of a page, also of those that it loads later: its timers fire only where a test lets time pass. */
export async function stopClock(page: Page): Promise<void> {
  // Playwright's clock goes on throwing in the pages of an emptied context.
  keepFromReuse(page.context());
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
}

/** Lets time pass, in steps of a tenth of a second, until the host reads this status. */
export async function passesUntil(demo: DemoPage, status: string): Promise<void> {
  await eventually(async () => {
    await demo.page.clock.runFor(100);
    return demo.read('status');
  }, status);
}
