import type { Browser, Page } from 'playwright-core';
import { ApprovalPage } from './ApprovalPage.js';
import { DemoPage } from './DemoPage.js';
import { logInAs, visitor as newInbox, switchToEoa } from './emailVisitor.js';
import type { Inbox } from './inbox.js';
import { it as journey } from './journey.js';
import { recordMessages } from './recordMessages.js';
import type { Stack } from './startStack.js';

const CHAINS = 'adapters=evm,solana';

/** A visitor who is logged in by email, in a separate browser context. */
export interface KnownVisitor {
  readonly page: Page;
  readonly demo: DemoPage;
  /** Address on EVM chains. */
  readonly address: `0x${string}`;
  readonly inbox: Inbox;
  /** Opens the page with both namespaces again. The visitor is logged in there, as after a reload. */
  open(query?: string): Promise<void>;
}

/** Logs in a visitor in a new context, which ends with the tests of the file. */
async function createVisitor(
  { browser, stack }: { readonly browser: Browser; readonly stack: Stack },
  onCleanup: (clean: () => Promise<void>) => void,
  type: 'eoa' | 'smartAccount',
): Promise<KnownVisitor> {
  const context = await browser.newContext({
    baseURL: stack.demo,
    viewport: { width: 1280, height: 800 },
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
  const inbox = newInbox(stack);
  const first = await logInAs(inbox, demo, page, CHAINS);
  const address = (type === 'eoa' ? await switchToEoa(demo) : first) as `0x${string}`;
  return {
    ...{ page, demo, address, inbox },
    async open(query = '') {
      await demo.open(`wallet=none&${CHAINS}&${query}`);
      await demo.reads('status', 'connected');
      // Rejections of earlier tests persist across reloads, and the third one causes a pause.
      await new ApprovalPage(demo).frame.evaluate(() => localStorage.clear());
    },
  };
}

/**
 * `it` with one `visitor` for all tests of a file, because logging in takes longer than most of them. Each test begins with
 * `visitor.open()` and leaves the visitor logged in. The visitor uses the EOA.
 */
export const it = journey.extend('visitor', { scope: 'file' }, ({ browser, stack }, { onCleanup }) =>
  createVisitor({ browser, stack }, onCleanup, 'eoa'),
);

/** `it` with a visitor who uses the smart account, as new wallets do, and the messages between the page and the wallet page. */
export const itSmart = journey
  .extend('visitor', { scope: 'file' }, ({ browser, stack }, { onCleanup }) =>
    createVisitor({ browser, stack }, onCleanup, 'smartAccount'),
  )
  .extend('messages', { scope: 'file' }, ({ visitor }) => recordMessages(visitor.page));
