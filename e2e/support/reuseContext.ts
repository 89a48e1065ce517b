import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core';

/**
 * The API with which Playwright's test runner resets a context. It is not public: `reuseContext.test.ts` names the version whose API this
 * is, and tests what a reset covers.
 */
interface Reusing {
  _newContextForReuse(options: BrowserContextOptions): Promise<BrowserContext>;
  _disconnectFromReusedContext(reason: string): Promise<void>;
}

/** Software draws every frame of an animation, so contexts have none unless they are for a test of motion. */
export const CALM = { reducedMotion: 'reduce' } as const;

/**
 * Returns a clean context: the browser's last one, reset, or a new one if the options differ. A reset covers storage, caches, cookies,
 * permissions, history, routes, init scripts, the clock, listeners and further pages. It keeps the page's process, which has the last
 * test's scripts compiled. Only one context at a time: the next call resets it.
 */
export async function reuseContext(
  browser: Browser,
  options: BrowserContextOptions,
): Promise<BrowserContext> {
  const context = await (browser as Browser & Reusing)._newContextForReuse({ ...CALM, ...options });
  const page = context.pages()[0];
  if (!page) return context;
  await context.clearPermissions();
  const devtools = await context.newCDPSession(page);
  // A browser keeps only 50 history entries; beyond that, a test could not see that one was added.
  await devtools.send('Page.resetNavigationHistory');
  await devtools.detach();
  return context;
}

const spent = new WeakSet<BrowserContext>();

/** Marks a context to be closed after its test, because a reset would leave something behind. */
export function keepFromReuse(context: BrowserContext): void {
  spent.add(context);
}

/** Ends a test's use of a context: removes its handlers and stops what still runs in its page. */
export async function leaveContext(browser: Browser, context: BrowserContext): Promise<void> {
  if (spent.has(context)) await context.close();
  else await (browser as Browser & Reusing)._disconnectFromReusedContext('The test has ended.');
}
