import type { DemoPage } from './DemoPage.js';

/** Completes a required sign-in. @param approve - Approves the message, for wallets that ask the user. */
export async function signIn(
  demo: DemoPage,
  approve: () => Promise<unknown> = async () => {},
): Promise<void> {
  await demo.shows('SIWXSignMessage', 'Sign in');
  await demo.signButton.click();
  await approve();
  await demo.isClosed();
}
