import type { Page } from 'playwright-core';
import type { ApprovalPage } from './ApprovalPage.js';
import type { DemoPage } from './DemoPage.js';

/** From the page of a visitor who is logged in to Change email, with the new address in its field. */
export async function openChangeEmail(demo: DemoPage, email: string): Promise<void> {
  await demo.connectButton.click();
  await demo.shows('Account');
  await demo.modal.locator('[data-return="change-email"]').click();
  await demo.shows('UpdateEmailWallet', 'Change email');
  await demo.modal.getByRole('textbox').fill(email);
}

/**
 * Goes on from Change email, and decides in the wallet's window.
 *
 * @param read looks at the window before that.
 */
export async function decideChange(
  approval: ApprovalPage,
  choice: 'Reject' | 'Approve anyway',
  read: (window: Page) => Promise<void> = async () => {},
): Promise<void> {
  await approval.demo.modal.locator('[data-return="update-email"]').click();
  const window = await approval.openWindow();
  await read(window);
  await approval.pressIn(window, choice);
}
