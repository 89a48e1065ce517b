import type { Locator } from 'playwright-core';
import { expect } from 'vitest';

/** Moves the mouse to a button, waits until the button is armed, and presses it. */
export async function pressArmed(button: Locator): Promise<void> {
  await button.hover();
  await button.evaluate(() => new Promise(passed => setTimeout(passed, 600)));
  await expect.poll(() => button.isEnabled()).toBe(true);
  await button.click();
}
