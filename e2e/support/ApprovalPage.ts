import type { Frame, Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { type DemoPage, eventually } from './DemoPage.js';

/** How long an approval may take on a busy machine, in ms. */
const PATIENCE = 20_000;

/** Names of the button that approves, by what is asked. */
const APPROVE = /^(Approve|Sign in)/;

/** What the wallet page shows of a request, in the frame or in the wallet's own window. */
export class ApprovalPage {
  constructor(readonly demo: DemoPage) {}

  private get page(): Page {
    return this.demo.page;
  }

  /** The wallet page in the host's page. */
  get frame(): Frame {
    const frame = this.page.frames().find(one => new URL(one.url()).pathname === '/frame');
    if (!frame) throw new Error('The wallet page is not there.');
    return frame;
  }

  private button(name: string | RegExp): Locator {
    return this.frame.locator('.actions').getByRole('button', { name });
  }

  private get view(): Locator {
    return this.page.locator('[data-view="ApproveTransaction"]');
  }

  /** Until the modal shows the request, and Approve counts: the wallet page has seen for itself that it is seen. */
  async armed(): Promise<void> {
    await this.view.waitFor({ timeout: PATIENCE });
    const approve = this.button(APPROVE);
    const isOff = async () => {
      // In a page that has the modal inline it may be further down; what is drawn anew meanwhile is looked for again.
      await approve.scrollIntoViewIfNeeded({ timeout: 1_000 }).catch(() => {});
      return approve.getAttribute('aria-disabled');
    };
    await eventually(isOff, 'false');
  }

  approve(): Promise<void> {
    return this.press(APPROVE);
  }

  reject(): Promise<void> {
    return this.press('Reject');
  }

  /** As a visitor does: once more, should what is shown have changed just then, which makes a press count for nothing. */
  private async press(name: string | RegExp): Promise<void> {
    await this.armed();
    const press = async () => {
      await this.button(name)
        .click({ timeout: 1_000 })
        .catch(() => {});
      return this.view.isVisible();
    };
    await expect.poll(press, { timeout: PATIENCE, interval: 300 }).toBe(false);
  }

  /** For what must not be approved in the frame: opens the wallet's window from there, pressing as `press` does. */
  async openWindow(): Promise<Page> {
    const opened: Page[] = [];
    const listen = (page: Page) => opened.push(page);
    this.page.context().on('page', listen);
    const press = async () => {
      if (opened.length > 0) return true;
      await this.frame
        .getByRole('button', { name: 'Review in wallet window' })
        .click({ timeout: 1_000 })
        .catch(() => {});
      return opened.length > 0;
    };
    await expect.poll(press, { timeout: PATIENCE, interval: 500 }).toBe(true);
    this.page.context().off('page', listen);
    const [window] = opened;
    if (!window) throw new Error('The window has gone.');
    return window;
  }

  /** Presses in the wallet's window until that has closed, as `press` does in the frame. */
  async pressIn(window: Page, name: string): Promise<void> {
    const button = window.locator('.actions').getByRole('button', { name });
    await eventually(() => button.getAttribute('aria-disabled'), 'false');
    const press = async () => {
      await button.click({ timeout: 1_000 }).catch(() => {});
      return window.isClosed();
    };
    await expect.poll(press, { timeout: PATIENCE, interval: 300 }).toBe(true);
  }
}
