import type { Page } from 'playwright-core';

/**
 * Keeps receipts of transactions from a page, so that each seems to be on its way. Unlike a chain that stops mining, this affects
 * no other journey.
 *
 * @returns lets them through.
 */
export async function holdReceipts(page: Page): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>(resolve => {
    release = resolve;
  });
  await page.route(/./, async route => {
    if (route.request().postData()?.includes('eth_getTransactionReceipt')) await released;
    // The page may be gone by then.
    await route.fallback().catch(() => {});
  });
  return release;
}
