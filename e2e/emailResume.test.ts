import type { BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { DemoPage, eventually } from './support/DemoPage.js';
import { it } from './support/demo.js';
import { decide, visitor } from './support/emailVisitor.js';
import type { Inbox } from './support/inbox.js';
import { focused } from './support/keyboard.js';
import { leaveContext, reuseContext } from './support/reuseContext.js';

const DESKTOP: readonly [string, BrowserContextOptions] = [
  'desktop',
  { viewport: { width: 1280, height: 800 } },
];
const PHONE: readonly [string, BrowserContextOptions] = [
  'phone',
  { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 },
];
const PROFILES = process.env.LATCHKIT_FULL ? [DESKTOP, PHONE] : [PHONE];

/** A visitor with a mouse or a touch screen. */
class Visit {
  readonly demo: DemoPage;

  constructor(
    readonly context: BrowserContext,
    readonly page: Page,
    private readonly touch: boolean,
  ) {
    this.demo = new DemoPage(page);
  }

  press(target: Locator): Promise<void> {
    return this.touch ? target.tap() : target.click();
  }

  /** Goes from the email field to the step that waits for the link. */
  async begin(inbox: Inbox): Promise<void> {
    await this.demo.open('wallet=none');
    await this.press(this.demo.connectButton);
    await this.demo.shows('Connect', 'Log in to Meridian');
    await this.demo.modal.getByRole('textbox', { name: 'Email address' }).fill(inbox.address);
    await this.press(this.demo.button('Continue with email'));
    await this.demo.shows('EmailVerifyDevice', 'New device');
  }

  /** Reloads the page and opens the modal, as after a phone discarded the tab. */
  async reloadAndOpen(): Promise<void> {
    await this.page.reload();
    await this.demo.page.getByTestId('host-status').waitFor();
    await this.press(this.demo.connectButton);
  }

  /** Seconds until another email can be requested. */
  async cooldown(): Promise<number> {
    const text = (await this.demo.modal.locator('.lk-resend time').textContent()) ?? '';
    return Number(text.replace('0:', ''));
  }
}

describe('a login by email that is interrupted', () => {
  it.for(process.env.LATCHKIT_FULL ? PROFILES : PROFILES.slice(0, 1))(
    'shows its step, address and cooldown again after a reload and in a closed modal, and ends with the code: %s [VAL-14]',
    async ([, options], { browser, stack, onTestFinished }) => {
      const context = await reuseContext(browser, {
        baseURL: stack.demo,
        ...options,
      });
      onTestFinished(() => leaveContext(browser, context));
      const emptied = context.pages()[0] ?? (await context.newPage());
      const visit = new Visit(context, emptied, options.hasTouch === true);
      const { demo, page } = visit;
      const inbox = visitor(stack);
      const hasAddress = () => demo.modal.locator(`[data-tip="${inbox.address}"]`).waitFor();
      await visit.begin(inbox);
      const before = await visit.cooldown();

      await visit.reloadAndOpen();
      await demo.shows('EmailVerifyDevice', 'New device');
      await hasAddress();
      expect(await visit.cooldown()).toBeLessThanOrEqual(before);
      // It still waits for the same link.
      await decide(context, await inbox.link(), 'Approve');
      await demo.shows('EmailVerifyOtp', 'Log in');

      await visit.reloadAndOpen();
      await demo.shows('EmailVerifyOtp', 'Log in');
      await hasAddress();
      await eventually(() => focused(page), 'Six-digit code');
      await visit.press(demo.button('Close'));
      await demo.isClosed();
      await visit.press(demo.connectButton);
      await demo.shows('EmailVerifyOtp', 'Log in');

      // Back returns to Connect, which opens from then on. The same address continues with the code that was sent.
      await visit.press(demo.button('Back'));
      await demo.shows('Connect', 'Log in to Meridian');
      await visit.press(demo.button('Close'));
      await demo.isClosed();
      await visit.press(demo.connectButton);
      await demo.shows('Connect', 'Log in to Meridian');
      await visit.press(demo.button('Continue with email'));
      await demo.shows('EmailVerifyOtp', 'Log in');

      await visit.reloadAndOpen();
      await demo.shows('EmailVerifyOtp', 'Log in');
      await visit.press(demo.modal.getByRole('textbox', { name: 'Six-digit code' }));
      await page.keyboard.type(await inbox.code());
      await demo.reads('status', 'connected');
      await demo.isClosed();
      await page.reload();
      await demo.reads('status', 'connected');
    },
  );
});
