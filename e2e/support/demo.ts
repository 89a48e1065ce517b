import { DemoPage, type RememberedVisit, type StoredRecords } from './DemoPage.js';
import { it as journey } from './journey.js';

/** `it` with the unopened demo host page as `demo`. */
export const it = journey
  .extend('remembered', { scope: 'worker' }, ({ chromium, stack }): RememberedVisit => {
    const visits = new Map<string, Promise<StoredRecords>>();
    const visit = async (kind: string): Promise<StoredRecords> => {
      const browser = await chromium();
      const page = await browser.newPage({ baseURL: stack.demo });
      try {
        const demo = new DemoPage(page);
        await demo.open(`prompt=auto&adapters=${kind}`);
        await demo.connect();
        return await page.evaluate(() => Object.entries(localStorage));
      } finally {
        await page.close();
      }
    };
    return kind => {
      const records = visits.get(kind) ?? visit(kind);
      visits.set(kind, records);
      // The next test tries again.
      records.catch(() => visits.delete(kind));
      return records;
    };
  })
  .extend('demo', ({ page, remembered }) => new DemoPage(page, remembered));
