import type { Page } from 'playwright-core';
import { vi } from 'vitest';
import { decide } from '../../support/emailVisitor.js';
import { mailedIn } from './mailedIn.js';
import { pressArmed } from './pressArmed.js';
import type { ServedWallet } from './walletServices.js';

/** A page in Chromium whose wallet uses the real services, and the emails of its visitor. */
export class ServedVisit {
  private readonly followed = new Set<string>();

  constructor(
    readonly page: Page,
    readonly hostUrl: string,
    readonly served: ServedWallet,
  ) {}

  /** Returns the match in the newest email that contains the pattern. */
  mailed(email: string, pattern: RegExp): string {
    return mailedIn(this.served.suite, email, pattern);
  }

  /** Returns the newest code. */
  code(email: string): string {
    return this.mailed(email, /^(\d{6})$/m);
  }

  /** Waits for an email with a link that was not followed yet, follows it in another tab, and approves. */
  async followLink(email: string): Promise<void> {
    const link = await vi.waitFor(() => {
      const newest = this.mailed(email, /(https?:\/\/vault\S+\/approve\S+)/);
      if (this.followed.has(newest)) throw new Error(`No new link was sent to ${email}.`);
      return newest;
    }, 20_000);
    this.followed.add(link);
    await decide(this.page.context(), link, 'Approve');
  }

  /** Approves in the wallet window, which closes. */
  async approveIn(window: Page): Promise<void> {
    await pressArmed(window.locator('.actions').getByRole('button', { name: /^Approve/ }));
    if (!window.isClosed()) await window.waitForEvent('close');
  }
}
