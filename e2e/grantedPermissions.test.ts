import type { PermissionGrant } from 'latchkit';
import { readSessionContext, SMART_SESSIONS, sessionPeriods } from 'latchkit/protocol';
import { createPublicClient, type Hex, http, parseAbi, parseEther, toHex } from 'viem';
import { generatePrivateKey } from 'viem/accounts';
import { foundry } from 'viem/chains';
import { describe, expect } from 'vitest';
import { awaitedLater } from '../scripts/lib/awaitedLater.mjs';
import { ApprovalPage } from './support/ApprovalPage.js';
import { balanceOf, chainRequest } from './support/chain.js';
import { checkLooksInFull, WINDOW } from './support/checkLooks.js';
import { itSmart as it, type KnownVisitor } from './support/knownVisitor.js';
import { openPortal } from './support/openPortal.js';
import { allowPermissions, askPermissions, openPermissions, payWith } from './support/sessionKeys.js';
import { signIn } from './support/signIn.js';
import type { Stack } from './support/startStack.js';
import { openWallets } from './support/threeWallets.js';

const RECIPIENT = `0x${'7e'.repeat(20)}` as const;
const OTHER = `0x${'7f'.repeat(20)}` as const;

/** Opens the page of a visitor whose account can pay fees. */
async function openFunded({ open, address }: KnownVisitor, { chainA }: Stack): Promise<void> {
  await open();
  await chainRequest(chainA, 'anvil_setBalance', [address, toHex(parseEther('1'))]);
}

/** Whether the chain accepts the first period of a permission. */
function isOnChain({ chainA }: Stack, account: Hex, { context }: PermissionGrant): Promise<boolean> {
  const grant = readSessionContext(context);
  const [period] = grant ? sessionPeriods(grant) : [];
  return createPublicClient({ chain: foundry, transport: http(chainA) }).readContract({
    address: SMART_SESSIONS.sessions,
    abi: parseAbi(['function isPermissionEnabled(bytes32 id, address account) view returns (bool)']),
    functionName: 'isPermissionEnabled',
    args: [period?.permissionId ?? '0x', account],
  });
}

describe('a permission of an email user', () => {
  it('is granted in the wallet window with lower limits, used without a prompt within them, and ended [RPC-11] [RPC-12] [PERM-13]', async ({
    visitor,
    messages,
    stack,
  }) => {
    const { demo, page } = visitor;
    const approval = new ApprovalPage(demo);
    await openFunded(visitor, stack);
    const key = generatePrivateKey();
    const pay = (granted: PermissionGrant, value: number) => payWith(demo, key, granted, RECIPIENT, value);
    const granting = awaitedLater(askPermissions(demo, key, [RECIPIENT]));
    const review = await openPermissions(demo);
    await review.getByRole('heading', { name: 'Spend without asking each time' }).waitFor();
    await review.getByText('Set up once on Local chain A').waitFor();
    await review.getByText('Up to 0.0000000000000001 ETH a day').waitFor();
    await checkLooksInFull(review, 'window-grant', WINDOW);
    await review.getByLabel('Change the limit').click();
    await checkLooksInFull(review, 'window-grant-lower', WINDOW);
    const amount = review.getByLabel('Lower limit');
    const apply = review.getByRole('button', { name: 'Apply' });
    await amount.fill('0.0000000000000002');
    await apply.click();
    expect(await amount.evaluate((one: HTMLInputElement) => one.validationMessage)).toBe(
      'You can only lower it here.',
    );
    await amount.fill('0.00000000000000008');
    await apply.click();
    await review.getByText('Up to 0.00000000000000008 ETH a day').waitFor();
    await approval.pressIn(review, 'Allow');
    const [granted] = await granting;
    if (!granted) throw new Error('Nothing was granted.');
    await demo.isClosed();
    expect(granted.permission.data).toMatchObject({ periodAmount: '0x50' });

    expect(await pay(granted, 60)).toBe('paid');
    expect(await balanceOf(stack.chainA, RECIPIENT)).toBe(60n);
    expect(await pay(granted, 21)).toBe('OPERATION_REFUSED');
    expect(await pay(granted, 20)).toBe('paid');
    expect(await balanceOf(stack.chainA, RECIPIENT)).toBe(80n);
    await demo.isClosed();

    const revoking = awaitedLater(
      page.evaluate(one => window.demo.revokePermissions({ grant: one }), granted),
    );
    await demo.shows('ApproveTransaction', 'Review request');
    // It takes rights away, and the demo's origin is trusted.
    await approval.frame.getByRole('heading', { name: 'End a permission' }).waitFor();
    await approval.approve();
    await revoking;
    expect(await pay(granted, 1)).toBe('PERMISSION_NOT_FOUND');
    expect(await balanceOf(stack.chainA, RECIPIENT)).toBe(80n);
    // One review for each, and nothing else crossed for approval.
    const crossed = (await messages('RPC_REQUEST')).map(
      ({ payload }) => (payload as { method: string }).method,
    );
    expect(crossed.filter(method => /Permissions$/.test(method))).toEqual([
      'wallet_grantPermissions',
      'wallet_revokePermissions',
    ]);
  });

  it.runIf(process.env.LATCHKIT_FULL)(
    'is listed in the modal of a signed-in visitor, and ended there',
    async ({ visitor }) => {
      const { demo, page } = visitor;
      const approval = new ApprovalPage(demo);
      await demo.open('wallet=none&siwx=required&smartSessions=1');
      await signIn(demo, () => approval.approve());
      await demo.reads('status', 'connected');
      const [granted] = await allowPermissions(demo, generatePrivateKey(), [RECIPIENT]);
      const listed = () =>
        page.evaluate(
          async given => (await window.demo.listPermissions()).find(one => one.context === given)?.revokedAt,
          granted?.context,
        );
      expect(await listed()).toBeNull();

      await openWallets(demo);
      await demo.modal.getByRole('heading', { name: 'Permissions' }).waitFor();
      await demo.modal
        .getByRole('button', { name: /Revoke$/ })
        .first()
        .click();
      // A text for the gateway, then the revocation: it presses until neither is shown.
      await approval.frame.getByRole('heading', { name: 'Sign a message' }).waitFor();
      await approval.approve();
      await expect.poll(listed, { timeout: 60_000 }).toEqual(expect.any(String));
    },
  );

  // The last one: it leaves the wallet frozen.
  it.runIf(process.env.LATCHKIT_FULL)(
    'is listed in the portal, outlasts a freeze, and is ended there before and during one',
    async ({ visitor, stack }) => {
      const { demo, address, inbox } = visitor;
      await openFunded(visitor, stack);
      const key = generatePrivateKey();
      // Both are granted with one approval.
      const [one, other] = await allowPermissions(demo, key, [RECIPIENT, OTHER]);
      if (!one || !other) throw new Error('Not both were granted.');
      const pay = (granted: PermissionGrant, to: Hex) => payWith(demo, key, granted, to, 1);
      expect(await pay(one, RECIPIENT)).toBe('paid');

      // The window names the wallet by the account that the visitor uses.
      const portal = await openPortal(demo, window =>
        window
          .getByText(`${address.slice(0, 6)}…${address.slice(-6)}`)
          .first()
          .waitFor(),
      );
      const row = portal.getByText('Up to 0.0000000000000001 ETH a day, on Local chain A');
      const revoke = portal.getByRole('button', { name: 'Revoke localhost' });
      await portal.getByRole('navigation').getByRole('link', { name: 'Permissions' }).first().click();
      // The newest is listed first.
      await expect.poll(() => revoke.count()).toBe(2);
      await checkLooksInFull(portal, 'permissions');
      await revoke.first().click();
      await portal.getByText('Revoking').waitFor({ state: 'detached' });
      expect(await revoke.count()).toBe(1);
      expect((await Promise.all([one, other].map(each => isOnChain(stack, address, each)))).sort()).toEqual([
        false,
        true,
      ]);
      const [left, to] = (await isOnChain(stack, address, one))
        ? ([one, RECIPIENT] as const)
        : ([other, OTHER] as const);

      await portal.getByRole('link', { name: 'Freeze' }).first().click();
      await portal.getByText(/^A freeze can’t stop these sites/).waitFor();
      await row.waitFor();
      await checkLooksInFull(portal, 'freeze-permissions');
      await portal.getByRole('button', { name: 'Freeze for 72 hours' }).click();
      const frozen = portal.getByRole('heading', { name: 'Your wallet is frozen' });
      await frozen.waitFor();
      expect(await pay(left, to)).toBe('paid');
      await portal.getByText(/^A freeze can’t stop these sites/).waitFor();
      await checkLooksInFull(portal, 'frozen-permissions');
      await revoke.click();
      // Its use here stops with the press; the code is for the network.
      const code = portal.getByRole('textbox', { name: 'Six-digit code' });
      await code.waitFor();
      expect(await pay(left, to)).toBe('PERMISSION_NOT_FOUND');
      expect(await isOnChain(stack, address, left)).toBe(true);
      await code.fill(await inbox.nextCode());
      await revoke.waitFor({ state: 'detached' });
      expect(await isOnChain(stack, address, left)).toBe(false);
      await frozen.waitFor();
      await portal.close();
    },
  );
});
