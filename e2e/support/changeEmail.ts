import type { Page } from 'playwright-core';
import type { ApprovalPage } from './ApprovalPage.js';
import type { DemoPage } from './DemoPage.js';

/** Opens Change email for a visitor who is logged in, and enters the new address. */
export async function openChangeEmail(demo: DemoPage, email: string): Promise<void> {
  await demo.connectButton.click();
  await demo.shows('Account');
  await demo.openSettings();
  await demo.modal.locator('[data-return="change-email"]').click();
  await demo.shows('UpdateEmailWallet', 'Change email');
  await demo.modal.getByRole('textbox').fill(email);
}

/**
 * Continues from Change email, and decides in the wallet window.
 *
 * @param read inspects the window before the decision
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
