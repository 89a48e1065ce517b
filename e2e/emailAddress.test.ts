import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { ApprovalPage } from './support/ApprovalPage.js';
import { decideChange, openChangeEmail } from './support/changeEmail.js';
import { eventually } from './support/DemoPage.js';
import { it } from './support/demo.js';
import { toCodeStep, visitor } from './support/emailVisitor.js';

describe('the email of a visitor', () => {
  // One journey, because another code may be requested only 30 s after the first email.
  it.runIf(process.env.LATCHKIT_FULL)(
    'takes a second code once the countdown allows it, changes to another address with consent and a code to each, and outlives a reload [VIEW-15] [STATE-17] [STATE-19] [STATE-20]',
    async ({ demo, page, stack }) => {
      const [inbox, next] = [visitor(stack), visitor(stack)];
      const email = () =>
        page.evaluate(() => {
          const { namespaces, activeNamespace } = window.demo.kit.store.getState();
          return namespaces[activeNamespace]?.account.embeddedWalletInfo?.user.email;
        });
      await toCodeStep(demo, page, inbox);
      // In place of the button that resends the code.
      const counts = () =>
        eventually(
          () => demo.modal.locator('.lk-resend time').textContent(),
          expect.stringMatching(/^0:[0-3]\d$/),
        );
      await counts();
      const first = await inbox.code();
      await demo.modal.getByRole('button', { name: 'Send a new code' }).click({ timeout: 60_000 });
      await counts();
      const second = await inbox.code();
      const type = async (label: string, code: string) => {
        await demo.modal.getByRole('textbox', { name: label }).click();
        await page.keyboard.type(code);
      };
      // The previous code is invalid, unless both are equal by chance.
      if (first !== second) {
        await type('Six-digit code', first);
        await demo.modal.getByRole('alert').filter({ hasText: 'That code isn’t right' }).waitFor();
      }
      await type('Six-digit code', second);
      await demo.reads('status', 'connected');
      await demo.isClosed();
      const address = await demo.read('address');

      await openChangeEmail(demo, next.address);
      const approval = new ApprovalPage(demo);
      const namesBoth = async (window: Page) => {
        for (const said of ['Move your wallet to another email address', inbox.address, next.address]) {
          await window.locator('.details').getByText(said).first().waitFor();
        }
      };
      await decideChange(approval, 'Reject', namesBoth);
      await demo.shows('UpdateEmailWallet', 'Change email');
      await demo.modal.getByText('The change wasn’t approved, so nothing was changed.').waitFor();
      await decideChange(approval, 'Approve anyway', namesBoth);
      await demo.shows('UpdateEmailPrimaryOtp', 'Change email');
      await type('Code from your current email', await inbox.code());
      await demo.shows('UpdateEmailSecondaryOtp', 'Change email');
      await type('Code from your new email', await next.code());
      await demo.shows('Account');
      await eventually(email, next.address);
      // A long address stays within the header's two lines.
      const isWithin = await demo.modal.locator('.lk-profile').evaluate(profile => {
        const [box, text] = [profile, profile.querySelector('bdi')].map(one => one?.getBoundingClientRect());
        return box && text && text.top >= box.top && text.bottom <= box.bottom;
      });
      expect(isWithin).toBe(true);
      // The owner of the old mailbox can undo the change.
      expect(await inbox.link()).toContain(stack.vault);

      await page.reload();
      await demo.reads('status', 'connected');
      await eventually(email, next.address);
      expect(await demo.read('address')).toBe(address);
    },
  );
});
