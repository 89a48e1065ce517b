import type { FrameMessage, FramePayload, FrameSuccess } from 'latchkit/protocol';
import type { Locator, Page } from 'playwright-core';
import { isHex } from 'viem';
import { vi } from 'vitest';
import { awaitedLater } from '../../../scripts/lib/awaitedLater.mjs';
import type { HostFrame } from '../pages/host.js';
import { pressArmed } from './pressArmed.js';
import { ServedVisit } from './ServedVisit.js';

declare global {
  interface Window {
    /** The wallet of this visit. */
    host: HostFrame;
  }
}

/** The error of a failed message. */
export interface Failure {
  readonly code: string;
  readonly retryAfter?: number;
}

/** Milliseconds between two emails to the same address. */
const COOLDOWN = 30_000;

/** A host page in Chromium whose wallet uses the real services. */
export class WalletVisit extends ServedVisit {
  /**
   * Opens the host page and loads its wallet. A second call reloads both.
   *
   * @param manifestKey - Pins the wallet page.
   * @param vault - Pins its vault.
   */
  async open(manifestKey?: string, vault?: string): Promise<void> {
    await this.page.goto(`${this.hostUrl}/host.html`);
    await this.page.waitForFunction(() => window.makeFrame !== undefined);
    await this.page.evaluate(
      ([wallet, key, pinnedVault]) => {
        window.host = window.makeFrame(wallet, true, key, pinnedVault);
        return window.host.frame.load();
      },
      [this.served.url, manifestKey, vault] as const,
    );
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

  /** Returns the events that the wallet page emitted. */
  events(): Promise<unknown[]> {
    return this.page.evaluate(() => window.host.events);
  }

  /** Requests a signature or a transaction on chain A. Resolves with the result, or with the code of the refusal. */
  async ask(method: string, params: unknown[]): Promise<unknown> {
    // As wide as the modal.
    await this.page.evaluate(() =>
      Object.assign(window.host.frame.element()?.style ?? {}, { width: '360px' }),
    );
    return this.call('RPC_REQUEST', { method, params, chainId: 'eip155:31337', chainNamespace: 'eip155' });
  }

  /** Sends a request and approves it as a visitor: in the wallet page, or in the wallet window if needed. */
  async approved(method: string, params: unknown[]): Promise<`0x${string}`> {
    const asked = awaitedLater(this.ask(method, params));
    const here = this.button(/^(Approve|Sign in)/);
    const there = this.button(/^Review in the wallet window/);
    await here.or(there).waitFor();
    if (await there.isVisible()) await this.approveIn(await this.openWindow());
    else await pressArmed(here);
    const answer = await asked;
    if (!isHex(answer)) throw new Error(`The wallet returned ${JSON.stringify(answer)}.`);
    return answer;
  }

  /** Opens the wallet window with the button of the wallet page. */
  async openWindow(): Promise<Page> {
    const opened = this.page.context().waitForEvent('page');
    await this.button(/^Review in the wallet window/).click();
    return opened;
  }

  /** Moves the mouse to a button of a review, waits until the button is armed, and presses it. */
  press = pressArmed;

  /** Locates a button of the wallet page. */
  button(name: RegExp): Locator {
    return this.page.frameLocator('iframe').locator('.actions').getByRole('button', { name });
  }

  /** Logs in with an email address, and returns the first step. */
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
