import type { Page } from 'playwright-core';
import { pressArmed } from '../frame/support/pressArmed.js';

/** Presses the wallet service's button in a login that leaves the page, once it counts. */
export async function continueToProvider(page: Page): Promise<void> {
  await pressArmed(page.locator('.actions').getByRole('button', { name: 'Continue' }));
}
