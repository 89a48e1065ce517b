import {
  address as addressOf,
  getBase58Decoder,
  getBase64Encoder,
  getPublicKeyFromAddress,
  getTransactionDecoder,
  verifySignature,
} from '@solana/kit';
import type { Locator } from 'playwright-core';
import { type Hex, parseEther, recoverMessageAddress, recoverTypedDataAddress, toHex } from 'viem';
import { describe, expect } from 'vitest';
import { awaitedLater } from '../scripts/lib/awaitedLater.mjs';
import { ApprovalPage } from './support/ApprovalPage.js';
import { type Answer, askWallet } from './support/askWallet.js';
import { violations } from './support/axe.js';
import { chainRequest } from './support/chain.js';
import { type DemoPage, eventually } from './support/DemoPage.js';
import { focused, tabTo } from './support/keyboard.js';
import { it } from './support/knownVisitor.js';
import { resize } from './support/resize.js';
import type { Stack } from './support/startStack.js';

const PAYEE = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const PAID = 10n ** 16n;
const MESSAGE = 'Meridian asks you to confirm that this account is yours.';

const signatureOf = (answer: Answer) => ('result' in answer ? answer.result : answer) as Hex;

async function fund(stack: Stack, address: string): Promise<void> {
  await chainRequest(stack.chainA, 'anvil_setBalance', [address, toHex(parseEther('1'))]);
}

/** Waits until chain A has mined a successful transaction, and returns it. */
async function mined(stack: Stack, hash: string): Promise<unknown> {
  await eventually(async () => {
    const receipt = await chainRequest(stack.chainA, 'eth_getTransactionReceipt', [hash]);
    return (receipt as { status: string } | null)?.status;
  }, '0x1');
  return chainRequest(stack.chainA, 'eth_getTransactionByHash', [hash]);
}

/** EIP-2612: a limited allowance of a token, without a transaction. */
const permit = (owner: Hex) => ({
  domain: { name: 'Development dollar', version: '1', chainId: 31337, verifyingContract: PAYEE as Hex },
  types: {
    Permit: [
      { name: 'owner', type: 'address' },
      { name: 'spender', type: 'address' },
      { name: 'value', type: 'uint256' },
      { name: 'nonce', type: 'uint256' },
      { name: 'deadline', type: 'uint256' },
    ],
  },
  primaryType: 'Permit' as const,
  message: { owner, spender: PAYEE as Hex, value: 25n, nonce: 0n, deadline: 4_000_000_000n },
});

/** An unlimited allowance of a token. */
const unlimited = (owner: Hex) => {
  const { message, ...read } = permit(owner);
  return { ...read, message: { ...message, value: 2n ** 256n - 1n } };
};

/** Typed data as wallets receive it: with the type of its domain, and numbers as strings. */
function written({ domain, types, ...typed }: ReturnType<typeof permit>) {
  const own = Object.entries({
    name: 'string',
    version: 'string',
    chainId: 'uint256',
    verifyingContract: 'address',
  });
  const EIP712Domain = own.filter(([name]) => name in domain).map(([name, type]) => ({ name, type }));
  return JSON.stringify({ domain, types: { EIP712Domain, ...types }, ...typed }, (_, value) =>
    typeof value === 'bigint' ? value.toString() : value,
  );
}

const DESKTOP = { width: 1280, height: 800 };

/** Shows the modal as a sheet and drags it down until that has an effect, because the drag code loads on demand. */
async function dragDown({ modal, page }: DemoPage, result: Locator): Promise<void> {
  await resize(page, { width: 390, height: 844 });
  const drag = async () => {
    if (await result.isVisible()) return true;
    const box = await modal.boundingBox();
    if (!box) throw new Error('The modal is closed.');
    const [x, y] = [box.x + box.width / 2, box.y + 12];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x, y + box.height / 2, { steps: 10 });
    await page.mouse.up();
    return false;
  };
  await eventually(drag, true);
}

describe('requests to the embedded wallet', () => {
  it('shows the wallet page at a size and in a light that it trusts, and signs what the visitor approves [OPEN-07] [VIEW-27]', async ({
    visitor,
  }) => {
    const { demo, page, address } = visitor;
    const approval = new ApprovalPage(demo);
    await visitor.open();
    await demo.hostButton('Sign message').click();
    await demo.shows('ApproveTransaction', 'Review request');
    await approval.frame.getByText(MESSAGE).waitFor();
    expect(await page.locator('iframe[slot=frame]').getAttribute('title')).toBe('Your wallet');
    const isLarge = () => approval.frame.evaluate(() => innerWidth >= 320 && innerHeight >= 420);
    await eventually(isLarge, true);
    await approval.approve();
    await eventually(async () => (await demo.read('signature')).length, 132);
    const signature = (await demo.read('signature')) as Hex;
    expect(await recoverMessageAddress({ message: MESSAGE, signature })).toBe(address);
    await demo.isClosed();
  });

  it.runIf(process.env.LATCHKIT_FULL)(
    'signs limited access where a trusted host shows it, and access without limit in its own window',
    async ({ visitor }) => {
      const { demo, page, address } = visitor;
      const approval = new ApprovalPage(demo);
      await visitor.open();
      const read = permit(address);
      const asked = awaitedLater(askWallet(demo, 'eth_signTypedData_v4', [address, written(read)]));
      await approval.approve();
      const inFrame = signatureOf(await asked);
      expect(await recoverTypedDataAddress({ ...read, signature: inFrame })).toBe(address);
      await demo.isClosed();

      const all = unlimited(address);
      const other = awaitedLater(askWallet(demo, 'eth_signTypedData_v4', [address, written(all)]));
      await demo.shows('ApproveTransaction');
      const window = await approval.openWindow();
      expect(new URL(window.url()).pathname).toBe('/window');
      await eventually(() => window.locator('.origin').textContent(), new URL(page.url()).origin);
      await approval.pressIn(window, 'Approve anyway');
      const inWindow = signatureOf(await other);
      expect(await recoverTypedDataAddress({ ...all, signature: inWindow })).toBe(address);
      await demo.isClosed();
    },
  );

  it.runIf(process.env.LATCHKIT_FULL)(
    'sends a transaction that the visitor approves',
    async ({ visitor, stack }) => {
      const { demo, address } = visitor;
      await fund(stack, address);
      await visitor.open();
      await demo.hostButton('Send transaction').click();
      const approval = new ApprovalPage(demo);
      // Names from the gateway, because the page could claim any name.
      await approval.frame.locator('.network').getByText('Local chain A', { exact: true }).waitFor();
      await approval.frame.locator('.changes').getByText('−0.01 ETH').waitFor();
      await approval.approve();
      await eventually(async () => (await demo.read('transaction')).length, 66);
      // Not the payee's balance, because other journeys pay the same account at the same time.
      expect(await mined(stack, await demo.read('transaction'))).toMatchObject({
        from: address.toLowerCase(),
        to: PAYEE.toLowerCase(),
        value: toHex(PAID),
      });
    },
  );

  it('closes after a refusal, aborts what is closed or left, and says so to the host [STATE-52] [PERM-07]', async ({
    visitor,
  }) => {
    const { demo, page, address } = visitor;
    const approval = new ApprovalPage(demo);
    const sign = () => askWallet(demo, 'personal_sign', [toHex('Hello'), address]);
    await visitor.open();
    await demo.hostButton('Sign message').click();
    // The page's own icon, which the client draws for the wallet page.
    await approval.frame.locator('.tile img').waitFor();
    await approval.reject();
    await demo.isClosed();
    await eventually(async () => (await demo.read('error')).startsWith('REQUEST_REJECTED'), true);
    expect(await demo.read('signature')).toBe('');

    const refused = awaitedLater(sign());
    await approval.reject();
    expect(await refused).toMatchObject({ code: 4001, data: { code: 'REJECTED' } });
    await demo.isClosed();

    const closed = awaitedLater(sign());
    await approval.armed();
    await demo.button('Close').click();
    expect(await closed).toMatchObject({ code: 4001, data: { code: 'ABORTED' } });
    await demo.isClosed();
    await eventually(() => page.locator('iframe[slot=frame]').isVisible(), false);

    const left = awaitedLater(sign());
    await approval.armed();
    await demo.hostButton('Open activity').evaluate(button => (button as HTMLElement).click());
    expect(await left).toMatchObject({ code: 4001, data: { code: 'ABORTED' } });
    await demo.shows('Activity');
  });

  it.runIf(process.env.LATCHKIT_FULL)(
    'holds the site after three refusals, says until when, and opens the wallet for the visitor meanwhile (UX-06)',
    async ({ visitor }) => {
      const { demo, page } = visitor;
      const approval = new ApprovalPage(demo);
      await visitor.open();
      for (const _ of [1, 2, 3]) {
        await demo.hostButton('Sign message').click();
        await approval.reject();
        await demo.isClosed();
      }
      await demo.hostButton('Sign message').click();
      await demo.modal.getByRole('heading', { name: 'Your wallet is waiting' }).waitFor();
      await demo.modal.getByText(/Try again in 0:[0-2]\d\./).waitFor();
      expect(await violations(page)).toEqual([]);
      await demo.modal.locator('.lk-wallet-ask').getByRole('button', { name: 'Close' }).click();
      await demo.isClosed();
      await demo.connectButton.click();
      await demo.shows('Account');
      const opened = awaitedLater(page.context().waitForEvent('page'));
      await demo.button('Manage wallet').click();
      const window = await opened;
      await window.getByText('Manage your wallet').waitFor();
      await window.close();
    },
  );

  it.runIf(process.env.LATCHKIT_FULL)(
    'asks before a way out leaves a request that is being sent: Escape, also while the wallet page has the keys, Close, a press outside, back by key, and a sheet dragged down',
    async ({ visitor }) => {
      const { demo, page, address } = visitor;
      const approval = new ApprovalPage(demo);
      const wallet = page.locator('iframe[slot=frame]');
      const question = demo.modal.getByRole('region', { name: 'Leave while it’s being sent?' });
      const inFocus = () => page.evaluate(() => document.activeElement?.tagName);
      await visitor.open();
      const asked = awaitedLater(askWallet(demo, 'personal_sign', [toHex('Hello'), address]));
      await approval.armed();
      // As while a network is slow to take what was approved.
      const sends = (isSending: true | undefined) =>
        page.evaluate(sent => {
          const { kernel } = window.demo.kit;
          kernel.set(({ embeddedWallet }) => ({ embeddedWallet: { ...embeddedWallet, isSending: sent } }));
        }, isSending);
      await sends(true);
      await wallet.focus();
      await eventually(inFocus, 'IFRAME');
      await page.keyboard.press('Escape');
      await question.waitFor();
      await eventually(() => focused(page), 'Stay');
      await eventually(() => wallet.isVisible(), false);
      expect(await violations(page)).toEqual([]);
      // Pressing the same key again decides nothing.
      await page.keyboard.press('Escape');
      await question.waitFor({ state: 'detached' });
      await eventually(inFocus, 'IFRAME');

      // The choice of a visitor who closed it by mistake.
      const goBackByKey = async () => {
        await demo.button('Close').focus();
        await page.keyboard.press('Alt+ArrowLeft');
      };
      const slips = [() => demo.button('Close').click(), () => page.mouse.click(8, 400), goBackByKey];
      for (const slip of [...slips, () => dragDown(demo, question)]) {
        await slip();
        await question.waitFor();
        await demo.button('Stay').click();
        await question.waitFor({ state: 'detached' });
        await eventually(inFocus, 'IFRAME');
      }
      await resize(page, DESKTOP);
      await sends(undefined);
      await approval.approve();
      const signature = signatureOf(await asked);
      expect(await recoverMessageAddress({ message: 'Hello', signature })).toBe(address);
      await demo.isClosed();

      const left = awaitedLater(askWallet(demo, 'personal_sign', [toHex('Hello'), address]));
      await approval.armed();
      await sends(true);
      await wallet.focus();
      await page.keyboard.press('Escape');
      await question.waitFor();
      await tabTo(page, 'Leave', 'Shift+Tab');
      await page.keyboard.press('Enter');
      expect(await left).toMatchObject({ code: 4001, data: { code: 'ABORTED' } });
      await demo.isClosed();
    },
  );

  it.runIf(process.env.LATCHKIT_FULL)(
    'goes from what the modal shows to the request and back [OPEN-09]',
    async ({ visitor }) => {
      const { demo } = visitor;
      await visitor.open();
      await demo.connectButton.click();
      await demo.shows('Account');
      // The request comes from code, because the host page is behind the modal.
      await demo.hostButton('Sign message').evaluate(button => (button as HTMLElement).click());
      await new ApprovalPage(demo).approve();
      await demo.shows('Account');
      await eventually(async () => (await demo.read('signature')).length, 132);
    },
  );

  it.runIf(process.env.LATCHKIT_FULL)(
    'takes over from a payment in the modal, to which a refusal leads back and which an approval ends [OPEN-08] [STATE-53]',
    async ({ visitor, stack }) => {
      const { demo, page, address } = visitor;
      const approval = new ApprovalPage(demo);
      const stacked = () => page.evaluate(() => window.demo.kit.store.getState().transactionStack.length);
      await fund(stack, address);
      await visitor.open();
      await demo.connectButton.click();
      await demo.shows('Account');
      await demo.button('Send').click();
      await demo.shows('Send', 'Send');
      await demo.modal.getByRole('textbox', { name: 'Amount' }).fill('0.01');
      await demo.modal.getByRole('textbox', { name: 'To' }).fill(PAYEE);
      await demo.button('Review').click();
      await demo.shows('SendReview', 'Review');
      await demo.modal.getByRole('button', { name: /^Send / }).click();
      await approval.armed();
      expect(await stacked()).toBe(1);
      await approval.reject();
      await demo.shows('SendReview', 'Review');
      await eventually(stacked, 0);
      await demo.modal.getByRole('button', { name: /^Send / }).click();
      // The chain mines at once, so the view has closed before the approval helper returns.
      await Promise.all([demo.shows('TransactionStatus'), approval.approve()]);
      await demo.shows('Account');
    },
  );

  it.runIf(process.env.LATCHKIT_FULL)(
    'is asked inline where the host has the modal in its page, which shows the account again then [VIEW-03] [VIEW-27]',
    async ({ visitor }) => {
      const { demo, page, address } = visitor;
      await visitor.open('embedded=1');
      const inline = page.locator('.placed section[data-view]');
      await eventually(() => inline.getAttribute('data-view'), 'Account');
      const asked = awaitedLater(askWallet(demo, 'personal_sign', [toHex('Hello'), address]));
      await eventually(() => inline.getAttribute('data-view'), 'ApproveTransaction');
      expect(await page.locator('dialog[open]').count()).toBe(0);
      await new ApprovalPage(demo).approve();
      const signature = signatureOf(await asked);
      expect(await recoverMessageAddress({ message: 'Hello', signature })).toBe(address);
      await eventually(() => inline.getAttribute('data-view'), 'Account');
    },
  );

  // Must be the last test, because the visitor stays on Solana.
  it.runIf(process.env.LATCHKIT_FULL)(
    'pays on Solana what the visitor approves',
    async ({ visitor, stack }) => {
      const { demo } = visitor;
      await visitor.open();
      await demo.networkButton.click();
      await demo.shows('SwitchNetwork');
      await demo.modal.locator('[data-return^="network:solana:"]').first().click();
      await demo.reads('namespace', 'solana');
      await demo.isClosed();
      const payer = await demo.read('address');
      await chainRequest(stack.solana, 'requestAirdrop', [payer, 2_000_000_000]);
      await demo.hostButton('Send transaction').click();
      await new ApprovalPage(demo).approve();
      await eventually(() => demo.read('transaction'), expect.stringMatching(/^\w{64,88}$/));
      const signature = await demo.read('transaction');
      await eventually(async () => {
        const { value } = await chainRequest<{ value: unknown[] }>(stack.solana, 'getSignatureStatuses', [
          [signature],
        ]);
        return value;
      }, [
        expect.objectContaining({
          err: null,
          confirmationStatus: expect.stringMatching(/confirmed|finalized/),
        }),
      ]);
      const landed = await chainRequest<{ transaction: readonly [string] }>(stack.solana, 'getTransaction', [
        signature,
        { encoding: 'base64', maxSupportedTransactionVersion: 1 },
      ]);
      const { messageBytes, signatures } = getTransactionDecoder().decode(
        getBase64Encoder().encode(landed.transaction[0]),
      );
      const signed = signatures[addressOf(payer)];
      if (!signed) throw new Error('The payer did not sign.');
      expect(getBase58Decoder().decode(signed)).toBe(signature);
      const key = await getPublicKeyFromAddress(addressOf(payer));
      expect(await verifySignature(key, signed, messageBytes)).toBe(true);
    },
  );
});
