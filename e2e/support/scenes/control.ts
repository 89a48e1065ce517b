import type { Locator } from 'playwright-core';
import type { DemoPage } from '../DemoPage.js';

/** Locates the modal's row, button or link by its focus-return key, which is independent of the language. */
export function control(demo: DemoPage, key: string): Locator {
  return demo.modal.locator(`[data-return="${key}"]`);
}
