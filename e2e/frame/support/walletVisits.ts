import type { BrowserContext, BrowserContextOptions } from 'playwright-core';
import { inject } from 'vitest';
import { describeFailure } from '../../support/describeFailure.js';
import type { Stack } from '../../support/startStack.js';
import { ModalVisit } from './ModalVisit.js';
import { it as base } from './sites.js';
import { WalletVisit } from './WalletVisit.js';
import { serveWallet } from './walletServices.js';

/** Milliseconds that a step may take, as in all journeys: on a busy machine, the first page of a file takes its time. */
const PATIENCE = 60_000;

/**
 * `it` with a host site and a wallet with real services. `enter` opens visits; `enterModal` opens a host page that has the modal too,
 * without its wallet page. `signedIn` is one for all tests of a file that leave it signed in.
 */
export const it = base
  .extend('served', { scope: 'file' }, async ({ sites }, { onCleanup }) => {
    // The tests of defences run without the stack.
    const stack = inject('stack') as Stack | undefined;
    const served = await serveWallet({ ...(stack && { chain: stack.chainA }), hasProviders: true });
    onCleanup(() => served.stop());
    await served.allow(...['app', 'evil', 'shop'].map(sites.host));
    return served;
  })
  .extend('enter', async ({ browser, sites, served, task }, { onCleanup }) => {
    const made: BrowserContext[] = [];
    onCleanup(async () => {
      await describeFailure(task, browser);
      await Promise.all(made.map(context => context.close()));
    });
    /** Opens a host page under a name with its wallet, in the given context or else in a new one. */
    return async (name = 'app', known?: BrowserContext): Promise<WalletVisit> => {
      const context = known ?? (await browser.newContext());
      context.setDefaultTimeout(PATIENCE);
      made.push(context);
      const visit = new WalletVisit(await context.newPage(), sites.host(name), served);
      await visit.open();
      return visit;
    };
  })
  .extend('signedIn', { scope: 'file' }, async ({ browser, sites, served }, { onCleanup }) => {
    const context = await browser.newContext();
    onCleanup(() => context.close());
    context.setDefaultTimeout(PATIENCE);
    const visit = new WalletVisit(await context.newPage(), sites.host('app'), served);
    await visit.open();
    await visit.signIn(served.suite.address());
    return visit;
  })
  .extend('enterModal', async ({ browser, sites, served, task }, { onCleanup }) => {
    const made: BrowserContext[] = [];
    onCleanup(async () => {
      await describeFailure(task, browser);
      await Promise.all(made.map(context => context.close()));
    });
    return async (options: BrowserContextOptions = {}): Promise<ModalVisit> => {
      const context = await browser.newContext(options);
      context.setDefaultTimeout(PATIENCE);
      made.push(context);
      return new ModalVisit(await context.newPage(), sites.host('app'), served);
    };
  });
