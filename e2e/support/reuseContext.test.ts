import { createRequire } from 'node:module';
import { describe, expect } from 'vitest';
import { it } from './journey.js';
import { leaveContext, reuseContext } from './reuseContext.js';

/** The version of Playwright whose private API `reuseContext` uses. With another one, read that API again. */
const VERSION = '1.65.1';

describe('reuseContext', () => {
  it('uses the private API of one version of Playwright, which is the installed one', () => {
    const { version } = createRequire(import.meta.url)('playwright-core/package.json');
    expect(version).toBe(VERSION);
  });

  it('returns the same page, with nothing that the test before has left', async ({ browser, stack }) => {
    const options = { baseURL: stack.demo };
    const blank = '/favicon.svg';
    const heard: string[] = [];
    const first = await reuseContext(browser, options);
    const used = first.pages()[0] ?? (await first.newPage());
    used.on('console', message => heard.push(message.text()));
    await first.grantPermissions(['clipboard-read']);
    await first.addCookies([{ name: 'left', value: '1', url: stack.demo }]);
    await first.addInitScript(() => Object.assign(window, { left: true }));
    await first.route('**/left', route => route.fulfill({ body: 'left' }));
    await used.goto(blank);
    await used.evaluate(() => {
      localStorage.setItem('left', '1');
      sessionStorage.setItem('left', '1');
      history.pushState(null, '', '#left');
    });
    await first.newPage();
    await leaveContext(browser, first);

    const next = await reuseContext(browser, options);
    expect(next.pages()).toHaveLength(1);
    const [page] = next.pages();
    if (page === undefined) throw new Error('There is no page.');
    await page.goto(blank);
    const found = await page.evaluate(async () => ({
      stored: localStorage.length + sessionStorage.length,
      entries: history.length,
      hasScript: 'left' in window,
      mayRead: (await navigator.permissions.query({ name: 'clipboard-read' as PermissionName })).state,
      routed: (await (await fetch('/left')).text()) === 'left',
    }));
    expect(found).toEqual({ stored: 0, entries: 2, hasScript: false, mayRead: 'prompt', routed: false });
    expect(await next.cookies()).toEqual([]);
    await page.evaluate(() => console.log('next'));
    expect(heard).toEqual([]);
    await leaveContext(browser, next);
  });
});
