import type { Browser, BrowserContext, Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { awaitedLater } from '../scripts/lib/awaitedLater.mjs';
import { ApprovalPage } from './support/ApprovalPage.js';
import { DemoPage, eventually } from './support/DemoPage.js';
import { it } from './support/demo.js';
import { decide, logInAs, visitor } from './support/emailVisitor.js';
import type { Inbox } from './support/inbox.js';

declare global {
  interface Window {
    /** The host's end of the wallet's port, which bypasses the checks of the kit. */
    readonly hostile: {
      send(type: string, payload: object): string;
      readonly answers: Record<string, { readonly type: string; readonly payload: Record<string, unknown> }>;
      readonly events: { readonly type: string; readonly payload: { readonly id: string } }[];
    };
  }
}

/** Lets a page talk to the wallet directly, because a hostile host would skip the checks of the kit. */
async function makeHostile(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const { postMessage } = MessagePort.prototype;
    const answers: Window['hostile']['answers'] = {};
    const events: Window['hostile']['events'] = [];
    let port: MessagePort | undefined;
    MessagePort.prototype.postMessage = function (this: MessagePort, ...given: unknown[]) {
      const [message] = given as [{ type?: unknown }];
      if (port !== this && String(message?.type).startsWith('APP/')) {
        port = this;
        this.addEventListener('message', ({ data }) => {
          if (typeof data.id === 'string') answers[data.id] = data;
          else events.push(data);
        });
      }
      return (postMessage as (...all: unknown[]) => void).apply(this, given);
    };
    const send = (type: string, payload: object) => {
      const id = crypto.randomUUID();
      port?.postMessage({ v: 1, id, type: `APP/${type}`, payload });
      return id;
    };
    Object.assign(window, { hostile: { send, answers, events } });
  });
}

const contextOf = (browser: Browser, baseURL: string): Promise<BrowserContext> =>
  browser.newContext({ baseURL, viewport: { width: 1280, height: 800 } });

/** Opens the wallet window for the pending request from the page itself. */
async function openWindow(page: Page, frame: string, known: readonly string[]): Promise<[Page, string]> {
  const asked = () =>
    page.evaluate(() =>
      window.hostile.events
        .filter(({ type }) => type === 'FRAME/SURFACE_NEEDED')
        .map(({ payload }) => payload.id),
    );
  await expect.poll(async () => (await asked()).length).toBe(known.length + 1);
  const id = (await asked()).at(-1) ?? '';
  const opened = awaitedLater(page.context().waitForEvent('page'));
  await page.evaluate(
    url => void window.open(url, '', 'popup,width=420,height=720'),
    `${frame}/window#${id}`,
  );
  return [await opened, id];
}

describe('a hostile page', () => {
  it.runIf(process.env.LATCHKIT_FULL)(
    'that gets one code from the visitor moves no wallet without the window, and one that also gets the consent opens none for 24 hours [SEC-75]',
    async ({ browser, stack }) => {
      const [victim, thief] = [visitor(stack), visitor(stack)];
      const context = await contextOf(browser, stack.demo);
      const page = await context.newPage();
      await makeHostile(page);
      const demo = new DemoPage(page);
      await logInAs(victim, demo, page);

      const send = (type: string, payload: object) =>
        page.evaluate(([name, what]) => window.hostile.send(name, what), [type, payload] as const);
      const answer = async (id: string) => {
        const read = () => page.evaluate(one => window.hostile.answers[one]?.payload, id);
        await expect.poll(read).toBeDefined();
        return read();
      };
      const ask = async (type: string, payload: object) => answer(await send(type, payload));
      const mailsOf = async (inbox: Inbox) => (await inbox.subjects()).length;
      const before = await mailsOf(victim);

      // When the host requests it, the wallet waits for the visitor. No email was sent, so there is no code yet.
      const first = await send('UPDATE_EMAIL', { email: thief.address });
      const [review] = await openWindow(page, stack.frame, []);
      for (const said of [victim.address, thief.address]) {
        await review.locator('.details').getByText(said).first().waitFor();
      }
      const otp = '000000';
      expect(await ask('UPDATE_EMAIL_PRIMARY_OTP', { otp })).toMatchObject({ code: 'BUSY' });
      // No other page can press for the visitor or decide for the wallet.
      await page.evaluate(id => {
        const now = Date.now();
        const press = { armedAt: now, decidedAt: now };
        const decision = { lk: 1, type: 'DECISION', id, digest: 'x', press };
        for (const { contentWindow } of document.querySelectorAll('iframe')) {
          contentWindow?.postMessage(decision, '*');
        }
      }, first);
      const approval = new ApprovalPage(demo);
      await approval.pressIn(review, 'Reject');
      expect(await answer(first)).toMatchObject({ code: 'REJECTED' });
      expect(await ask('UPDATE_EMAIL_PRIMARY_OTP', { otp })).toMatchObject({ code: 'OTP_EXPIRED' });
      expect(await ask('UPDATE_EMAIL_SECONDARY_OTP', { otp })).toMatchObject({ code: 'OTP_EXPIRED' });
      expect([await mailsOf(victim), await mailsOf(thief)]).toEqual([before, 0]);
      expect(await ask('GET_USER', {})).toMatchObject({ email: victim.address });

      // The visitor is tricked into consenting and reveals the code.
      const second = await send('UPDATE_EMAIL', { email: thief.address });
      const [again] = await openWindow(page, stack.frame, [first]);
      await approval.pressIn(again, 'Approve anyway');
      expect(await answer(second)).toMatchObject({ action: 'VERIFY_PRIMARY_OTP' });
      expect((await victim.subjects()).at(-1)).toBe(
        `Your wallet is about to move to another email address: ${thief.address}`,
      );
      expect(await ask('UPDATE_EMAIL_PRIMARY_OTP', { otp: await victim.code() })).toEqual({});
      expect(await ask('UPDATE_EMAIL_SECONDARY_OTP', { otp: await thief.code() })).toEqual({
        newEmail: thief.address,
      });

      // The attacker's browser gets no share for 24 hours, although link and code are correct.
      const elsewhere = await contextOf(browser, stack.demo);
      const theirs = await elsewhere.newPage();
      const other = new DemoPage(theirs);
      await other.open('wallet=none');
      await other.connectButton.click();
      const field = other.modal.getByRole('textbox', { name: 'Email address' });
      await field.fill(thief.address);
      const isAtLink = async () => {
        // Retries until the last email to this address is 30 s old.
        await field.press('Enter', { timeout: 500 }).catch(() => {});
        return theirs.locator('[data-view="EmailVerifyDevice"]').isVisible();
      };
      await expect.poll(isAtLink, { timeout: 60_000, interval: 2_000 }).toBe(true);
      await decide(elsewhere, await thief.link(), 'Approve');
      await other.shows('EmailVerifyOtp', 'Log in');
      await theirs.keyboard.type(await thief.code());
      await other.modal
        .getByText('This wallet moved to this address less than 24 hours ago.', { exact: false })
        .waitFor();
      await other.reads('status', 'disconnected');
      await elsewhere.close();

      // The old address undoes the change, although the connection fails at first.
      const undo = await context.newPage();
      await undo.goto(await victim.link());
      await undo.route('**/v1/freezes/use', route => route.abort(), { times: 1 });
      await undo.getByRole('button', { name: 'Undo and freeze' }).click();
      await undo.getByRole('heading', { name: 'That didn’t work' }).waitFor();
      await undo.getByRole('button', { name: 'Try again' }).click();
      await undo.getByRole('heading', { name: 'The move is undone' }).waitFor();
      await undo.getByText('Your wallet belongs to this email address again.').waitFor();
      await undo.reload();
      await undo.getByRole('heading', { name: 'The move is undone' }).waitFor();
      await eventually(
        async () => (await victim.subjects()).filter(one => one.includes('another')).length,
        3,
      );
      await context.close();
    },
  );
});
