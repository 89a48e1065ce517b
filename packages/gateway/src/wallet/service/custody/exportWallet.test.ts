import { decodeProtectedHeader } from 'jose';
import {
  confirmPasskeyCall,
  exportWalletCall,
  readExportCall,
  remindOfExportCall,
  revokeInstallationCall,
} from 'latchkit/protocol';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { passTime } from '../../../../test/passTime.js';
import { refused } from '../../../../test/refused.js';
import {
  atPortal,
  type PortalVisitor,
  portalNewcomer,
  portalOwner,
} from '../../../../test/wallet/portalVisitor.js';
import { protectingFrame, recoverWithPasskey } from '../../../../test/wallet/protectingFrame.js';
import { vouchFor } from '../../../../test/wallet/vouchFor.js';
import { type WalletSuite, walletSuite } from '../../../../test/wallet/walletSuite.js';

const HOUR = 3_600_000;

let suite: WalletSuite;
beforeAll(async () => {
  suite = await walletSuite();
});
afterAll(() => suite.close());
afterEach(() => {
  vi.useRealTimers();
});

/** Makes the records of a wallet's installations older. */
const age = (walletId: string, hours: number) =>
  suite.database.query(
    `update latchkit_wallet.wallet_installations set counts_from = counts_from - make_interval(hours => $2)
     where wallet_id = $1`,
    [walletId, hours],
  );

const exported = async (visitor: PortalVisitor) =>
  visitor.ask(exportWalletCall, { body: { code: await visitor.code('export') } });

/** Whether the export is refused, without a code, until a time. */
async function waitOf(visitor: PortalVisitor) {
  const answer = await refused(visitor.ask(exportWalletCall, { body: { code: '000000' } }));
  const { wait } = await visitor.ask(readExportCall);
  expect(answer).toBe(wait === null ? '403 OTP_INVALID' : '403 EXPORT_DELAYED');
  return wait;
}

const idOf = async ({ jkt }: { readonly jkt: string }) => {
  const [row] = await suite.database.query('select id from latchkit_wallet.installations where jkt = $1', [
    jkt,
  ]);
  return String(row?.id);
};

describe('exportWallet', () => {
  it('releases the share at once to the installation that created the wallet, with a fresh code', async () => {
    const owner = await portalOwner(suite);
    const { frame, access, account, email } = owner;
    expect(await waitOf(owner)).toBeNull();
    const released = await exported(owner);
    expect(released.wallet).toEqual(account);
    // The same half as for signing, but marked: a half that was released for signing opens no export.
    const signing = await frame.open(access);
    expect(signing.account).toEqual(account);
    const about = (jwe: string) =>
      Buffer.from(String(decodeProtectedHeader(jwe).apv), 'base64url').toString('utf8');
    expect(about(released.jwe)).toBe(`export ${account.walletId}`);
    expect(suite.inbox.mails(email).at(-1)?.subject).toBe('The recovery phrase of your wallet was shown');
    const log =
      "select count(*)::int as count from latchkit_wallet.audit where action = 'wallet.export' and actor = $1";
    expect(await suite.database.query(log, [frame.jkt])).toEqual([{ count: 1 }]);
  });

  it('waits after a portal was entered by email alone, until its record is 24 hours old, and reminds the user once', async () => {
    const { email, account } = await portalOwner(suite);
    const visitor = await portalNewcomer(suite, email);
    const wait = await waitOf(visitor);
    expect(wait).toMatchObject({ isCurrent: true, isRevoked: false, browser: 'Firefox, Linux' });
    expect(Date.parse(wait?.opensAt ?? '') - Date.parse(wait?.addedAt ?? '')).toBe(24 * HOUR);
    await age(account.walletId, 23);
    expect(await waitOf(visitor)).not.toBeNull();
    expect((await visitor.ask(readExportCall)).wait?.isReminded).toBe(false);
    await visitor.ask(remindOfExportCall);
    await visitor.ask(remindOfExportCall);
    expect((await visitor.ask(readExportCall)).wait?.isReminded).toBe(true);
    const reminders = async () => {
      await suite.services.sendReminders();
      return suite.inbox.mails(email).filter(({ subject }) => subject === 'You can export your wallet now');
    };
    expect(await reminders()).toEqual([]);
    await age(account.walletId, 2);
    // Once, although the timer goes on.
    expect(await reminders()).toHaveLength(1);
    expect(await reminders()).toHaveLength(1);
    expect((await exported(visitor)).wallet).toEqual(account);
  });

  it('waits for an installation that was revoked, too', async () => {
    const owner = await portalOwner(suite);
    const visitor = await portalNewcomer(suite, owner.email);
    const id = await idOf(visitor.frame);
    await owner.ask(revokeInstallationCall, { params: { id }, body: { code: await owner.code('revoke') } });
    expect(await waitOf(owner)).toMatchObject({ installationId: id, isRevoked: true, isCurrent: false });
    await age(owner.account.walletId, 25);
    expect((await exported(owner)).wallet).toEqual(owner.account);
  });

  it('waits at a portal vouched for by an installation that email added an hour ago, also once that is forgotten', async () => {
    const { email, account } = await portalOwner(suite);
    const added = await suite.frame();
    const signedIn = await added.signIn(email);
    await added.recover(signedIn);
    await age(account.walletId, 1);
    passTime(31_000);
    const portal = await suite.frame(suite.portalPage);
    await vouchFor(added, signedIn.session.access, portal);
    const visitor = await atPortal(suite, portal, email);
    const wait = await waitOf(visitor);
    const left = Date.parse(wait?.opensAt ?? '') - Date.now();
    expect(left).toBeGreaterThan(22.9 * HOUR);
    expect(left).toBeLessThan(23 * HOUR);
    const forgetful = await atPortal(suite, added, email);
    await forgetful.ask(revokeInstallationCall, { params: { id: await idOf(added) }, body: {} });
    expect((await waitOf(visitor))?.opensAt).toBe(wait?.opensAt);
    await age(account.walletId, 24);
    expect((await exported(visitor)).wallet).toEqual(account);
  });

  it('needs a passkey besides the code if the wallet has one, and does not wait for a device that one opened [SEC-55]', async () => {
    const owner = await portalOwner(suite);
    const { frame, signedIn, email, account } = owner;
    const protecting = protectingFrame(frame, signedIn, await frame.walletKey(owner.access));
    const receipt = await protecting.receipt('protection');
    const passkey = await protecting.addPasskey(receipt);
    await protecting.protect(receipt, 'passkey', [passkey]);
    passTime(31_000);
    const added = await suite.frame(suite.portalPage);
    const there = await added.signIn(email);
    await recoverWithPasskey(added, there, passkey);
    const [record] = await suite.database.query(
      `select origin, counts_from as since from latchkit_wallet.wallet_installations
       where wallet_id = $1 order by added_at desc limit 1`,
      [account.walletId],
    );
    expect(record).toEqual({ origin: 'passkey', since: null });
    const grant = async (by: PortalVisitor['frame'], through: typeof protecting) => {
      const assertion = await through.usePasskey(await through.receipt('read'), passkey.passkey);
      const body = { receipt: await through.receipt('read'), assertion };
      return (await by.ask('vault', confirmPasskeyCall, { body })).passkeyGrant;
    };
    const code = await owner.code('export');
    const exportWith = (passkeyGrant?: string) =>
      refused(owner.ask(exportWalletCall, { body: { code, passkeyGrant } }));
    expect(await exportWith()).toBe('403 PASSKEY_REQUIRED');
    // The grant of another installation.
    const foreign = await grant(added, protectingFrame(added, there, Buffer.alloc(32)));
    expect(await exportWith(foreign)).toBe('403 GRANT_INVALID');
    const own = await grant(frame, protecting);
    expect(await exportWith(own)).toBe('not refused');
    expect(await exportWith(own)).toBe('403 GRANT_INVALID');
  });

  it('does not wait at a portal vouched for by the installation that created the wallet', async () => {
    const owner = await portalOwner(suite);
    const portal = await suite.frame(suite.portalPage);
    await vouchFor(owner.host, (await owner.host.signIn(owner.email)).session.access, portal);
    passTime(31_000);
    const visitor = await atPortal(suite, portal, owner.email);
    expect((await exported(visitor)).wallet).toEqual(owner.account);
  });
});
