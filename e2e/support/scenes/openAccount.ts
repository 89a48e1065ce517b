import type { DemoPage } from '../DemoPage.js';

/** The modal on Account, for the visitor of an earlier visit. */
export async function openAccount(demo: DemoPage, query: string): Promise<void> {
  await demo.openConnected(query);
  await demo.connectButton.click();
  await demo.shows('Account');
}
