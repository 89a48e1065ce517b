import { DemoPage, type RememberedVisit, type StoredRecords } from './DemoPage.js';
import { it as journey } from './journey.js';

/**
 * `it` with the unopened demo host page as `demo`. The visitor prefers reduced motion, which saves rendering time; the journeys in
 * isolation/ cover the animations.
 */
export const it = journey
  .extend('remembered', { scope: 'worker' }, ({ chromium, stack }): RememberedVisit => {
    const visits = new Map<string, Promise<StoredRecords>>();
    const visit = async (kind: string): Promise<StoredRecords> => {
      const browser = await chromium();
      const page = await browser.newPage({ baseURL: stack.demo });
      const demo = new DemoPage(page);
      await demo.open(`prompt=auto&adapters=${kind}`);
      await demo.connect();
      const left = await page.evaluate(() => Object.entries(localStorage));
      await page.close();
      return left;
    };
    return kind => {
      const records = visits.get(kind) ?? visit(kind);
      visits.set(kind, records);
      return records;
    };
  })
  .extend('demo', async ({ page, remembered }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    return new DemoPage(page, remembered);
  });
