import type { DemoPage } from '../DemoPage.js';

/** Opens the modal on the sign-in view of a connected visitor. */
export async function openSignIn(demo: DemoPage, query: string): Promise<void> {
  await demo.openConnected(`siwx=required&${query}`);
  await demo.shows('SIWXSignMessage');
  await demo.modal.locator('.lk-details').waitFor();
}
