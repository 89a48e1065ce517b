import type { DemoPage } from './DemoPage.js';
import { control } from './scenes/control.js';

/** The main button of the view, once it can be pressed. */
export const payButton = (demo: DemoPage) =>
  demo.modal.locator('.lk-body:not(.lk-ghost) .lk-btn[data-variant="primary"]:enabled').last();

/** Chooses to pay with ether, which is swapped, also if another journey has left the account the token that is asked for. */
export async function chooseEther(demo: DemoPage): Promise<void> {
  await payButton(demo).waitFor();
  if (!(await payButton(demo).textContent())?.includes('ETH')) {
    await control(demo, 'pay-with').click();
    const title = demo.page.locator('.lk-row-title', { hasText: 'ETH' });
    await demo.modal.locator('.lk-row').filter({ has: title }).click();
  }
  await demo.modal.locator('.lk-btn[data-variant="primary"]', { hasText: 'ETH' }).last().waitFor();
}
