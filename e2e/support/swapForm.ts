import type { DemoPage } from './DemoPage.js';
import { control } from './scenes/control.js';

/** The development euro. */
export const EURO = '0x25283Df5d9f8196E5625528342c53C8aEDC65305';

/** The parts of the view are found by the keys of the controls, which are the same in every language. */
export const payField = (demo: DemoPage) => demo.modal.getByRole('textbox').first();
export const receiveField = (demo: DemoPage) => demo.modal.getByRole('textbox').nth(1);

/** Opens Swap from Account. */
export async function openSwap(demo: DemoPage): Promise<void> {
  await demo.connectButton.click();
  await demo.shows('Account');
  await control(demo, 'swaps').click();
  await demo.shows('Swap');
}

async function choose(demo: DemoPage, side: 'from' | 'to', symbol: string): Promise<void> {
  const button = control(demo, `swap-${side}`);
  await button.waitFor();
  if (((await button.textContent()) ?? '').trim() === symbol) return;
  await button.click();
  await demo.shows('SwapSelectToken');
  await demo.modal
    .getByRole('listitem')
    .filter({ hasText: new RegExp(`(^|[^A-Z])${symbol}([^A-Z]|$)`) })
    .getByRole('button')
    .first()
    .click();
  await demo.shows('Swap');
}

/** Fills the form, and waits for a quote. */
export async function fillSwap(demo: DemoPage, from: string, to: string, amount: string): Promise<void> {
  await choose(demo, 'from', from);
  await choose(demo, 'to', to);
  await payField(demo).fill(amount);
  await demo.modal.locator('[data-return="review"]:enabled').waitFor();
}

/** Goes from the form to the request to the wallet. */
export async function startSwap(demo: DemoPage, from: string, to: string, amount: string): Promise<void> {
  await fillSwap(demo, from, to, amount);
  await control(demo, 'review').click();
  await demo.shows('SwapReview');
  await demo.modal.locator('.lk-body:not(.lk-ghost) .lk-btn[data-variant="primary"]:enabled').click();
}

/** Swaps from the form to the result. Returns its heading. */
export async function swap(demo: DemoPage, from: string, to: string, amount: string): Promise<string> {
  await startSwap(demo, from, to, amount);
  await demo.modal.locator('.lk-ring[data-state="done"]').waitFor();
  return (await demo.modal.getByRole('heading', { level: 3 }).first().textContent()) ?? '';
}
