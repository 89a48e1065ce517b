import type { PermissionGrant } from 'latchkit';
import type { Page } from 'playwright-core';
import type { Hex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { awaitedLater } from '../../scripts/lib/awaitedLater.mjs';
import { ApprovalPage } from './ApprovalPage.js';
import type { DemoPage } from './DemoPage.js';

/** Asks for permissions to pay each of some recipients up to 100 wei a day, with the host's own code. */
export function askPermissions(
  { page }: DemoPage,
  key: Hex,
  recipients: readonly Hex[],
): Promise<PermissionGrant[]> {
  const { address: to } = privateKeyToAccount(key);
  const expiry = Math.floor(Date.now() / 1_000) + 3 * 86_400;
  const permissions = recipients.map(recipient => ({
    ...{ to, expiry },
    permission: {
      type: 'native-token-periodic',
      data: { recipient, periodAmount: '0x64', periodDuration: 86_400 },
    },
  }));
  return page.evaluate(
    async asked => [...(await window.demo.grantPermissions({ permissions: asked }))],
    permissions,
  );
}

/** Opens the wallet window for the permissions that were asked for. */
export async function openPermissions(demo: DemoPage): Promise<Page> {
  await demo.shows('ApproveTransaction', 'Review request');
  return new ApprovalPage(demo).openWindow();
}

/** Asks for permissions, and allows them in the wallet window. */
export async function allowPermissions(
  demo: DemoPage,
  key: Hex,
  recipients: readonly Hex[],
): Promise<PermissionGrant[]> {
  const granting = awaitedLater(askPermissions(demo, key, recipients));
  await new ApprovalPage(demo).pressIn(await openPermissions(demo), 'Allow');
  const granted = await granting;
  await demo.isClosed();
  return granted;
}

/** Pays with a session key. Returns `paid`, or the code of the refusal. */
export function payWith(
  { page }: DemoPage,
  privateKey: Hex,
  grant: PermissionGrant,
  to: Hex,
  value: number,
): Promise<string> {
  return page.evaluate(
    asked =>
      window.demo.useSession(asked).then(
        () => 'paid',
        ({ code }: { code: string }) => code,
      ),
    { grant, privateKey, calls: [{ to, value: String(value) }] },
  );
}
