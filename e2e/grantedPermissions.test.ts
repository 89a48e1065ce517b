import type { PermissionGrant } from 'latchkit';
import type { Page } from 'playwright-core';
import { type Hex, parseEther, toHex } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { describe, expect } from 'vitest';
import { ApprovalPage } from './support/ApprovalPage.js';
import { balanceOf, chainRequest } from './support/chain.js';
import type { DemoPage } from './support/DemoPage.js';
import { itSmart as known } from './support/knownVisitor.js';
import { recordMessages } from './support/recordMessages.js';
import { openWallets } from './support/threeWallets.js';

const it = known.extend('messages', { scope: 'file' }, ({ visitor }) => recordMessages(visitor.page));

const RECIPIENT = `0x${'7e'.repeat(20)}`;

/** Asks for a permission to pay up to 100 wei a day, with the host's own code. */
function grant({ page }: DemoPage, key: Hex): Promise<PermissionGrant> {
  const data = { recipient: RECIPIENT, periodAmount: '0x64', periodDuration: 86_400 };
  const request = {
    to: privateKeyToAccount(key).address,
    expiry: Math.floor(Date.now() / 1_000) + 3 * 86_400,
    permission: { type: 'native-token-periodic', data },
  };
  return page.evaluate(async asked => {
    const [granted] = await window.demo.grantPermissions({ permissions: [asked] });
    if (!granted) throw new Error('Nothing was granted.');
    return granted;
  }, request);
}

/** Pays with the session key. Returns `paid`, or the code of the refusal. */
function pay(page: Page, granted: PermissionGrant, privateKey: Hex, value: number): Promise<string> {
  const session = { grant: granted, privateKey, calls: [{ to: RECIPIENT, value: String(value) }] };
  return page.evaluate(
    asked =>
      window.demo.useSession(asked).then(
        () => 'paid',
        ({ code }: { code: string }) => code,
      ),
    session,
  );
}

describe('a permission of an email user', () => {
  it('is granted in the wallet window, used without a prompt within its limit, and ended [RPC-11] [RPC-12] [PERM-13]', async ({
    visitor,
    messages,
    stack,
  }) => {
    const { demo, page, address } = visitor;
    const approval = new ApprovalPage(demo);
    await visitor.open();
    await chainRequest(stack.chainA, 'anvil_setBalance', [address, toHex(parseEther('1'))]);
    const key = generatePrivateKey();
    const granting = grant(demo, key);
    await demo.shows('ApproveTransaction', 'Review request');
    const review = await approval.openWindow();
    await review.getByRole('heading', { name: 'Spend without asking each time' }).waitFor();
    await review.getByText('Set up once on Local chain A').waitFor();
    await approval.pressIn(review, 'Allow');
    const granted = await granting;
    await demo.isClosed();

    expect(await pay(page, granted, key, 60)).toBe('paid');
    expect(await balanceOf(stack.chainA, RECIPIENT)).toBe(60n);
    expect(await pay(page, granted, key, 41)).toBe('OPERATION_REFUSED');
    expect(await pay(page, granted, key, 40)).toBe('paid');
    expect(await balanceOf(stack.chainA, RECIPIENT)).toBe(100n);
    await demo.isClosed();

    const revoking = page.evaluate(one => window.demo.revokePermissions({ grant: one }), granted);
    await demo.shows('ApproveTransaction', 'Review request');
    // It takes rights away, and the demo's origin is trusted.
    await approval.frame.getByRole('heading', { name: 'End a permission' }).waitFor();
    await approval.approve();
    await revoking;
    expect(await pay(page, granted, key, 1)).toBe('PERMISSION_NOT_FOUND');
    expect(await balanceOf(stack.chainA, RECIPIENT)).toBe(100n);
    // One review for each, and nothing else crossed for approval.
    const crossed = (await messages('RPC_REQUEST')).map(
      ({ payload }) => (payload as { method: string }).method,
    );
    expect(crossed.filter(method => /Permissions$/.test(method))).toEqual([
      'wallet_grantPermissions',
      'wallet_revokePermissions',
    ]);
  });

  it('is listed in the portal, and ended there', async ({ visitor, stack }) => {
    const { demo, page, address } = visitor;
    const approval = new ApprovalPage(demo);
    await visitor.open();
    await chainRequest(stack.chainA, 'anvil_setBalance', [address, toHex(parseEther('1'))]);
    const key = generatePrivateKey();
    const granting = grant(demo, key);
    await demo.shows('ApproveTransaction', 'Review request');
    await approval.pressIn(await approval.openWindow(), 'Allow');
    const granted = await granting;
    await demo.isClosed();
    expect(await pay(page, granted, key, 1)).toBe('paid');

    await demo.connectButton.click();
    await demo.shows('Account');
    const opened = page.context().waitForEvent('page');
    await demo.button('Manage wallet').click();
    const portal = await opened;
    const consent = portal.locator('.actions').getByRole('button', { name: 'Continue' });
    const heading = portal.getByRole('heading', { name: 'Your wallet', exact: true });
    await expect
      .poll(
        async () => {
          if (await heading.isVisible()) return true;
          await consent.hover({ timeout: 1_000 }).catch(() => {});
          await consent.click({ timeout: 1_000 }).catch(() => {});
          return heading.isVisible();
        },
        { timeout: 60_000 },
      )
      .toBe(true);
    await portal.getByRole('navigation').getByRole('link', { name: 'Permissions' }).first().click();
    await portal.getByText('Up to 0.0000000000000001 every 24 hours, on Local chain A').waitFor();
    await portal.getByRole('button', { name: 'Revoke', exact: true }).click();
    await portal.getByText('No permissions').waitFor();
    expect(await pay(page, granted, key, 1)).toBe('PERMISSION_NOT_FOUND');
    await portal.close();
  });

  it.runIf(process.env.LATCHKIT_FULL)(
    'is listed in the modal of a signed-in visitor, and ended there',
    async ({ visitor }) => {
      const { demo, page } = visitor;
      const approval = new ApprovalPage(demo);
      await demo.open('wallet=none&siwx=required&smartSessions=1');
      await demo.shows('SIWXSignMessage', 'Sign in');
      await demo.button('Sign').click();
      await approval.approve();
      await demo.reads('status', 'connected');
      await demo.isClosed();
      const granting = grant(demo, generatePrivateKey());
      await demo.shows('ApproveTransaction', 'Review request');
      await approval.pressIn(await approval.openWindow(), 'Allow');
      const { context } = await granting;
      await demo.isClosed();
      const listed = () =>
        page.evaluate(
          async given => (await window.demo.listPermissions()).find(one => one.context === given)?.revokedAt,
          context,
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
});
