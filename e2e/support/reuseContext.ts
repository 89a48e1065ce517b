import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core';

/** What Playwright's own test runner resets a context with. It is not in the public types. */
interface Reusing {
  _newContextForReuse?(options: BrowserContextOptions): Promise<BrowserContext>;
  _disconnectFromReusedContext?(reason: string): Promise<void>;
}

/**
 * A context that is as good as new: the browser's last one, emptied, or a new one where the options are others. Emptied means
 * storage, caches, cookies, permissions, history, routes, init scripts, the clock, listeners and further pages; what stays is
 * the process of the page, which has compiled the scripts of the last test. One at a time: the next call takes it away.
 */
export async function reuseContext(
  browser: Browser,
  options: BrowserContextOptions,
): Promise<BrowserContext> {
  const reusing = browser as unknown as Reusing;
  const context = (await reusing._newContextForReuse?.(options)) ?? (await browser.newContext(options));
  const page = context.pages()[0];
  if (!page) return context;
  await context.clearPermissions();
  const devtools = await context.newCDPSession(page);
  // Of its last 50 entries a browser forgets the oldest: nobody could tell any more that one was added.
  await devtools.send('Page.resetNavigationHistory');
  await devtools.detach();
  return context;
}

const spent = new WeakSet<BrowserContext>();

/** Has a context closed after its test: emptying it would leave something behind. */
export function keepFromReuse(context: BrowserContext): void {
  spent.add(context);
}

/** Ends a test's use of a context: its handlers are gone, and what the test left running in its page ends. */
export async function leaveContext(browser: Browser, context: BrowserContext): Promise<void> {
  const { _disconnectFromReusedContext: disconnect } = browser as unknown as Reusing;
  if (disconnect && !spent.has(context)) await disconnect.call(browser, 'The test has ended.');
  else await context.close();
}
