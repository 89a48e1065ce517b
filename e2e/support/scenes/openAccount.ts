import type { DemoPage } from '../DemoPage.js';

/** Opens the modal on Account, for a visitor who connected on an earlier visit. */
export async function openAccount(demo: DemoPage, query: string): Promise<void> {
  await demo.openConnected(query);
  await demo.connectButton.click();
  await demo.shows('Account');
}
