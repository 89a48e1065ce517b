import type { Frame, Page } from 'playwright-core';
import { recoverMessageAddress } from 'viem';
import { describe, expect } from 'vitest';
import { chainRequest } from './support/chain.js';
import { type DemoPage, eventually } from './support/DemoPage.js';
import { it } from './support/demo.js';
import { logIn } from './support/emailVisitor.js';

const PAYEE = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const PAID = 10n ** 16n;
const MESSAGE = 'Meridian asks you to confirm that this account is yours.';

/** The wallet page, which the modal shows. */
function wallet(page: Page): Frame {
  const frame = page.frames().find(one => new URL(one.url()).pathname === '/frame');
  if (!frame) throw new Error('The wallet page is not there.');
  return frame;
}

const actions = (page: Page) => wallet(page).locator('.actions').getByRole('button');
const approveButton = (page: Page) => actions(page).filter({ hasText: /^Approve/ });

/** Presses Approve once the wallet page has seen for itself that it is seen. */
async function approve(demo: DemoPage, page: Page): Promise<void> {
  await demo.shows('ApproveTransaction', 'Review request');
  await eventually(() => approveButton(page).getAttribute('aria-disabled'), 'false');
  const box = await approveButton(page).boundingBox();
  if (!box) throw new Error('Approve is not there.');
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
}

describe('requests to the embedded wallet', { timeout: 120_000 }, () => {
  it('shows the wallet page at a size and in a light that it trusts, and signs what the visitor approves [OPEN-07] [VIEW-27]', async ({
    demo,
    page,
    stack,
  }) => {
    const address = await logIn(demo, page, stack);
    await demo.hostButton('Sign message').click();
    await demo.shows('ApproveTransaction', 'Review request');
    await wallet(page).getByText(MESSAGE).waitFor();
    expect(await page.locator('iframe[slot=frame]').getAttribute('title')).toBe('Your wallet');
    const size = await wallet(page).evaluate(() => [innerWidth, innerHeight]);
    expect(size[0]).toBeGreaterThanOrEqual(320);
    expect(size[1]).toBeGreaterThanOrEqual(420);
    await approve(demo, page);
    await eventually(async () => (await demo.read('signature')).length, 132);
    const signature = (await demo.read('signature')) as `0x${string}`;
    expect(await recoverMessageAddress({ message: MESSAGE, signature })).toBe(address);
    await demo.isClosed();
  });

  it('sends a transaction that the visitor approves', async ({ demo, page, stack }) => {
    const address = await logIn(demo, page, stack);
    await chainRequest(stack.chainA, 'anvil_setBalance', [address, `0x${(10n ** 18n).toString(16)}`]);
    await demo.hostButton('Send transaction').click();
    await approve(demo, page);
    await eventually(async () => (await demo.read('transaction')).length, 66);
    const hash = await demo.read('transaction');
    // Not by the payee's balance: other journeys pay there at the same time.
    await eventually(async () => {
      const mined = await chainRequest(stack.chainA, 'eth_getTransactionReceipt', [hash]);
      return (mined as { status: string } | null)?.status;
    }, '0x1');
    expect(await chainRequest(stack.chainA, 'eth_getTransactionByHash', [hash])).toMatchObject({
      from: address.toLowerCase(),
      to: PAYEE.toLowerCase(),
      value: `0x${PAID.toString(16)}`,
    });
  });

  it('closes after a refusal, and aborts what is closed [STATE-52] [PERM-07]', async ({
    demo,
    page,
    stack,
  }) => {
    await logIn(demo, page, stack);
    await demo.hostButton('Sign message').click();
    await demo.shows('ApproveTransaction');
    await eventually(() => approveButton(page).getAttribute('aria-disabled'), 'false');
    await actions(page).filter({ hasText: 'Reject' }).click();
    await demo.isClosed();
    await eventually(async () => (await demo.read('error')).startsWith('REQUEST_REJECTED'), true);
    expect(await demo.read('signature')).toBe('');
    await demo.hostButton('Sign typed data').click();
    await demo.shows('ApproveTransaction');
    await wallet(page).getByText('Invoice').first().waitFor();
    await demo.button('Close').click();
    await demo.isClosed();
    expect(await demo.read('signature')).toBe('');
  });

  it('goes from what the modal shows to the request and back [OPEN-09]', async ({ demo, page, stack }) => {
    await logIn(demo, page, stack);
    await demo.connectButton.click();
    await demo.shows('Account');
    // The host asks by itself: its page is behind the modal.
    await demo.hostButton('Sign message').evaluate(button => (button as HTMLElement).click());
    await approve(demo, page);
    await demo.shows('Account');
    await eventually(async () => (await demo.read('signature')).length, 132);
  });
});
