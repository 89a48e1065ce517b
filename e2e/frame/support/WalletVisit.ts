import type { FrameMessage, FramePayload, FrameSuccess } from 'latchkit/protocol';
import type { Locator, Page } from 'playwright-core';
import { isHex } from 'viem';
import { expect, vi } from 'vitest';
import type { HostFrame } from '../pages/host.js';
import type { ServedWallet } from './walletServices.js';

declare global {
  interface Window {
    /** The wallet of this visit. */
    host: HostFrame;
  }
}

/** How a message ended, where it failed. */
export interface Failure {
  readonly code: string;
  readonly retryAfter?: number;
}

/** Milliseconds until an address may be asked for again. */
const COOLDOWN = 30_000;

/** A host page in Chromium whose wallet has real services behind it. */
export class WalletVisit {
  constructor(
    readonly page: Page,
    readonly hostUrl: string,
    readonly served: ServedWallet,
  ) {}

  /** Opens the host page and loads its wallet; again: reloads both. */
  async open(): Promise<void> {
    await this.page.goto(`${this.hostUrl}/host.html`);
    await this.page.waitForFunction(() => window.makeFrame !== undefined);
    await this.page.evaluate(wallet => {
      window.host = window.makeFrame(wallet);
      return window.host.frame.load();
    }, this.served.url);
  }

  call<T extends FrameMessage>(
    type: T,
    payload: FramePayload<T>,
  ): Promise<FrameSuccess<T> & Partial<Failure>> {
    return this.page.evaluate(
      ([name, sent]) =>
        window.host.frame
          .call(name as FrameMessage, sent as FramePayload<FrameMessage>)
          .catch(({ code, context }) => ({ code, retryAfter: context.retryAfter })) as Promise<never>,
      [type, payload as unknown] as const,
    );
  }

  /** What the wallet page told unasked. */
  events(): Promise<unknown[]> {
    return this.page.evaluate(() => window.host.events);
  }

  /** Asks for a signature or a transaction on chain A; answers what it is answered with, or the code of the refusal. */
  async ask(method: string, params: unknown[]): Promise<unknown> {
    // As wide as the modal is.
    await this.page.evaluate(() =>
      Object.assign(window.host.frame.element()?.style ?? {}, { width: '360px' }),
    );
    return this.call('RPC_REQUEST', { method, params, chainId: 'eip155:31337', chainNamespace: 'eip155' });
  }

  /** Asks, and approves as a visitor does: in the wallet page, or in the wallet's window where that is needed. */
  async approved(method: string, params: unknown[]): Promise<`0x${string}`> {
    const asked = this.ask(method, params);
    const here = this.button(/^(Approve|Sign in)/);
    const there = this.button(/^Review in the wallet window/);
    await here.or(there).waitFor();
    if (await there.isVisible()) await this.approveInWindow(there);
    else await pressArmed(here);
    const answer = await asked;
    if (!isHex(answer)) throw new Error(`It was answered with ${JSON.stringify(answer)}.`);
    return answer;
  }

  private async approveInWindow(open: Locator): Promise<void> {
    const opened = this.page.context().waitForEvent('page');
    await open.click();
    const window = await opened;
    await pressArmed(window.locator('.actions').getByRole('button', { name: /^Approve/ }));
    if (!window.isClosed()) await window.waitForEvent('close');
  }

  /** A button of the wallet page. */
  button(name: RegExp): Locator {
    return this.page.frameLocator('iframe').locator('.actions').getByRole('button', { name });
  }

  /** The newest mail that has what is looked for. */
  mailed(email: string, pattern: RegExp): string {
    for (const { text } of this.served.suite.inbox.mails(email).toReversed()) {
      const found = pattern.exec(text)?.[1];
      if (found) return found;
    }
    throw new Error(`No such mail to ${email}.`);
  }

  code(email: string): string {
    return this.mailed(email, /^(\d{6})$/m);
  }

  /** Follows the link of the newest mail, in another tab, and approves. */
  async followLink(email: string): Promise<void> {
    const tab = await this.page.context().newPage();
    await tab.goto(this.mailed(email, /(http:\/\/vault\S+)/));
    await tab.getByRole('button', { name: /^Approve/ }).click();
    await tab.locator('[data-part="approved"]').waitFor();
    await tab.close();
  }

  /** From the address to the account; answers the step that it began with. */
  async signIn(email: string): Promise<string> {
    vi.setSystemTime(Date.now() + COOLDOWN);
    const { action, code } = await this.call('CONNECT_EMAIL', { email });
    if (action === 'VERIFY_DEVICE') {
      await this.followLink(email);
      await this.call('CONNECT_DEVICE', {});
    }
    if (action !== 'CONNECT') await this.call('CONNECT_OTP', { otp: this.code(email) });
    return action ?? code;
  }
}

/** Brings the mouse to a button, waits until the button counts, and presses it. */
async function pressArmed(button: Locator): Promise<void> {
  await button.hover();
  const until = await button.evaluate(() => performance.now() + 600);
  await expect.poll(() => button.evaluate(() => performance.now())).toBeGreaterThan(until);
  await expect.poll(() => button.isEnabled()).toBe(true);
  await button.click();
}
