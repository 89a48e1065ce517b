import type { Frame, Page } from 'playwright-core';

/**
 * Until so many milliseconds have passed by a page's own clock. A timer of the page's: looking at each drawn frame keeps a
 * processor busy.
 */
export async function passTime(page: Page | Frame, milliseconds: number): Promise<void> {
  await page.evaluate(async more => {
    const until = performance.now() + more;
    for (let left = more; left > 0; left = until - performance.now()) {
      await new Promise(passed => setTimeout(passed, left));
    }
  }, milliseconds);
}
