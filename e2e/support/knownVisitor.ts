import type { Page } from 'playwright-core';
import { ApprovalPage } from './ApprovalPage.js';
import { DemoPage } from './DemoPage.js';
import { logIn } from './emailVisitor.js';
import { it as journey } from './journey.js';

const CHAINS = 'adapters=evm,solana';

/** A visitor who is logged in by email, in a separate browser context. */
export interface KnownVisitor {
  readonly page: Page;
  readonly demo: DemoPage;
  /** Address on EVM chains. */
  readonly address: `0x${string}`;
  /** Opens the page with both namespaces again. The visitor is logged in there, as after a reload. */
  open(query?: string): Promise<void>;
}

/**
 * `it` with one `visitor` for all tests of a file, because logging in takes longer than most of them. Each test begins with
 * `visitor.open()` and leaves the visitor logged in.
 */
export const it = journey.extend(
  'visitor',
  { scope: 'file' },
  async ({ browser, stack }, { onCleanup }): Promise<KnownVisitor> => {
    const context = await browser.newContext({
      baseURL: stack.demo,
      viewport: { width: 1280, height: 800 },
      reducedMotion: 'reduce',
    });
    const thrown: Error[] = [];
    onCleanup(async () => {
      await context.close();
      if (thrown.length > 0)
        throw new AggregateError(thrown, `The page threw: ${thrown.map(String).join('; ')}`);
    });
    const page = await context.newPage();
    page.on('pageerror', error => thrown.push(error));
    const demo = new DemoPage(page);
    const address = (await logIn(demo, page, stack, CHAINS)) as `0x${string}`;
    return {
      ...{ page, demo, address },
      async open(query = '') {
        await demo.open(`wallet=none&${CHAINS}&${query}`);
        await demo.reads('status', 'connected');
        // Rejections of earlier tests persist across reloads, and the third one causes a pause.
        await new ApprovalPage(demo).frame.evaluate(() => localStorage.clear());
      },
    };
  },
);
