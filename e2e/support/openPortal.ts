import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { awaitedLater } from '../../scripts/lib/awaitedLater.mjs';
import type { DemoPage } from './DemoPage.js';

/**
 * Opens the portal from Account on the page, with one press in the wallet window if it asks.
 *
 * @param onQuestion - Looks at the window before the press.
 */
export async function openPortal(
  demo: DemoPage,
  onQuestion: (window: Page) => Promise<unknown> = async () => {},
): Promise<Page> {
  await demo.connectButton.click();
  await demo.shows('Account');
  const opened = awaitedLater(demo.page.context().waitForEvent('page'));
  await demo.button('Manage wallet').click();
  const portal = await opened;
  const go = portal.locator('.actions').getByRole('button', { name: 'Continue' });
  const heading = portal.getByRole('heading', { name: 'Your wallet', exact: true });
  await go.or(heading).waitFor();
  if (await go.isVisible()) await onQuestion(portal);
  const press = async () => {
    if (await heading.isVisible()) return true;
    await go.hover({ timeout: 1_000 }).catch(() => {});
    await go.click({ timeout: 1_000 }).catch(() => {});
    return heading.isVisible();
  };
  await expect.poll(press, { timeout: 60_000 }).toBe(true);
  return portal;
}
