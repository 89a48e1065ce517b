import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { BrowserContextOptions, Frame, Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { InlineRule } from '../../../apps/frame/src/approval/surfaceOf.js';
import { launchChromium } from '../../support/journey.js';
import { type Sites, serveSites } from './serveSites.js';
import { buildPages, HostVisit, hostPages } from './sites.js';

const walletPage = path.join(import.meta.dirname, '../wallet');

declare global {
  interface Window {
    /** Results of the host page's requests, by name. */
    readonly answers: Record<string, unknown>;
    readonly hostFrame: ReturnType<Window['makeFrame']>;
    readonly abortRequest: () => void;
  }
}

/** A host page whose visitor is logged in to the wallet, and the wallet page in it. */
export class ReviewVisit {
  constructor(
    readonly page: Page,
    readonly sites: Sites,
  ) {}

  /** Loads both pages. `inline` overrides the rule for the host's origin, which otherwise follows from the list of origins. */
  async open(inline?: InlineRule): Promise<void> {
    const visit = new HostVisit(this.page, this.sites);
    visit.allowApp();
    await this.page.context().addInitScript(`globalThis.inlineForTest = ${JSON.stringify(inline)}`);
    await visit.open();
    await this.page.evaluate(async wallet => {
      const hostFrame = window.makeFrame(wallet);
      Object.assign(window, { hostFrame, answers: {} });
      await hostFrame.frame.load();
      const iframe = hostFrame.frame.element();
      if (iframe) Object.assign(iframe.style, { border: '0', width: '336px', display: '' });
    }, this.sites.wallet);
  }

  get frame(): Frame {
    const frame = this.page.frames().find(one => one.url().startsWith(`${this.sites.wallet}/frame`));
    if (frame === undefined) throw new Error('The wallet page did not load.');
    return frame;
  }

  /** Sends a request from the host page without waiting; {@link answer} returns the result. */
  async request(name: string, method: string, params: unknown, chainId = 'eip155:1'): Promise<void> {
    await this.page.evaluate(
      ([key, rpc, given, chain]) => {
        const controller = new AbortController();
        Object.assign(window, { abortRequest: () => controller.abort() });
        const chainNamespace = chain.startsWith('solana') ? ('solana' as const) : ('eip155' as const);
        const payload = { method: rpc, params: given as never, chainId: chain, chainNamespace };
        window.hostFrame.frame.call('RPC_REQUEST', payload, { signal: controller.signal }).then(
          result => {
            window.answers[key] = { result };
          },
          (error: { code?: unknown }) => {
            window.answers[key] = { code: error.code };
          },
        );
      },
      [name, method, params, chainId] as const,
    );
  }

  /** Returns the result of a request, or undefined if it is pending. */
  answer(name: string): Promise<unknown> {
    return this.page.evaluate(key => window.answers[key], name);
  }

  /** Requests a signature of a text by the visitor's account. */
  async sign(name: string, text: string): Promise<void> {
    const { evm } = await this.addresses();
    await this.request(name, 'personal_sign', [text, evm]);
    await this.approve.waitFor();
  }

  async addresses(): Promise<{ readonly evm: string; readonly solana: string }> {
    const found = await this.frame.evaluate(() => window.walletAddresses);
    if (found === undefined) throw new Error('The wallet has no accounts.');
    return found;
  }

  /** Returns the number of signatures. */
  async signatures(): Promise<number> {
    return this.frame.evaluate(() => window.signed?.length ?? 0);
  }

  get approve(): Locator {
    return this.frame.locator('.actions').getByRole('button', { name: /^(Approve|Sign in|Approve anyway)$/ });
  }

  get reject(): Locator {
    return this.frame.locator('.actions').getByRole('button', { name: /^(Reject|Close)$/ });
  }

  /** Presses 'Review in the wallet window', and returns the window once it shows the request. */
  async openWindow(): Promise<Page> {
    const opened = this.page.context().waitForEvent('page');
    await this.frame.getByRole('button', { name: 'Review in the wallet window' }).click();
    const window = await opened;
    await window.locator('.content h1').waitFor();
    return window;
  }

  /** Moves the mouse to Approve, and waits until a press would count. */
  async armed(): Promise<void> {
    await this.approve.waitFor();
    await this.frame.locator('.details').evaluate(one => one.scrollTo(0, one.scrollHeight));
    await expect.poll(() => this.approve.isEnabled()).toBe(true);
    await this.rest(this.approve);
    await expect.poll(() => this.approve.isEnabled()).toBe(true);
  }

  /** Moves the mouse to a button, and keeps it there long enough for a press to count. */
  async rest(button: Locator): Promise<void> {
    const { x, y } = await this.centreOf(button);
    await this.page.mouse.move(x, y);
    await this.waitIn(600);
  }

  /** Waits some milliseconds by the wallet page's clock. */
  async waitIn(milliseconds: number): Promise<void> {
    const until = await this.frame.evaluate(more => performance.now() + more, milliseconds);
    await this.frame.waitForFunction(time => performance.now() >= time, until);
  }

  /** Presses the mouse on a button at its current position, without waiting. */
  async press(button: Locator): Promise<void> {
    const { x, y } = await this.centreOf(button);
    await this.page.mouse.click(x, y);
  }

  async centreOf(button: Locator): Promise<{ readonly x: number; readonly y: number }> {
    const box = await button.boundingBox();
    if (box === null) throw new Error('The button was not found.');
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  }
}

/** `it` with a host site, a wallet site and an unopened visit. */
export const it = test
  .extend('folders', { scope: 'file' }, () => {
    const folder = (name: string) => mkdtempSync(path.join(os.tmpdir(), `latchkit-${name}-`));
    return { host: folder('host'), wallet: folder('wallet') };
  })
  .extend('sites', { scope: 'file' }, async ({ folders }, { onCleanup }) => {
    const { host, wallet } = folders;
    await Promise.all([buildPages(hostPages, host), buildPages(walletPage, wallet)]);
    const sites = await serveSites(host, wallet);
    onCleanup(async () => {
      await sites.stop();
      for (const folder of [host, wallet]) rmSync(folder, { recursive: true, force: true });
    });
    return sites;
  })
  .extend('browser', { scope: 'file' }, async ({ sites: _ }, { onCleanup }) => {
    const browser = await launchChromium();
    onCleanup(() => browser.close());
    return browser;
  })
  .extend(
    'contextOptions',
    { scope: 'file' },
    (): BrowserContextOptions => ({
      viewport: { width: 800, height: 800 },
      locale: 'en-US',
    }),
  )
  .extend('visit', async ({ browser, sites, contextOptions }, { onCleanup }) => {
    const context = await browser.newContext(contextOptions);
    delete sites.rules.chain;
    onCleanup(() => context.close());
    return new ReviewVisit(await context.newPage(), sites);
  });
