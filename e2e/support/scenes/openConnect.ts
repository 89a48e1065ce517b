import type { DemoPage } from '../DemoPage.js';

/** The modal on Connect, of a page opened with this query. */
export async function openConnect(demo: DemoPage, query: string): Promise<void> {
  await demo.open(query);
  await demo.connectButton.click();
  await demo.shows('Connect');
}
