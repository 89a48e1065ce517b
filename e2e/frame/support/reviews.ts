import type { BrowserContextOptions, Frame, Locator, Page } from 'playwright-core';
import { expect, inject } from 'vitest';
import type { InlineRule } from '../../../apps/frame/src/approvals/chooseSurface.js';
import { awaitedLater } from '../../../scripts/lib/awaitedLater.mjs';
import { describeFailure } from '../../support/describeFailure.js';
import { it as journey } from '../../support/journey.js';
import { passTime } from '../../support/passTime.js';
import { leaveContext, reuseContext } from '../../support/reuseContext.js';
import type {} from './buildSites.js';
import { type Sites, serveSites } from './serveSites.js';
import { HostVisit } from './sites.js';

declare global {
  interface Window {
    /** Results of the host page's requests, by name. */
    readonly answers: Record<string, unknown>;
    readonly hostFrame: ReturnType<Window['makeFrame']>;
    readonly abortRequest: () => void;
    /** The host page's content after loading, and the style of the iframe. */
    readonly loaded: { readonly nodes: readonly Node[]; readonly style?: string };
  }
}

/** Milliseconds for which Approve must stay enabled before it is pressed. */
const SETTLED = 100;

/** Requests per page, well below the number that a host may send in a minute. */
const FEW = 20;

/** A host page whose visitor is logged in to the wallet, and the wallet page in it. */
export class ReviewVisit {
  /** Number of requests that the host page sent. */
  requests = 0;

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
      Object.assign(window, { hostFrame, answers: {}, abortRequest: () => {} });
      await hostFrame.frame.load();
      const iframe = hostFrame.frame.element();
      if (iframe) Object.assign(iframe.style, { border: '0', width: '336px', display: '' });
      Object.assign(window, {
        loaded: { nodes: [...document.body.childNodes], style: iframe?.style.cssText },
      });
    }, this.sites.wallet);
  }

  /** Ends the last request, and resets the host page and the counters to their state after {@link open}. */
  async clear(): Promise<void> {
    await this.page.evaluate(() => {
      window.abortRequest();
      const { nodes, style } = window.loaded;
      for (const node of [...document.body.childNodes]) if (!nodes.includes(node)) node.remove();
      const iframe = window.hostFrame.frame.element();
      if (iframe && style !== undefined) iframe.style.cssText = style;
      Object.assign(window, { answers: {} });
    });
    await this.frame.locator('.screen').waitFor({ state: 'detached' });
    await this.frame.evaluate(() => {
      for (const list of [window.signed, window.signedAt]) list?.splice(0);
    });
    await this.page.mouse.move(0, 799);
  }

  get frame(): Frame {
    const frame = this.page.frames().find(one => one.url().startsWith(`${this.sites.wallet}/frame`));
    if (frame === undefined) throw new Error('The wallet page did not load.');
    return frame;
  }

  /** Sends a request from the host page without waiting; {@link answer} returns the result. */
  async request(name: string, method: string, params: unknown, chainId = 'eip155:1'): Promise<void> {
    this.requests += 1;
    await this.page.evaluate(
      ([key, rpc, given, chain]) => {
        const controller = new AbortController();
        // Count only this visit's responses: a later visit may end a request of an earlier one.
        const { answers } = window;
        Object.assign(window, { abortRequest: () => controller.abort() });
        const chainNamespace = chain.startsWith('solana') ? ('solana' as const) : ('eip155' as const);
        const payload = { method: rpc, params: given as never, chainId: chain, chainNamespace };
        window.hostFrame.frame.call('RPC_REQUEST', payload, { signal: controller.signal }).then(
          result => {
            answers[key] = { result };
          },
          (error: { code?: unknown }) => {
            answers[key] = { code: error.code };
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
    const opened = awaitedLater(this.page.context().waitForEvent('page'));
    await this.frame.getByRole('button', { name: 'Review in the wallet window' }).click();
    const window = await opened;
    await window.locator('.content h1').waitFor();
    return window;
  }

  /** Moves the mouse to Approve, and waits until a press would count. */
  async armed(): Promise<void> {
    await this.approve.waitFor();
    // Both again on every look: the details grow, and the button moves, until the page has its final size.
    const isEnabled = async () => {
      await this.frame.locator('.details').evaluate(one => one.scrollTo(0, one.scrollHeight));
      await this.rest(this.approve);
      return this.approve.isEnabled();
    };
    await expect.poll(isEnabled).toBe(true);
    // A review that was rendered again meanwhile restarts the wait.
    await this.waitIn(SETTLED);
    await expect.poll(isEnabled).toBe(true);
  }

  /** Moves the mouse to a button, and keeps it there long enough for a press to count. */
  async rest(button: Locator): Promise<void> {
    const { x, y } = await this.centreOf(button);
    await this.page.mouse.move(x, y);
    await this.waitIn(600);
  }

  /** Waits some milliseconds by the wallet page's clock. */
  async waitIn(milliseconds: number): Promise<void> {
    await passTime(this.frame, milliseconds);
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

/** A visit that the tests of a file share one after the other, because loading both pages takes longer than most of them. */
interface KeptVisit {
  /** Returns the opened visit, without a request and with a reset host page. */
  next(): Promise<ReviewVisit>;
  /** Discards the visit, so that the next test opens another one. */
  drop(): Promise<void>;
}

/**
 * `it` with a host site, a wallet site, an unopened `visit` and an opened `shared` one. A test that changes the wallet page, or
 * what the wallet page knows about its host, needs a `visit`.
 */
export const it = journey
  .extend('sites', { scope: 'file' }, async ({ chromium: _ }, { onCleanup }) => {
    const { host, wallet } = inject('sitePages');
    const sites = await serveSites(host, wallet);
    onCleanup(() => sites.stop());
    return sites;
  })
  .extend(
    'contextOptions',
    { scope: 'file' },
    (): BrowserContextOptions => ({
      viewport: { width: 800, height: 800 },
      locale: 'en-US',
    }),
  )
  .extend('visit', async ({ browser, sites, contextOptions, task }, { onCleanup }) => {
    const context = await reuseContext(browser, contextOptions);
    delete sites.rules.chain;
    onCleanup(async () => {
      await describeFailure(task, browser);
      await leaveContext(browser, context);
    });
    return new ReviewVisit(context.pages()[0] ?? (await context.newPage()), sites);
  })
  .extend('kept', { scope: 'file' }, ({ browser, sites, contextOptions }, { onCleanup }): KeptVisit => {
    let kept: ReviewVisit | undefined;
    const drop = async () => {
      await kept?.page.context().close();
      kept = undefined;
    };
    onCleanup(drop);
    return {
      drop,
      async next() {
        if (kept && kept.requests > FEW) await drop();
        if (kept) {
          await kept.clear().catch(async error => {
            await drop();
            throw error;
          });
        } else {
          const context = await browser.newContext(contextOptions);
          const opened = new ReviewVisit(await context.newPage(), sites);
          await opened.open().catch(async error => {
            await context.close();
            throw error;
          });
          kept = opened;
        }
        return kept;
      },
    };
  })
  .extend('shared', async ({ browser, kept, sites, task }, { onCleanup }) => {
    delete sites.rules.chain;
    const visit = await kept.next();
    onCleanup(async () => {
      await describeFailure(task, browser);
      if (task.result?.state === 'fail') await kept.drop();
    });
    return visit;
  });
