import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { ApprovalPage } from './support/ApprovalPage.js';
import { eventually } from './support/DemoPage.js';
import { it } from './support/demo.js';
import { decide, logIn, switchToEoa, toCodeStep, visitor } from './support/emailVisitor.js';
import { focused, tabTo } from './support/keyboard.js';

/** What the host reads about the user. */
function email(page: Page): Promise<string | undefined> {
  return page.evaluate(() => {
    const { namespaces, activeNamespace } = window.demo.kit.store.getState();
    return namespaces[activeNamespace]?.account.embeddedWalletInfo?.user.email ?? undefined;
  });
}

describe('email login', () => {
  it('logs in with the link and the code of the mails by keyboard alone, outlives a reload, and logs out [LOG-01] [VIEW-12] [VIEW-13]', async ({
    demo,
    page,
    context,
    stack,
  }) => {
    const inbox = visitor(stack);
    await demo.open('wallet=none');
    await demo.connectButton.focus();
    await page.keyboard.press('Enter');
    await demo.shows('Connect', 'Log in to Meridian');
    await eventually(() => focused(page), 'Email address');
    await page.keyboard.type(inbox.address);
    await page.keyboard.press('Enter');
    await demo.shows('EmailVerifyDevice', 'New device');
    await decide(context, await inbox.link(), 'Approve');
    await demo.shows('EmailVerifyOtp', 'Log in');
    await eventually(() => focused(page), 'Six-digit code');
    await page.keyboard.type(await inbox.code());
    await demo.reads('status', 'connected');
    await demo.isClosed();
    await eventually(() => email(page), inbox.address);
    const address = await demo.read('address');
    expect(address).toMatch(/^0x[0-9a-fA-F]{40}$/);

    await page.reload();
    await demo.reads('status', 'connected');
    await eventually(() => email(page), inbox.address);
    expect(await demo.read('address')).toBe(address);

    await demo.connectButton.focus();
    await page.keyboard.press('Enter');
    await demo.shows('Account', 'Account');
    await tabTo(page, 'Log out');
    await page.keyboard.press('Enter');
    await demo.reads('status', 'disconnected');
    await demo.isClosed();
    await page.reload();
    await demo.reads('status', 'disconnected');
  });

  it('takes a new visitor at most six presses and fields, and says which of the two emails comes (UX-05)', async ({
    demo,
    page,
    context,
    stack,
  }) => {
    const inbox = visitor(stack);
    const acts: string[] = [];
    const act = async (name: string, work: Promise<unknown>) => {
      acts.push(name);
      await work;
    };
    await demo.open('wallet=none');
    await act('open', demo.connectButton.click());
    await demo.shows('Connect', 'Log in to Meridian');
    const field = demo.modal.getByRole('textbox', { name: 'Email address' });
    await act('address', field.fill(inbox.address));
    await act('go on', page.keyboard.press('Enter'));
    await demo.shows('EmailVerifyDevice', 'New device');
    await demo.modal.getByText('Step 1 of 2').waitFor();
    const mail = await context.newPage();
    await act('link', mail.goto(await inbox.link()));
    await act('approve', mail.getByRole('button', { name: 'Approve' }).click());
    await mail.locator('[data-part="approved"]').waitFor();
    await mail.close();
    await demo.shows('EmailVerifyOtp', 'Log in');
    await demo.modal.getByText('Step 2 of 2').waitFor();
    await eventually(() => focused(page), 'Six-digit code');
    await act('code', page.keyboard.type(await inbox.code()));
    await demo.reads('status', 'connected');
    await demo.isClosed();
    expect(acts.length).toBeLessThanOrEqual(6);
    expect((await inbox.subjects()).slice(0, 2)).toEqual([
      'Step 1 of 2: Is this you? Approve a new browser',
      expect.stringMatching(/^Step 2 of 2: \d{6} is your login code$/),
    ]);
  });

  it.runIf(process.env.LATCHKIT_FULL)(
    'logs in and signs in a browser without the newest APIs, on the page and in the wallet page (MOD-05)',
    async ({ demo, page, stack }) => {
      await page.addInitScript(() => {
        for (const [holder, name] of [
          [AbortSignal, 'any'],
          [URL, 'canParse'],
          [URL, 'parse'],
          [Array.prototype, 'toSorted'],
          [Array.prototype, 'with'],
          [Promise, 'withResolvers'],
        ] as const)
          Reflect.deleteProperty(holder, name);
      });
      await logIn(demo, page, stack);
      await demo.hostButton('Sign message').click();
      await new ApprovalPage(demo).approve();
      await eventually(async () => (await demo.read('signature')).startsWith('0x'), true);
    },
  );

  it.runIf(process.env.LATCHKIT_FULL)(
    'keeps a wrong code to be compared, and takes the right one after it',
    async ({ demo, page, stack }) => {
      const inbox = visitor(stack);
      await toCodeStep(demo, page, inbox);
      const code = await inbox.code();
      const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
      const field = demo.modal.getByRole('textbox', { name: 'Six-digit code' });
      await page.keyboard.type(wrong);
      await demo.modal.getByRole('alert').filter({ hasText: 'That code isn’t right' }).waitFor();
      expect(await field.inputValue()).toBe(wrong);
      // The next digit starts a new code.
      await page.keyboard.type(code);
      await demo.reads('status', 'connected');
      await demo.isClosed();
    },
  );

  it.runIf(process.env.LATCHKIT_FULL)(
    'shows a batch of calls of the EOA as one review [PERM-12]',
    async ({ demo, page, stack }) => {
      await logIn(demo, page, stack);
      await switchToEoa(demo);
      await demo.hostButton('Send calls').click();
      await demo.shows('ApproveTransaction', 'Review request');
      const { frame } = new ApprovalPage(demo);
      await frame.getByText('2 requests, one after another').first().waitFor();
    },
  );
});
