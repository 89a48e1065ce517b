import { encodeAbiParameters, keccak256, parseEther, toHex } from 'viem';
import { describe, expect } from 'vitest';
import { ApprovalPage } from './support/ApprovalPage.js';
import { chainRequest } from './support/chain.js';
import { DemoPage } from './support/DemoPage.js';
import { it } from './support/demo.js';
import { logInAs, switchToEoa, visitor } from './support/emailVisitor.js';
import { holdReceipts } from './support/holdReceipts.js';
import type { Inbox } from './support/inbox.js';
import { openPortal } from './support/openPortal.js';
import type { Stack } from './support/startStack.js';
import { EURO, openSwap, startSwap } from './support/swapForm.js';

/** Logs in a visitor who uses the EOA, which approves and swaps in two steps, and has both tokens. */
async function enter(demo: DemoPage, stack: Stack): Promise<Inbox> {
  const inbox = visitor(stack);
  await logInAs(inbox, demo, demo.page);
  const holder = (await demo.page.evaluate(
    () =>
      window.demo.kit.store.getState().namespaces.eip155?.account.allAccounts.find(one => one.type === 'eoa')
        ?.address,
  )) as `0x${string}`;
  // The token keeps its balances in its first slot.
  const slot = keccak256(encodeAbiParameters([{ type: 'address' }, { type: 'uint256' }], [holder, 0n]));
  const value = toHex(parseEther('50'), { size: 32 });
  await chainRequest(stack.chainA, 'anvil_setBalance', [holder, toHex(parseEther('1'))]);
  await chainRequest(stack.chainA, 'anvil_setStorageAt', [EURO, slot, value]);
  // Only now, because balances are read again after 30 s.
  expect(await switchToEoa(demo)).toBe(holder);
  return inbox;
}

/** Logs in on a browser that the wallet knows, once another email may be sent to the address. */
async function logInAgain(demo: DemoPage, inbox: Inbox): Promise<void> {
  await demo.connectButton.click();
  await demo.shows('Connect', 'Log in to Meridian');
  const field = demo.modal.getByRole('textbox', { name: 'Email address' });
  const isAsked = () => demo.modal.getByRole('textbox', { name: /code/i }).first().isVisible();
  await field.fill(inbox.address);
  await expect
    .poll(
      async () => {
        if (await isAsked()) return true;
        await field.press('Enter', { timeout: 1_000 }).catch(() => {});
        return isAsked();
      },
      { interval: 1_000 },
    )
    .toBe(true);
  await demo.page.keyboard.type(await inbox.nextCode());
  await demo.reads('status', 'connected');
  await demo.isClosed();
}

/** Opens the page in another tab in the background, where the visitor is logged in too. */
async function anotherTab(demo: DemoPage): Promise<DemoPage> {
  const tab = new DemoPage(await demo.page.context().newPage());
  await tab.open('wallet=none');
  await tab.reads('address', await demo.read('address'));
  await demo.page.bringToFront();
  return tab;
}

/** Goes to another tab, and presses a button of Account there. */
async function pressInAccount(tab: DemoPage, name: string): Promise<void> {
  await tab.page.bringToFront();
  await tab.connectButton.click();
  await tab.shows('Account');
  if (name.startsWith('Switch')) await tab.openSettings();
  await tab.button(name).click();
}

/** Sends the approval of a swap, and lets something happen in another tab before the page knows that it is in a block. */
async function betweenSteps(demo: DemoPage, happens: () => Promise<unknown>): Promise<void> {
  await openSwap(demo);
  const release = await holdReceipts(demo.page);
  await startSwap(demo, 'DEUR', 'ETH', '10');
  await new ApprovalPage(demo).approve();
  await demo.modal.getByText('Keep this open to go on with the next step.').waitFor();
  await happens();
  await demo.page.bringToFront();
  release();
}

/** What the account has sent so far. */
const sentBy = ({ chainA }: Stack, address: string) =>
  chainRequest<string>(chainA, 'eth_getTransactionCount', [address, 'latest']).then(Number);

/** Removes the approval in Activity. */
async function removeApproval(demo: DemoPage): Promise<void> {
  await demo.hostButton('Open activity').click();
  await demo.shows('Activity');
  await demo.button('Remove access to 10 DEUR').click();
  await new ApprovalPage(demo).approve();
  await expect.poll(() => demo.modal.getByRole('button', { name: /^Remove access/ }).count()).toBe(0);
}

describe.runIf(process.env.LATCHKIT_FULL)('between the steps of a swap', () => {
  it('a wallet that is frozen in the portal refuses step 2 and says so, and Activity lists the approval', async ({
    demo,
    page,
    stack,
  }) => {
    await enter(demo, stack);
    const address = await demo.read('address');
    const portal = await openPortal(demo);
    await portal.getByRole('link', { name: 'Freeze' }).click();
    const freeze = portal.getByRole('button', { name: 'Freeze for 72 hours' });
    await freeze.waitFor();
    await page.bringToFront();
    await demo.leave();
    await betweenSteps(demo, async () => {
      expect(await sentBy(stack, address)).toBe(1);
    });
    const approval = new ApprovalPage(demo);
    // The wallet can't tell what the swap does, so it shows it in its own window.
    const review = await approval.openWindow();
    await review.locator('.actions').getByRole('button', { name: 'Approve' }).waitFor();
    await portal.bringToFront();
    await freeze.click();
    await portal.getByRole('heading', { name: 'Your wallet is frozen', exact: true }).waitFor();
    await portal.close();
    await review.bringToFront();
    await approval.pressIn(review, 'Approve');
    await page.bringToFront();
    await demo.shows('SwapReview');
    await demo.modal.getByRole('heading', { name: 'The swap didn’t go through' }).waitFor();
    await demo.modal.getByText('You still have your 10 DEUR.').waitFor();
    await demo.modal.getByText('reported: This account is frozen.').waitFor();
    expect(await sentBy(stack, address)).toBe(1);
    await page.keyboard.press('Escape');
    await demo.isClosed();
    await demo.hostButton('Open activity').click();
    await demo.shows('Activity');
    await demo.button('Remove access to 10 DEUR').waitFor();
  });

  it('an account that is switched in another tab refuses step 2; the approval is removed on the first account', async ({
    demo,
    stack,
  }) => {
    await enter(demo, stack);
    const address = await demo.read('address');
    const other = await anotherTab(demo);
    await betweenSteps(demo, async () => {
      await pressInAccount(other, 'Switch to your smart account');
      await expect.poll(() => demo.read('address')).not.toBe(address);
    });
    await demo.modal.getByRole('heading', { name: 'The swap didn’t go through' }).waitFor();
    await demo.modal.getByText('The account or the network was changed meanwhile.').waitFor();
    expect(await sentBy(stack, address)).toBe(1);
    await demo.page.keyboard.press('Escape');
    await demo.isClosed();
    await other.page.close();
    await switchToEoa(demo);
    await removeApproval(demo);
  });

  it('a logout in another tab refuses step 2; the approval is removed after the next login', async ({
    demo,
    stack,
  }) => {
    const inbox = await enter(demo, stack);
    const address = await demo.read('address');
    const other = await anotherTab(demo);
    await betweenSteps(demo, async () => {
      await pressInAccount(other, 'Log out');
      await demo.reads('status', 'disconnected');
    });
    await expect.poll(() => sentBy(stack, address)).toBe(1);
    await expect.poll(() => demo.page.getByText('The wallet was disconnected').count()).toBeGreaterThan(0);
    await other.page.close();
    await demo.page.reload();
    expect(await sentBy(stack, address)).toBe(1);
    await logInAgain(demo, inbox);
    if ((await demo.read('address')) !== address) await switchToEoa(demo);
    await removeApproval(demo);
  });
});
