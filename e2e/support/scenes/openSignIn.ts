import type { DemoPage } from '../DemoPage.js';

/** The modal where it asks a connected visitor to sign in. */
export async function openSignIn(demo: DemoPage, query: string): Promise<void> {
  await demo.openConnected(`siwx=required&${query}`);
  await demo.shows('SIWXSignMessage');
  await demo.modal.locator('.lk-details').waitFor();
}
