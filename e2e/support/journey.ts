import { type Browser, type BrowserContext, chromium, type LaunchOptions, type Page } from 'playwright-core';
import { inject, test } from 'vitest';
import { locateTestChromium } from '../../scripts/lib/findChromium.mjs';
import { describeFailure } from './describeFailure.js';
import { CALM, leaveContext, reuseContext } from './reuseContext.js';
import { workerBrowser } from './workerBrowser.js';

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--no-first-run',
  '--disable-component-update',
  '--disable-sync',
];

/** Features that Playwright turns off, as far as they matter here: Chromium uses only the last list of features to turn off. */
const OFF = [
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'MediaRouter',
  'OptimizationHints',
  'PaintHolding',
];

/** Parts of the browser's window that every context would load in further processes, which takes longer than most pages. */
const WINDOW_PARTS = [
  'PreloadTopChromeWebUI',
  'SpareRendererForSitePerProcess',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'WebUIOmniboxPopup',
];

/** Options of Playwright, and `partitioned`: whether a frame's storage is partitioned by the site of its page. */
interface BrowserOptions extends LaunchOptions {
  readonly partitioned?: boolean;
}

/**
 * Starts the Chromium of `$CHROMIUM`, or else a headless shell, or else an installed Chromium. Its visitors prefer reduced motion: a test of
 * motion sets `reducedMotion: 'no-preference'`.
 */
export async function launchChromium({
  args = [],
  partitioned = false,
  ...options
}: BrowserOptions = {}): Promise<Browser> {
  const executablePath = locateTestChromium();
  if (executablePath === undefined) throw new Error('Chromium was not found. Set CHROMIUM to its path.');
  const insecure = process.env.LATCHKIT_TLS ? ['--ignore-certificate-errors'] : [];
  const off = [...OFF, ...WINDOW_PARTS, ...(partitioned ? [] : ['ThirdPartyStoragePartitioning'])];
  const browser = await chromium.launch({
    executablePath,
    args: [...flags, `--disable-features=${off.join()}`, ...insecure, ...args],
    ...options,
  });
  const newContext = browser.newContext.bind(browser);
  browser.newContext = given => newContext({ ...CALM, ...given });
  return browser;
}

const chromiumOfWorker = workerBrowser(() => launchChromium());

/**
 * `it` with the URLs of the `stack`, and a `page` in a clean `context` of the worker's browser. A test that needs another context
 * creates it with `browser.newContext` and closes it. A test fails if its page threw an uncaught error. The log of a
 * failed test says what its pages showed.
 */
export const it = test
  .extend('stack', { scope: 'worker' }, () => inject('stack'))
  .extend('chromium', { scope: 'worker' }, ({ stack: _ }, { onCleanup }) => {
    onCleanup(chromiumOfWorker.close);
    return chromiumOfWorker.get;
  })
  .extend('browser', { scope: 'file' }, ({ chromium: ofWorker }) => ofWorker())
  .extend('context', async ({ browser, stack, task }, { onCleanup }): Promise<BrowserContext> => {
    const context = await reuseContext(browser, {
      viewport: { width: 1280, height: 800 },
      baseURL: stack.demo,
    });
    // Shorter than the timeout of a test, so that the error names what it waited for.
    context.setDefaultTimeout(60_000);
    onCleanup(async () => {
      await describeFailure(task, browser);
      await leaveContext(browser, context);
    });
    return context;
  })
  .extend('page', async ({ context }, { onCleanup }): Promise<Page> => {
    const page = context.pages()[0] ?? (await context.newPage());
    const thrown: Error[] = [];
    page.on('pageerror', error => thrown.push(error));
    onCleanup(() => {
      if (thrown.length > 0)
        throw new AggregateError(thrown, `The page threw: ${thrown.map(String).join('; ')}`);
    });
    return page;
  });
