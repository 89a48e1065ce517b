import type { DemoPage } from '../DemoPage.js';

/** Opens the page with this query and the modal on Connect. */
export async function openConnect(demo: DemoPage, query: string): Promise<void> {
  await demo.open(query);
  await demo.connectButton.click();
  await demo.shows('Connect');
}
