import {
  commitWalletCall,
  confirmPasskeyCall,
  exportWalletCall,
  freezeOwnWalletCall,
  readActivityCall,
  readHomeCall,
  readProtectionCall,
  readSessionCall,
  releaseDeviceShareCall,
  releaseRecoveryShareCall,
  revokeInstallationCall,
  switchWalletCall,
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
import { protectingFrame } from '../../../../test/wallet/protectingFrame.js';
import { storedHalves } from '../../../../test/wallet/storedHalves.js';
import { type WalletSuite, walletSuite } from '../../../../test/wallet/walletSuite.js';
import { readWalletRows } from '../../readWalletRows.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

let suite: WalletSuite;
beforeAll(async () => {
  suite = await walletSuite();
});
afterAll(() => suite.close());
afterEach(() => {
  vi.useRealTimers();
});

const subjects = (email: string) => suite.inbox.mails(email).map(({ subject }) => subject);

async function moved(owner: PortalVisitor) {
  const made = await owner.frame.move(owner.signedIn);
  passTime(31_000);
  return made;
}

/** Lets the old wallet be that many milliseconds older, because the runner's own timers bear no jump of a month. */
async function age(walletId: string, milliseconds: number) {
  await suite.database.query(
    "update latchkit_wallet.wallets set retired_at = retired_at - $2 * interval '1 ms' where id = $1",
    [walletId, milliseconds],
  );
}

async function switchTo(owner: PortalVisitor, walletId: string, passkeyGrant?: string) {
  const code = await owner.code('switch');
  return owner.ask(switchWalletCall, { body: { walletId, code, passkeyGrant } });
}

describe('storeMove and commitMove', () => {
  it('create a second wallet with its own seed, which changes nothing for logins', async () => {
    const owner = await portalOwner(suite);
    const { account, host, email } = owner;
    const { account: next, seed } = await moved(owner);
    expect(subjects(email).at(-1)).toBe('A second wallet was created for you');
    const { user, second } = await owner.ask(readHomeCall);
    expect(user.wallet).toEqual(account);
    expect(second).toEqual({ wallet: next, state: 'new', removedAt: null, isEnrolled: true });
    expect((await owner.frame.open(owner.access, next.walletId)).seed).toEqual(seed);
    expect((await owner.frame.open(owner.access)).account).toEqual(account);
    // The host page has the active wallet only, whatever it asks for.
    const there = await host.signIn(email);
    const { access } = there.session;
    expect(there.user.wallet).toEqual(account);
    const body = { walletId: next.walletId };
    expect(await refused(host.ask('frame', releaseDeviceShareCall, { body, access }))).toBe(
      '404 WALLET_NOT_FOUND',
    );
    expect(await refused(owner.frame.move(owner.signedIn))).toBe('409 SECOND_WALLET_EXISTS');
    const rows = await readWalletRows(
      { runner: suite.database, keyVault: 'environment' },
      { runner: suite.database, keyVault: 'environment' },
      next.addresses.evm,
    );
    expect(rows.walletId).toBe(next.walletId);
    const { entries } = await owner.ask(readActivityCall, { body: {} });
    expect(entries.map(({ action }) => action)).toContain('wallet.move');
  });

  it('need a code for that action, a wallet that is not frozen, and a device that is no newcomer [SEC-76]', async () => {
    const owner = await portalOwner(suite);
    const step = (at: string, then: () => Promise<unknown>) => async (name: string) => {
      if (name === at) await then();
    };
    // An attacker in the mailbox would know the words of the next wallet.
    const newcomer = await portalNewcomer(suite, owner.email);
    passTime(31_000);
    expect(await refused(newcomer.frame.move(newcomer.signedIn))).toBe('403 SETTLED_DEVICE_REQUIRED');
    passTime(31_000);
    // An older device is not held up by that.
    const { account } = await moved(owner);
    const wrong = newcomer.ask(switchWalletCall, { body: { walletId: account.walletId, code: '000000' } });
    expect(await refused(wrong)).toBe('403 SETTLED_DEVICE_REQUIRED');
    const own = owner.ask(switchWalletCall, { body: { walletId: account.walletId, code: '000000' } });
    expect(await refused(own)).toBe('403 OTP_INVALID');
    const code = await owner.code('switch');
    await owner.ask(freezeOwnWalletCall);
    const frozen = owner.ask(switchWalletCall, { body: { walletId: account.walletId, code } });
    expect(await refused(frozen)).toBe('403 FROZEN');
    expect(await refused(owner.frame.open(owner.access, account.walletId))).toBe('403 FROZEN');
    const other = await portalOwner(suite);
    const freeze = step('store', () => other.ask(freezeOwnWalletCall));
    expect(await refused(other.frame.move(other.signedIn, freeze))).toBe('403 FROZEN');
    const third = await portalOwner(suite);
    const late = step('commit', () => third.ask(freezeOwnWalletCall));
    expect(await refused(third.frame.move(third.signedIn, late))).toBe('403 FROZEN');
    expect((await third.ask(readHomeCall)).second).toBeNull();
  });

  it('leave the draft behind when the page ends at any step, and start again', async () => {
    const owner = await portalOwner(suite);
    for (const last of ['put', 'store', 'commit']) {
      const end = (name: string) => {
        if (name === last) throw new Error('The page ended');
      };
      await expect(owner.frame.move(owner.signedIn, end)).rejects.toThrow('The page ended');
      passTime(31_000);
      expect((await owner.ask(readHomeCall)).second, last).toBeNull();
    }
    // The confirmation of the active wallet between put and commit keeps the new one's share, and so does a lost confirmation.
    const protecting = protectingFrame(
      owner.frame,
      owner.signedIn,
      await owner.frame.walletKey(owner.access),
    );
    const receipt = await protecting.receipt('protection');
    passTime(31_000);
    const steps = async (name: string) => {
      if (name === 'commit') await protecting.protect(receipt, 'automatic', []);
      if (name === 'confirm') throw new Error('The page ended');
    };
    await expect(owner.frame.move(owner.signedIn, steps)).rejects.toThrow('The page ended');
    passTime(31_000);
    const { second } = await owner.ask(readHomeCall);
    expect(second?.state).toBe('new');
    await switchTo(owner, second?.wallet.walletId ?? '');
    const other = await suite.frame();
    const { account } = await other.recover(await other.signIn(owner.email));
    expect(account.addresses).toEqual(second?.wallet.addresses);
  });

  it('is committed by nothing else', async () => {
    const owner = await portalOwner(suite);
    let id = '';
    const end = async (name: string) => {
      if (name !== 'commit') return;
      const [row] = await suite.database.query(
        "select id from latchkit_wallet.wallets where state = 'draft' order by created_at desc limit 1",
      );
      id = String(row?.id);
      throw new Error('The page ended');
    };
    await expect(owner.frame.move(owner.signedIn, end)).rejects.toThrow('The page ended');
    const commit = owner.frame.ask('frame', commitWalletCall, {
      params: { id },
      body: { recoveryReceipt: 'a.b.c' },
      access: owner.access,
    });
    expect(await refused(commit)).toBe('403 GRANT_INVALID');
  });
});

describe('switchWallet', () => {
  it('makes the other wallet the active one for every login, and goes back for 30 days', async () => {
    const owner = await portalOwner(suite);
    const { email, account, host } = owner;
    const atHost = await host.signIn(email);
    passTime(31_000);
    const { account: next, seed } = await moved(owner);
    const { removedAt } = await switchTo(owner, next.walletId);
    expect(Date.parse(removedAt) - Date.now()).toBe(30 * DAY);
    expect(subjects(email).at(-1)).toBe('Your logins open another wallet now');
    // The session of the host page has ended, and its next login has the new addresses.
    const { access } = atHost.session;
    expect(await refused(host.ask('frame', readSessionCall, { access }))).toBe('401 INVALID_SESSION');
    expect((await owner.frame.open(owner.access)).seed).toEqual(seed);
    const elsewhere = await suite.frame();
    const signedIn = await elsewhere.signIn(email);
    expect(signedIn.user.wallet).toEqual(next);
    expect((await elsewhere.recover(signedIn)).seed).toEqual(seed);
    passTime(31_000);
    // A login opens no old wallet.
    const again = await suite.frame();
    const evil = await again.signIn(email);
    const body = { approvalGrant: evil.approvalGrant, walletId: account.walletId };
    const old = again.ask('frame', releaseRecoveryShareCall, { body, access: evil.session.access });
    expect(await refused(old)).toBe('404 WALLET_NOT_FOUND');
    const home = await owner.ask(readHomeCall);
    expect(home.second).toEqual({
      wallet: account,
      state: 'old',
      removedAt: expect.any(String),
      isEnrolled: true,
    });
    // The old one is exported where it can be opened.
    passTime(DAY);
    const nextDay = await atPortal(suite, host, email);
    const exportBody = { code: await nextDay.code('export'), walletId: account.walletId };
    expect((await nextDay.ask(exportWalletCall, { body: exportBody })).wallet).toEqual(account);
    await age(account.walletId, 28 * DAY);
    const later = await atPortal(suite, host, email);
    await switchTo(later, account.walletId);
    expect((await later.ask(readHomeCall)).user.wallet?.walletId).toBe(account.walletId);
    expect((await later.ask(readHomeCall)).second?.wallet.walletId).toBe(next.walletId);
  });

  it('needs a passkey of the active wallet, and none of the old one counts afterwards', async () => {
    const owner = await portalOwner(suite);
    const key = await owner.frame.walletKey(owner.access);
    const protecting = protectingFrame(owner.frame, owner.signedIn, key);
    const receipt = await protecting.receipt('protection');
    passTime(31_000);
    const { account } = await moved(owner);
    const passkey = await protecting.addPasskey(receipt);
    await protecting.protect(receipt, 'passkey', [passkey]);
    expect(await refused(switchTo(owner, account.walletId))).toBe('403 PASSKEY_REQUIRED');
    expect(await refused(owner.ask(exportWalletCall, { body: { walletId: account.walletId } }))).toBe(
      '403 PASSKEY_REQUIRED',
    );
    const assertion = await protecting.usePasskey(receipt, passkey.passkey);
    const { passkeyGrant } = await owner.frame.ask('vault', confirmPasskeyCall, {
      body: { receipt, assertion },
    });
    await switchTo(owner, account.walletId, passkeyGrant);
    // It stays in the vault for the old wallet only.
    const next = protectingFrame(owner.frame, owner.signedIn, await owner.frame.walletKey(owner.access));
    const read = await next.receipt('read');
    expect(
      (await owner.frame.ask('vault', readProtectionCall, { body: { receipt: read } })).passkeys,
    ).toEqual([]);
    const wrong = await next.usePasskey(read, passkey.passkey);
    const confirm = owner.frame.ask('vault', confirmPasskeyCall, {
      body: { receipt: read, assertion: wrong },
    });
    expect(await refused(confirm)).toBe('403 PASSKEY_INVALID');
  });
});

describe('sendMoveReminders', () => {
  it('tells every address once, a week before the old wallet is deleted, unless the user went back', async () => {
    const owner = await portalOwner(suite);
    const { account, email, host } = owner;
    const { account: next } = await moved(owner);
    await switchTo(owner, next.walletId);
    const reminders = async () => {
      await suite.services.sendReminders();
      return subjects(email).filter(subject => subject.startsWith('The wallet that you moved from')).length;
    };
    await age(account.walletId, 22 * DAY);
    expect(await reminders()).toBe(0);
    await age(account.walletId, DAY);
    expect(await reminders()).toBe(1);
    expect(await reminders()).toBe(1);
    // The week that is left is enough to go back, and the other wallet is the old one then.
    const later = await atPortal(suite, host, email);
    await switchTo(later, account.walletId);
    expect(await reminders()).toBe(1);
    await age(next.walletId, 23 * DAY);
    expect(await reminders()).toBe(2);
  });
});

describe('removeOldWallets', () => {
  it('deletes the old wallet in both stores after 30 days, and not before or while it is frozen', async () => {
    const owner = await portalOwner(suite);
    const { account, email, host } = owner;
    const { account: next, seed } = await moved(owner);
    await switchTo(owner, next.walletId);
    const isKept = async () => {
      await suite.services.removeOldWallets();
      const rows = await suite.database.query('select 1 from latchkit_wallet.wallets where id = $1', [
        account.walletId,
      ]);
      return rows.length > 0;
    };
    await age(account.walletId, 30 * DAY - HOUR);
    expect(await isKept()).toBe(true);
    const later = await atPortal(suite, host, email);
    await later.ask(freezeOwnWalletCall);
    passTime(2 * HOUR);
    expect(await isKept()).toBe(true);
    // Its time is over.
    passTime(72 * HOUR);
    const fresh = await atPortal(suite, host, email);
    expect(await refused(switchTo(fresh, account.walletId))).toBe('404 WALLET_NOT_FOUND');
    // A freeze of the vault that the wallet service has missed.
    const until = (hours: number) =>
      suite.database.query(
        `update latchkit_vault.subjects set frozen_until = $2
         where id in (select subject_id from latchkit_vault.recovery where wallet_id = $1)`,
        [account.walletId, new Date(Date.now() + hours * HOUR)],
      );
    await until(1);
    expect(await isKept()).toBe(true);
    await until(-1);
    expect(await isKept()).toBe(false);
    expect(await suite.services.removeOldWallets()).toBe(0);
    for (const store of ['a', 'b'] as const)
      expect(await storedHalves(suite, store, account.walletId), store).toEqual([]);
    expect((await fresh.ask(readHomeCall)).second).toBeNull();
    expect((await fresh.frame.open(fresh.access)).seed).toEqual(seed);
    const other = await suite.frame();
    expect((await other.recover(await other.signIn(email))).seed).toEqual(seed);
  });
});

describe('a user with two wallets', () => {
  it('keeps the share of a rekey that the second wallet is confirmed in the middle of', async () => {
    const owner = await portalOwner(suite);
    let next: Awaited<ReturnType<typeof moved>> | undefined;
    const { seed } = await owner.frame.open(owner.access);
    await owner.frame.rekey(owner.signedIn, async name => {
      passTime(31_000);
      if (name === 'commit') next = await moved(owner);
    });
    const other = await suite.frame();
    expect((await other.recover(await other.signIn(owner.email))).seed).toEqual(seed);
    passTime(31_000);
    await switchTo(owner, next?.account.walletId ?? '');
    const third = await suite.frame();
    expect((await third.recover(await third.signIn(owner.email))).seed).toEqual(next?.seed);
  });

  it('revokes a device for both, and rekeys the active one', async () => {
    const owner = await portalOwner(suite);
    const { email, host } = owner;
    const { account: next } = await moved(owner);
    await switchTo(owner, next.walletId);
    passTime(31_000);
    const newcomer = await portalNewcomer(suite, email);
    passTime(31_000);
    const { account, seed } = await owner.frame.open(owner.access);
    const rekeyed = await owner.frame.rekey(owner.signedIn);
    expect(rekeyed).toEqual({ ...account, epoch: 2, recoveryVersion: 1 });
    expect((await owner.frame.open(owner.access)).seed).toEqual(seed);
    expect(await refused(newcomer.ask(readHomeCall))).toBe('401 INVALID_SESSION');
    // The old wallet still opens here.
    expect((await owner.frame.open(owner.access, owner.account.walletId)).account).toEqual(owner.account);
    passTime(31_000);
    const code = await owner.code('revoke');
    const [row] = await suite.database.query('select id from latchkit_wallet.installations where jkt = $1', [
      host.jkt,
    ]);
    await owner.ask(revokeInstallationCall, { params: { id: String(row?.id) }, body: { code } });
    const sets = await suite.database.query(
      'select 1 from latchkit_wallet.share_sets where installation_id = $1',
      [String(row?.id)],
    );
    expect(sets).toEqual([]);
  });
});
