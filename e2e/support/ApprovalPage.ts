import type { Frame, Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { type DemoPage, eventually } from './DemoPage.js';

/** How long an approval may take on a busy machine, in ms. */
const PATIENCE = 20_000;

/** Names of the button that approves, by what is asked. */
const APPROVE = /^(Approve|Sign in)/;

/** Scrolls what the request says to its end: nothing is approved before that was in view. */
async function readToEnd(button: Locator): Promise<void> {
  await button
    .evaluate(one => one.ownerDocument.querySelector('.details')?.scrollTo(0, 1_000_000), undefined, {
      timeout: 1_000,
    })
    .catch(() => {});
}

/** Brings the mouse to a button, leaves it there for longer than it has to be before it may press, and presses. */
async function pressAtRest(button: Locator): Promise<void> {
  await readToEnd(button);
  await button.hover({ timeout: 1_000 });
  const until = await button.evaluate(() => performance.now() + 600);
  await expect.poll(() => button.evaluate(() => performance.now()), { interval: 50 }).toBeGreaterThan(until);
  await button.click({ timeout: 1_000 });
}

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
    const isOn = async () => {
      // In a page that has the modal inline it may be further down; what is drawn again meanwhile is looked for again.
      await approve.scrollIntoViewIfNeeded({ timeout: 1_000 }).catch(() => {});
      await readToEnd(approve);
      return approve.isEnabled();
    };
    await eventually(isOn, true);
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
      await pressAtRest(this.button(name)).catch(() => {});
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
        .getByRole('button', { name: 'Review in the wallet window' })
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
    await readToEnd(button);
    await eventually(() => button.isEnabled(), true);
    const press = async () => {
      await pressAtRest(button).catch(() => {});
      return window.isClosed();
    };
    await expect.poll(press, { timeout: PATIENCE, interval: 300 }).toBe(true);
  }
}
