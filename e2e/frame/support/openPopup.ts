import type { Page } from 'playwright-core';
import type { WalletVisit } from './WalletVisit.js';

/** Opens a popup from the host page, as the SDK does, and records the messages that the page receives. */
export async function openPopup({ page }: WalletVisit, url: string): Promise<Page> {
  const opened = page.waitForEvent('popup');
  await page.evaluate(target => {
    const received: unknown[] = [];
    addEventListener('message', ({ data }) => received.push(data));
    Object.assign(window, { received, popup: window.open(target, '', 'popup') });
  }, url);
  return opened;
}

/** The messages that the host page has received since its last popup was opened. */
export const receivedBy = ({ page }: WalletVisit) =>
  page.evaluate(() => (window as unknown as { received: { type?: string }[] }).received);
