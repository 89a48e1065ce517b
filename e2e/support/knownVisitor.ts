import type { Page } from 'playwright-core';
import { ApprovalPage } from './ApprovalPage.js';
import { DemoPage } from './DemoPage.js';
import { logIn } from './emailVisitor.js';
import { it as journey } from './journey.js';

const CHAINS = 'adapters=evm,solana';

/** Somebody who logged in by email, in a browser of their own. */
export interface KnownVisitor {
  readonly page: Page;
  readonly demo: DemoPage;
  /** On Ethereum and its kin. */
  readonly address: `0x${string}`;
  /** Opens the page, which has both kinds of chains, anew: the visitor is logged in there, as after a reload. */
  open(query?: string): Promise<void>;
}

/**
 * `it` with one `visitor` for all tests of a file: logging in takes longer than what most of them are about. Each begins with
 * `visitor.open()`, and leaves the visitor logged in.
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
        // Refusals of an earlier test count over reloads, and the third brings a pause.
        await new ApprovalPage(demo).frame.evaluate(() => localStorage.clear());
      },
    };
  },
);
