import type { Browser } from 'playwright-core';
import { DemoPage } from './DemoPage.js';
import { leaveContext, reuseContext } from './reuseContext.js';
import type { Stack } from './startStack.js';

export const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1';
export const ANDROID =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36';

interface Phone {
  /** Default: the browser's. */
  readonly userAgent?: string;
  readonly viewport?: { readonly width: number; readonly height: number };
}

/**
 * Visits the demo page on a phone. Successive visits share a page, which is reset between them. A test that visits on a phone
 * uses neither `page` nor `context`, because only one context is reused at a time.
 */
export async function phoneVisit(
  browser: Browser,
  stack: Stack,
  { viewport = { width: 390, height: 844 }, ...phone }: Phone,
  visit: (demo: DemoPage) => Promise<void>,
): Promise<void> {
  const context = await reuseContext(browser, {
    baseURL: stack.demo,
    viewport,
    ...phone,
    hasTouch: true,
    isMobile: true,
  });
  context.setDefaultTimeout(60_000);
  try {
    await visit(new DemoPage(context.pages()[0] ?? (await context.newPage())));
  } finally {
    await leaveContext(browser, context);
  }
}
