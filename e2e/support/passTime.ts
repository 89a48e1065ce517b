import type { Frame, Page } from 'playwright-core';

/**
 * Waits some milliseconds by the page's clock. Uses a timer of the page, because polling every frame keeps a processor busy.
 */
export async function passTime(page: Page | Frame, milliseconds: number): Promise<void> {
  await page.evaluate(async more => {
    const until = performance.now() + more;
    for (let left = more; left > 0; left = until - performance.now()) {
      await new Promise(passed => setTimeout(passed, left));
    }
  }, milliseconds);
}
