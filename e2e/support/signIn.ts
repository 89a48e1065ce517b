import type { DemoPage } from './DemoPage.js';

/** Signs in where sign-in is required. @param approve - Approves the text where the wallet does not do so by itself. */
export async function signIn(
  demo: DemoPage,
  approve: () => Promise<unknown> = async () => {},
): Promise<void> {
  await demo.shows('SIWXSignMessage', 'Sign in');
  await demo.button('Sign').click();
  await approve();
  await demo.isClosed();
}
