import type { Frame, Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { type DemoPage, eventually } from './DemoPage.js';

/** Timeout of an approval on a busy machine, in ms. */
const PATIENCE = 20_000;

/** Names of the approve button, which depend on the request. */
const APPROVE = /^(Approve|Sign in)/;

/** Scrolls the request to its end, which must have been in view before Approve accepts a press. */
async function readToEnd(button: Locator): Promise<void> {
  await button
    .evaluate(one => one.ownerDocument.querySelector('.details')?.scrollTo(0, 1_000_000), undefined, {
      timeout: 1_000,
    })
    .catch(() => {});
}

/** Moves the mouse to a button, rests there long enough for a press to count, and presses. */
async function pressAtRest(button: Locator): Promise<void> {
  await readToEnd(button);
  await button.hover({ timeout: 1_000 });
  const until = await button.evaluate(() => performance.now() + 600);
  await expect.poll(() => button.evaluate(() => performance.now()), { interval: 50 }).toBeGreaterThan(until);
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

  approve(): Promise<void> {
    return this.press(APPROVE);
  }

  reject(): Promise<void> {
    return this.press('Reject');
  }

  /** Presses again, as a visitor would, if the view changed just before a press and the press was ignored. */
  private async press(name: string | RegExp): Promise<void> {
    await this.armed();
    const press = async () => {
      await pressAtRest(this.button(name)).catch(() => {});
      return this.view.isVisible();
    };
    await expect.poll(press, { timeout: PATIENCE, interval: 300 }).toBe(false);
  }

  /** Opens the wallet window from the frame, for requests that must not be approved in the frame. Presses as `press` does. */
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
    if (!window) throw new Error('The wallet window was closed.');
    return window;
  }

  /** Presses in the wallet window until it has closed, as `press` does in the frame. */
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
