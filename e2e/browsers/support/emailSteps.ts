import { waitForMail } from 'latchkit/testing';
import type { Hex } from 'viem';
import type { Stack } from '../../support/startStack.js';
import { type DrivenBrowser, ENTER } from './DrivenBrowser.js';
import { eventually, Visitor } from './Visitor.js';

/** Milliseconds that the mouse rests on Approve before the press, which counts only after half a second. */
const REST = 700;

/** Follows the link of an email in another tab, and approves there. */
export async function approveLink(browser: DrivenBrowser, link: string): Promise<void> {
  const other = new Visitor(await browser.open());
  await other.tab.goto(link);
  await other.tab.show();
  await other.finds('[data-part="question"]');
  // A press counts only half a second after the question was shown.
  await eventually(async () => {
    const [approve] = await other.sees('button', 'Approve');
    if (approve !== undefined) await other.tab.press('page', approve.index, 0);
    return (await other.sees('[data-part="approved"]')).length;
  }, 1);
  await other.tab.close();
}

/** Logs in on the demo page with the link and the code from the emails, and returns the wallet's address. */
export async function logIn(
  browser: DrivenBrowser,
  visitor: Visitor,
  stack: Stack,
  email: string,
): Promise<Hex> {
  const after = new Date();
  await visitor.presses('header button', 'Connect');
  await visitor.isShown('Connect');
  await visitor.types('[role="dialog"] input', 'Email address', email + ENTER);
  await visitor.isShown('EmailVerifyDevice');
  const { link = '' } = await waitForMail(stack.gateway, email, { with: 'link', after, timeout: 30_000 });
  await approveLink(browser, link);
  await visitor.tab.show();
  await visitor.isShown('EmailVerifyOtp');
  const { code = '' } = await waitForMail(stack.gateway, email, { with: 'code', after, timeout: 30_000 });
  await visitor.types('[role="dialog"] input', 'Six-digit code', code);
  await visitor.reads('status', 'connected');
  await visitor.isClosed();
  return (await visitor.read('address')) as Hex;
}

/** Presses Approve in the wallet page in the modal. */
export async function approveInFrame(visitor: Visitor): Promise<void> {
  await visitor.isShown('ApproveTransaction');
  await visitor.presses('.actions button', 'Approve', 'frame', REST);
}

/** Continues in the wallet window, and presses Approve there. */
export async function approveInWindow(browser: DrivenBrowser, visitor: Visitor): Promise<void> {
  await visitor.isShown('ApproveTransaction');
  const known = new Set((await browser.tabs()).map(({ id }) => id));
  const opened = async () => (await browser.tabs()).find(({ id }) => !known.has(id));
  await visitor.presses('.actions button', 'Review in the wallet window', 'frame');
  await eventually(async () => (await opened()) !== undefined, true);
  const tab = await opened();
  if (tab === undefined) throw new Error('The window did not open.');
  await tab.show();
  const window = new Visitor(tab);
  await window.hasFocus();
  await window.presses('.actions button', 'Approve', 'page', REST);
  await eventually(async () => (await opened()) === undefined, true);
  await visitor.tab.show();
}
