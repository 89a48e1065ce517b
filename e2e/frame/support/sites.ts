import type { Browser, Frame, Page } from 'playwright-core';
import { inject } from 'vitest';
import { describeFailure } from '../../support/describeFailure.js';
import { it as journey, launchChromium } from '../../support/journey.js';
import { workerBrowser } from '../../support/workerBrowser.js';
import type {} from './buildSites.js';
import { type Sites, serveSites } from './serveSites.js';

/** Launches a Chromium that partitions a frame's storage by the site of its page, as users' browsers do and Playwright's doesn't. */
export function launchPartitioned(): Promise<Browser> {
  return launchChromium({ partitioned: true });
}

/** A host page in Chromium, and the wallet page in it. */
export class HostVisit {
  constructor(
    readonly page: Page,
    readonly sites: Sites,
  ) {}

  /** Allows `app` to embed the wallet page, in its policy and in its own list. */
  allowApp(): void {
    const app = this.sites.host('app');
    Object.assign(this.sites.rules, {
      ancestors: [app],
      allowedOrigins: [app],
      nested: false,
      openFiles: false,
    });
  }

  async open(name = 'app'): Promise<void> {
    await this.page.goto(`${this.sites.host(name)}/host.html`);
    await this.page.waitForFunction(() => window.makeFrame !== undefined);
  }

  get walletUrl(): string {
    const query = new URLSearchParams({
      projectId: '0'.repeat(32),
      chainId: 'eip155:1',
      version: '0.1.0',
      enableLogger: 'false',
    });
    return `${this.sites.wallet}/frame?${query}`;
  }

  /** Adds a bare iframe with the wallet page to the host page, without the SDK, and waits until it has loaded. */
  async hold(sandbox?: string): Promise<Frame> {
    await this.page.evaluate(
      ([src, tokens]) =>
        new Promise<void>(resolve => {
          const iframe = document.createElement('iframe');
          if (tokens !== undefined) iframe.setAttribute('sandbox', tokens);
          iframe.addEventListener('load', () => resolve());
          iframe.src = src;
          document.body.append(iframe);
        }),
      [this.walletUrl, sandbox] as const,
    );
    const frame = this.page.frames().find(one => one.url().startsWith(this.sites.wallet));
    if (frame === undefined) throw new Error('The wallet page did not load.');
    // Acknowledges a message once the listeners added before it, including the page's, have received it.
    await frame.evaluate(() => {
      addEventListener('message', event => {
        const { probe } = event.data as { probe?: string };
        if (probe) window.parent.postMessage({ seen: probe }, '*');
      });
    });
    return frame;
  }
}

const partitionedOfWorker = workerBrowser(launchPartitioned);

/** `it` with a host site and a wallet site, which are cross-site, and an unopened visit to the host. */
export const it = journey
  .extend('sites', { scope: 'file' }, async ({ chromium: _ }, { onCleanup }) => {
    const { host, walletPage } = inject('sitePages');
    const sites = await serveSites(host, walletPage);
    onCleanup(() => sites.stop());
    return sites;
  })
  .extend('partitioned', { scope: 'worker' }, ({ stack: _ }, { onCleanup }) => {
    onCleanup(partitionedOfWorker.close);
    return partitionedOfWorker.get;
  })
  .extend('browser', { scope: 'file' }, ({ partitioned }) => partitioned())
  .extend('visit', async ({ browser, sites, task }, { onCleanup }) => {
    const context = await browser.newContext();
    onCleanup(async () => {
      await describeFailure(task, browser);
      await context.close();
    });
    const visit = new HostVisit(await context.newPage(), sites);
    visit.allowApp();
    return visit;
  });
