import { type Browser, type BrowserContext, chromium, type LaunchOptions, type Page } from 'playwright-core';
import { inject, test } from 'vitest';
import { locateChromium } from '../../scripts/lib/findChromium.mjs';

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--no-first-run',
  '--disable-component-update',
  '--disable-sync',
];

/** Starts a Chromium, found by `$CHROMIUM` and the usual places. */
export async function launchChromium(options: LaunchOptions = {}): Promise<Browser> {
  const executablePath = locateChromium();
  if (executablePath === undefined) throw new Error('No Chromium was found: set CHROMIUM to its path.');
  return chromium.launch({ executablePath, args: flags, ...options });
}

/**
 * `it` with the addresses of the `stack` and a `page` in a context of its own, in one browser per test file. A test fails if its page threw an error that
 * nobody caught.
 */
export const it = test
  .extend('stack', { scope: 'file' }, () => inject('stack'))
  .extend('browser', { scope: 'file' }, async ({ stack: _ }, { onCleanup }) => {
    const browser = await launchChromium();
    onCleanup(() => browser.close());
    return browser;
  })
  .extend('context', async ({ browser, stack }, { onCleanup }): Promise<BrowserContext> => {
    const context = await browser.newContext({
      viewport: { width: 1280, height: 800 },
      baseURL: stack.demo,
    });
    onCleanup(() => context.close());
    return context;
  })
  .extend('page', async ({ context }, { onCleanup }): Promise<Page> => {
    const page = await context.newPage();
    const thrown: Error[] = [];
    page.on('pageerror', error => thrown.push(error));
    onCleanup(() => {
      if (thrown.length > 0)
        throw new AggregateError(thrown, `The page threw: ${thrown.map(String).join('; ')}`);
    });
    return page;
  });
