import type { BrowserContext, Page } from 'playwright-core';
import type { DemoPage } from './DemoPage.js';
import { Inbox } from './inbox.js';
import type { Stack } from './startStack.js';

/** Creates the inbox of a new visitor. */
export function visitor(stack: Stack): Inbox {
  return new Inbox(stack, `${crypto.randomUUID()}@mail.example`);
}

/** Follows the link of the email, and decides there. */
export async function decide(
  context: BrowserContext,
  link: string,
  choice: 'Approve' | 'Not me',
): Promise<void> {
  const page = await context.newPage();
  await page.goto(link);
  // The button is enabled half a second after the question was shown.
  await page.getByRole('button', { name: choice }).click();
  await page.locator(`[data-part="${choice === 'Approve' ? 'approved' : 'denied'}"]`).waitFor();
  await page.close();
}

/** Goes from the demo page to the step that waits for the link of the email. */
export async function toDeviceStep(demo: DemoPage, page: Page, inbox: Inbox, query = ''): Promise<void> {
  await demo.open(`wallet=none&${query}`);
  await demo.connectButton.click();
  await demo.shows('Connect', 'Log in to Meridian');
  await demo.modal.getByRole('textbox', { name: 'Email address' }).fill(inbox.address);
  await page.keyboard.press('Enter');
  await demo.shows('EmailVerifyDevice', 'New device');
}

/** Goes from the demo page to the step that waits for the code of the email. */
export async function toCodeStep(demo: DemoPage, page: Page, inbox: Inbox, query = ''): Promise<void> {
  await toDeviceStep(demo, page, inbox, query);
  await decide(page.context(), await inbox.link(), 'Approve');
  await demo.shows('EmailVerifyOtp', 'Log in');
}

/** Logs in a new visitor, and returns the wallet's address. */
export async function logIn(demo: DemoPage, page: Page, stack: Stack, query = ''): Promise<string> {
  return logInAs(visitor(stack), demo, page, query);
}

/** Logs in the visitor with this inbox, and returns the wallet's address. */
export async function logInAs(inbox: Inbox, demo: DemoPage, page: Page, query = ''): Promise<string> {
  await toCodeStep(demo, page, inbox, query);
  await page.keyboard.type(await inbox.code());
  await demo.reads('status', 'connected');
  await demo.isClosed();
  return demo.read('address');
}

/** Switches the visitor's wallet to its EOA, for tests of plain transactions and signatures. Returns its address. */
export async function switchToEoa(demo: DemoPage): Promise<string> {
  const before = await demo.read('address');
  await demo.connectButton.click();
  await demo.shows('Account');
  await demo.openSettings();
  await demo.button('Switch to your second address').click();
  await demo.button('Switch to your smart account').waitFor();
  await demo.button('Close').click();
  await demo.isClosed();
  const address = await demo.read('address');
  if (address === before) throw new Error('The address is still that of the smart account.');
  return address;
}
