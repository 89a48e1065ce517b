import type { DemoPage } from '../DemoPage.js';

/** Has the page take the browser for offline, while its requests are still answered: other scenes share the browser. */
export async function goOffline(demo: DemoPage): Promise<void> {
  await demo.page.evaluate(() => {
    Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => false });
    dispatchEvent(new Event('offline'));
  });
}
