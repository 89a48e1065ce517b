import { loginWith } from 'latchkit/testing';
import { describe, expect } from 'vitest';
import { awaitedLater } from '../scripts/lib/awaitedLater.mjs';
import { ApprovalPage } from './support/ApprovalPage.js';
import { decideChange } from './support/changeEmail.js';
import { DemoPage, eventually } from './support/DemoPage.js';
import { it } from './support/demo.js';
import { decide, visitor } from './support/emailVisitor.js';

/** Opens the view in which a visitor logs in. */
async function openConnect(demo: DemoPage): Promise<void> {
  await demo.open('wallet=none');
  await demo.connectButton.click();
  await demo.shows('Connect', 'Log in to Meridian');
}

describe('an email address that a visitor adds to a social login', () => {
  it.runIf(process.env.LATCHKIT_FULL)(
    'is approved in the wallet window, which names both, and approves new browsers from then on',
    async ({ demo, page, browser, stack }) => {
      const inbox = visitor(stack);
      await openConnect(demo);
      await loginWith(page, 'x');
      await demo.reads('status', 'connected');
      await demo.isClosed();
      const address = await demo.read('address');
      const name = await page.evaluate(() => localStorage.getItem('latchkit.v1.social_username'));
      const [person = ''] = /\d{8}/.exec(name ?? '') ?? [];

      await demo.connectButton.click();
      await demo.shows('Account', 'Account');
      await demo.openSettings();
      await demo.button('Add an email address').click();
      await demo.shows('UpdateEmailWallet', 'Add an email address');
      await demo.modal.getByRole('textbox').fill(inbox.address);
      await decideChange(new ApprovalPage(demo), 'Approve anyway', async window => {
        for (const said of [`X: ${name}`, inbox.address]) {
          await window.locator('.details').getByText(said).first().waitFor();
        }
      });
      await demo.shows('UpdateEmailSecondaryOtp', 'Add an email address');
      await page.keyboard.type(await inbox.code());
      await demo.shows('Account', 'Account');
      await demo.openSettings();
      await demo.modal.getByText('Change email').waitFor();

      const context = await browser.newContext({
        baseURL: stack.demo,
        viewport: { width: 1280, height: 800 },
      });
      const other = new DemoPage(await context.newPage());
      await openConnect(other);
      const opened = awaitedLater(other.page.waitForEvent('popup'));
      await other.button('Continue with X').click();
      const popup = await opened;
      const choice = popup.getByRole('button', { name: 'Continue as someone new' });
      // The same person as before.
      await choice.evaluate((button, value) => button.setAttribute('value', value), person);
      await choice.click();
      await other.modal.getByRole('heading', { name: 'Approve this device' }).waitFor();
      const masked = inbox.address.replace(/^(..)[^@]*/, '$1•••');
      expect(await other.modal.locator('.lk-hero').innerText()).toContain(masked);
      await eventually(() => popup.isClosed(), true);
      await decide(context, await inbox.link(), 'Approve');
      await other.reads('status', 'connected');
      expect(await other.read('address')).toBe(address);
      await context.close();
    },
  );
});
