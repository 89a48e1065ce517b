import type { Page } from 'playwright-core';

/**
 * Gives a page another size, in CSS pixels, and waits until the page has drawn itself with it. Only then have its scripts heard of it:
 * media queries and observers of sizes are told as a frame is drawn.
 */
export async function resize(page: Page, size: { readonly width: number; readonly height: number }) {
  await page.setViewportSize(size);
  await page.evaluate(() => new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn))));
}
