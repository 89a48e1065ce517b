import type { BrowserContextOptions } from 'playwright-core';
import { vi } from 'vitest';
import { serveWallet } from '../../frame/support/walletServices.js';
import { it as journey } from '../../support/journey.js';
import { PortalVisit } from './PortalVisit.js';

/**
 * `it` with the real services. `enter` opens a browser; `portal` is one for all tests of a file, in which a user has created a wallet
 * and is logged in.
 */
export const it = journey
  .extend('served', { scope: 'file' }, async ({ chromium: _ }, { onCleanup }) => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const served = await serveWallet({ hasProviders: true });
    onCleanup(async () => {
      vi.useRealTimers();
      await served.stop();
    });
    return served;
  })
  .extend('enter', { scope: 'file' }, ({ browser, served }, { onCleanup }) => {
    const made: PortalVisit[] = [];
    onCleanup(async () => {
      await Promise.all(made.map(({ page }) => page.context().close()));
    });
    /** Opens a browser of its own, for the user with this address. */
    return async (email = served.suite.address(), options: BrowserContextOptions = {}) => {
      const context = await browser.newContext({
        viewport: { width: 1280, height: 800 },
        locale: 'en-GB',
        ...options,
      });
      context.setDefaultTimeout(60_000);
      const visit = new PortalVisit(await context.newPage(), served, email);
      made.push(visit);
      return visit;
    };
  })
  .extend('portal', { scope: 'file' }, async ({ enter }) => {
    const visit = await enter();
    await visit.logIn();
    return visit;
  });
