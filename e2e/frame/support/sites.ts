import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Browser, Frame, Page } from 'playwright-core';
import { test } from 'vitest';
import { launchChromium } from '../../support/journey.js';
import { type Sites, serveSites } from './serveSites.js';

const run = promisify(execFile);
const root = path.join(import.meta.dirname, '../../..');
export const hostPages = path.join(import.meta.dirname, '../pages');

/** Builds the pages of a folder against the built package. */
export async function buildPages(
  from: string,
  folder: string,
  config = path.join(from, 'vite.config.ts'),
): Promise<void> {
  const vite = path.join(
    path.dirname(createRequire(import.meta.url).resolve('vite/package.json')),
    'bin/vite.js',
  );
  const options = ['--base', './', '--outDir', folder, '--emptyOutDir', '--logLevel', 'error'];
  const args = [vite, 'build', from, '--config', config, ...options];
  await run(process.execPath, args, { cwd: from, env: { ...process.env, NODE_ENV: 'production' } });
}

/** Features that Playwright disables, except storage partitioning, as far as they matter here. */
const OFF = [
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'MediaRouter',
  'OptimizationHints',
  'PaintHolding',
];

/** Launches a Chromium that partitions a frame's storage by the site of its page, as users' browsers do and Playwright's doesn't. */
export function launchPartitioned(): Promise<Browser> {
  // Of two switches with the same name, the later one applies.
  return launchChromium({ args: [`--disable-features=${OFF.join()}`] });
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

const walletPage = path.join(root, 'apps/frame');

/** Returns the folder of the built wallet page. If a test runs without a defence, builds the page without it. */
async function builtWalletPage(folder: string): Promise<string> {
  if (!process.env.LATCHKIT_WITHOUT_DEFENCE) return path.join(walletPage, 'dist');
  await buildPages(walletPage, folder, path.join(hostPages, 'walletPage.config.ts'));
  return folder;
}

/** `it` with a host site and a wallet site, which are cross-site, and an unopened visit to the host. */
export const it = test
  .extend('folder', { scope: 'file' }, () => mkdtempSync(path.join(os.tmpdir(), 'latchkit-frame-')))
  .extend('sites', { scope: 'file' }, async ({ folder }, { onCleanup }) => {
    const hosts = path.join(folder, 'hosts');
    await buildPages(hostPages, hosts);
    const sites = await serveSites(hosts, await builtWalletPage(path.join(folder, 'wallet')));
    onCleanup(async () => {
      await sites.stop();
      rmSync(folder, { recursive: true, force: true });
    });
    return sites;
  })
  .extend('browser', { scope: 'file' }, async ({ sites: _ }, { onCleanup }) => {
    const browser = await launchPartitioned();
    onCleanup(() => browser.close());
    return browser;
  })
  .extend('visit', async ({ browser, sites }, { onCleanup }) => {
    const context = await browser.newContext();
    onCleanup(() => context.close());
    const visit = new HostVisit(await context.newPage(), sites);
    visit.allowApp();
    return visit;
  });
