import type { Frame, Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { type DemoPage, eventually } from './DemoPage.js';
import { passTime } from './passTime.js';

/** Timeout of an approval on a busy machine, in ms. */
const PATIENCE = 60_000;

/** Names of the approve button, which depend on the request, and its name in Arabic. */
const APPROVE = /^(Approve|Sign in|موافقة)/;

/** Scrolls the request to its end, which must have been in view before Approve accepts a press. */
async function readToEnd(button: Locator): Promise<void> {
  await button
    .evaluate(one => one.ownerDocument.querySelector('.details')?.scrollTo(0, 1_000_000), undefined, {
      timeout: 1_000,
    })
    .catch(() => {});
}

/** Moves the mouse to a button, rests there long enough for a press to count, and presses. */
async function pressAtRest(page: Page | Frame, button: Locator): Promise<void> {
  await readToEnd(button);
  await button.hover({ timeout: 1_000 });
  await passTime(page, 600);
  await button.click({ timeout: 1_000 });
}

/** The wallet page's review of a request, in the frame or in the wallet window. */
export class ApprovalPage {
  constructor(readonly demo: DemoPage) {}

  private get page(): Page {
    return this.demo.page;
  }

  /** The wallet page in the host page. */
  get frame(): Frame {
    const frame = this.page.frames().find(one => new URL(one.url()).pathname === '/frame');
    if (!frame) throw new Error('The wallet page was not found.');
    return frame;
  }

  private button(name: string | RegExp): Locator {
    return this.frame.locator('.actions').getByRole('button', { name });
  }

  private get view(): Locator {
    return this.page.locator('[data-view="ApproveTransaction"]');
  }

  /** Waits until the modal shows the request and Approve is armed: the wallet page has checked that it is visible. */
  async armed(): Promise<void> {
    await this.view.waitFor({ timeout: PATIENCE });
    const approve = this.button(APPROVE);
    const isOn = async () => {
      // An inline modal may be further down the page. If the button is rendered again meanwhile, the next round finds it.
      await approve.scrollIntoViewIfNeeded({ timeout: 1_000 }).catch(() => {});
      await readToEnd(approve);
      return approve.isEnabled();
    };
    await eventually(isOn, true);
  }

  /** Presses again, as a visitor would, if the view changed just before a press and the press was ignored. */
  async approve(): Promise<void> {
    await this.view.waitFor({ timeout: PATIENCE });
    const press = async () => {
      await pressAtRest(this.frame, this.button(APPROVE)).catch(() => {});
      return this.isOver();
    };
    await expect.poll(press, { timeout: PATIENCE, interval: 50 }).toBe(true);
  }

  /** @param name - Of the button. */
  async reject(name = 'Reject'): Promise<void> {
    await this.view.waitFor({ timeout: PATIENCE });
    const press = async () => {
      await this.button(name)
        .click({ timeout: 1_000 })
        .catch(() => {});
      return this.isOver();
    };
    await expect.poll(press, { timeout: PATIENCE, interval: 50 }).toBe(true);
  }

  /** Whether the modal stops showing the request within a second. */
  private isOver(): Promise<boolean> {
    const gone = this.view.waitFor({ state: 'hidden', timeout: 1_000 });
    return gone.then(
      () => true,
      () => false,
    );
  }

  /** Opens the wallet window from the frame, for requests that must not be approved in the frame. Presses as `press` does. */
  async openWindow(): Promise<Page> {
    const opened: Page[] = [];
    const listen = (page: Page) => opened.push(page);
    const context = this.page.context();
    context.on('page', listen);
    const press = async () => {
      if (opened.length > 0) return true;
      const coming = context.waitForEvent('page', { timeout: 1_500 }).catch(() => {});
      await this.frame
        .getByRole('button', { name: 'Review in the wallet window' })
        .click({ timeout: 1_000 })
        .catch(() => {});
      await coming;
      return opened.length > 0;
    };
    await expect.poll(press, { timeout: PATIENCE, interval: 50 }).toBe(true);
    context.off('page', listen);
    const [window] = opened;
    if (!window) throw new Error('The wallet window was closed.');
    return window;
  }

  /** Presses in the wallet window until it has closed, as `press` does in the frame. */
  async pressIn(window: Page, name: string): Promise<void> {
    const button = window.locator('.actions').getByRole('button', { name });
    const isOn = async () => {
      // The details may grow after they were read, for example by a name.
      await readToEnd(button);
      return button.isEnabled();
    };
    await eventually(isOn, true);
    const press = async () => {
      if (window.isClosed()) return true;
      const closing = window.waitForEvent('close', { timeout: 3_000 }).catch(() => {});
      await pressAtRest(window, button).catch(() => {});
      await closing;
      return window.isClosed();
    };
    await expect.poll(press, { timeout: PATIENCE, interval: 50 }).toBe(true);
  }
}
