import type { Locator } from 'playwright-core';
import type { DemoPage } from '../DemoPage.js';

/** The modal's row, button or link with this return key: the same in any language. */
export function control(demo: DemoPage, key: string): Locator {
  return demo.modal.locator(`[data-return="${key}"]`);
}
