import { randomBytes } from 'node:crypto';
import {
  askPasskeyCall,
  askRecoveryPasskeyCall,
  commitRecoveryCall,
  confirmPasskeyCall,
  preparePasswordCall,
  putProtectionCall,
  readProtectionCall,
  releaseRecoveryCall,
  releaseWithPasswordCall,
} from 'latchkit/protocol';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { passTime } from '../../../test/passTime.js';
import { refused } from '../../../test/refused.js';
import {
  protectingFrame,
  recoverWithPasskey,
  recoveryOf,
  shareIn,
} from '../../../test/wallet/protectingFrame.js';
import { softPasskey } from '../../../test/wallet/softPasskey.js';
import { openSeed, xor } from '../../../test/wallet/testWallet.js';
import { type WalletSuite, walletSuite } from '../../../test/wallet/walletSuite.js';

/** A blinded element of RFC 9497, A.1.1. */
const BLINDED = Buffer.from(
  '609a0ae68c15a3cf6903766461307e5c8bb2f95e7e6550e1ffa2dc99e412803c',
  'hex',
).toString('base64url');

let suite: WalletSuite;
beforeAll(async () => {
  suite = await walletSuite();
});
afterAll(() => suite.close());
afterEach(() => {
  vi.useRealTimers();
});

/** A user of the portal with a wallet. */
async function owner(from = suite) {
  const email = from.address();
  const portal = await from.frame(from.portalPage);
  const signedIn = await portal.signIn(email);
  const account = await portal.create(signedIn);
  const { access } = signedIn.session;
  const { seed } = await portal.open(access);
  const protecting = protectingFrame(portal, signedIn, await portal.walletKey(access));
  passTime(31_000);
  return { email, portal, signedIn, access, account, seed, protecting };
}

/** A user whose wallet is in passkey mode. */
async function protectedOwner() {
  const one = await owner();
  const receipt = await one.protecting.receipt('protection');
  const passkey = await one.protecting.addPasskey(receipt);
  await one.protecting.protect(receipt, 'passkey', [passkey]);
  passTime(31_000);
  return { ...one, receipt, passkey };
}

/** A new installation of a user, signed in by link and code. */
async function newcomer(email: string, from = suite) {
  const frame = await from.frame();
  const signedIn = await frame.signIn(email);
  passTime(31_000);
  return { frame, signedIn };
}

describe('putProtection', () => {
  it('stores the share only for the passkey, which opens the wallet; email alone does not [SEC-55]', async () => {
    const { email, seed, passkey, account } = await protectedOwner();
    const rows = await suite.database.query(
      `select mode, half_ct as half from latchkit_vault.recovery where wallet_id = $1`,
      [account.walletId],
    );
    expect(rows).toEqual([{ mode: 'passkey', half: null }]);
    const { frame, signedIn } = await newcomer(email);
    const opened = await recoveryOf(frame, signedIn);
    const byEmail = frame.ask('vault', releaseRecoveryCall, { body: opened.proof });
    expect(await refused(byEmail)).toBe('403 PASSKEY_REQUIRED');
    const foreign = { passkey: softPasskey(suite.servers.frameUrl), key: passkey.key };
    expect(await refused(recoverWithPasskey(frame, signedIn, foreign, opened))).toBe('403 PASSKEY_INVALID');
    expect(await recoverWithPasskey(frame, signedIn, passkey, opened)).toEqual(seed);
  });

  it('gives an attacker with both stores and their keys no share [SEC-55]', async () => {
    const { email, account, passkey, seed } = await protectedOwner();
    const { walletId, epoch } = account;
    const { frame, signedIn } = await newcomer(email);
    const { recovery, proof } = await recoveryOf(frame, signedIn);
    const { challenge } = await frame.ask('vault', askRecoveryPasskeyCall, { body: proof });
    const assertion = passkey.passkey.use(challenge);
    const { jwe } = await frame.ask('vault', releaseRecoveryCall, { body: { ...proof, assertion } });
    // Everything that the stores decrypt: the wallet service's share, the sealed seed, and what the vault has.
    const stored = await frame.unsealJson(jwe);
    expect(() => shareIn(stored, randomBytes(32))).toThrow();
    const wrapped = Buffer.from((stored as { wrapped: string }).wrapped, 'base64url').subarray(12, 44);
    for (const guess of [wrapped, recovery.half, randomBytes(32)]) {
      const key = xor(recovery.half, guess);
      expect(() => openSeed(key, recovery.sealedSeed, walletId, epoch)).toThrow();
    }
    const opened = openSeed(
      xor(recovery.half, shareIn(stored, passkey.key)),
      recovery.sealedSeed,
      walletId,
      epoch,
    );
    expect(opened).toEqual(seed);
  });

  it('needs a passkey to add one, to remove one, and to leave the mode', async () => {
    const { protecting, passkey, portal, email, seed, receipt, signedIn } = await protectedOwner();
    const second = await protecting.addPasskey(receipt);
    const both = [passkey, second];
    const withCode = protecting.protect(receipt, 'passkey', both);
    expect(await refused(withCode)).toBe('403 PASSKEY_REQUIRED');
    // The passkey that is being added proves nothing.
    const byItself = protecting.protect(receipt, 'passkey', both, { by: second.passkey });
    expect(await refused(byItself)).toBe('403 PASSKEY_INVALID');
    await protecting.protect(receipt, 'passkey', both, { by: passkey.passkey });
    const state = await portal.ask('vault', readProtectionCall, { body: { receipt } });
    expect(state.passkeys.map(one => one.id)).toEqual([passkey.id, second.id]);
    for (const one of both) {
      const there = await newcomer(email);
      expect(await recoverWithPasskey(there.frame, there.signedIn, one)).toEqual(seed);
    }
    await protecting.protect(receipt, 'passkey', [second], { by: second.passkey });
    expect(
      await refused(
        protecting
          .usePasskey(receipt, passkey.passkey)
          .then(assertion => portal.ask('vault', confirmPasskeyCall, { body: { receipt, assertion } })),
      ),
    ).toBe('403 PASSKEY_INVALID');
    // The code for a rekey changes no protection.
    expect(await refused(portal.rekey(signedIn))).toBe('403 GRANT_INVALID');
    await protecting.protect(receipt, 'automatic', [], { by: second.passkey });
    const plain = await newcomer(email);
    expect((await plain.frame.recover(plain.signedIn)).seed).toEqual(seed);
    const kept = await suite.database.query(`select 1 from latchkit_vault.passkeys where id = $1`, [
      second.id,
    ]);
    expect(kept).toEqual([]);
  });

  it('accepts a passkey only once, from the wallet service, and after it has verified its user', async () => {
    const { protecting, portal, passkey, receipt } = await protectedOwner();
    const confirm = (assertion: object) =>
      portal.ask('vault', confirmPasskeyCall, { body: { receipt, assertion } });
    const assertion = await protecting.usePasskey(receipt, passkey.passkey);
    expect((await confirm(assertion)).passkeyGrant).toMatch(/^ey/);
    expect(await refused(confirm(assertion))).toBe('403 PASSKEY_INVALID');
    for (const changes of [{ origin: 'https://evil.example' }, { flags: 0x01 }]) {
      const { challenge } = await portal.ask('vault', askPasskeyCall, { body: { receipt } });
      expect(await refused(confirm(passkey.passkey.use(challenge, changes)))).toBe('403 PASSKEY_INVALID');
    }
    // A question of another user.
    const other = await protectedOwner();
    const theirs = await other.protecting.usePasskey(other.receipt, passkey.passkey);
    expect(await refused(confirm(theirs))).toBe('403 PASSKEY_INVALID');
  });

  it('takes only receipts for this wallet, action and installation, and only factors of the user', async () => {
    const { protecting, portal, account } = await owner();
    const reading = await protecting.receipt('read');
    const receipt = await protecting.receipt('protection');
    const wrap = (id: string) => ({ id, wrapped: 'A'.repeat(80) });
    const put = (more: object, walletId = account.walletId) =>
      refused(
        portal.ask('vault', putProtectionCall, {
          params: { walletId },
          body: { receipt, epoch: 1, mode: 'passkey', wraps: [wrap(account.walletId)], ...more },
        }),
      );
    expect(await put({ receipt: reading })).toBe('403 GRANT_INVALID');
    const other = await owner();
    expect(await put({ receipt: await other.protecting.receipt('protection') })).toBe('403 GRANT_INVALID');
    expect(await put({}, other.account.walletId)).toBe('404 WALLET_NOT_FOUND');
    expect(await put({})).toBe('400 HALF_INVALID');
    expect(await put({ mode: 'automatic' })).toBe('400 HALF_INVALID');
    expect(await put({ epoch: 2 })).toBe('409 EPOCH_CONFLICT');
  });

  it('leaves a usable wallet when the page stops at any step', async () => {
    for (const last of ['put', 'store', 'try', 'commit', 'confirm']) {
      const { email, seed, protecting } = await owner();
      const receipt = await protecting.receipt('protection');
      const passkey = await protecting.addPasskey(receipt);
      const step = (name: string) => {
        if (name === last) throw new Error('stopped');
      };
      await expect(protecting.protect(receipt, 'passkey', [passkey], { step })).rejects.toThrow('stopped');
      const { frame, signedIn } = await newcomer(email);
      const opened =
        last === 'confirm'
          ? await recoverWithPasskey(frame, signedIn, passkey)
          : (await frame.recover(signedIn)).seed;
      expect(opened, last).toEqual(seed);
    }
  });

  it('deletes a change that no page completed, once the wallet service can no longer commit it', async () => {
    const { portal, protecting, account, access } = await owner();
    const left = async () => {
      const [row] = await suite.database.query(
        `select (select count(*)::int from latchkit_vault.recovery where wallet_id = $1) as versions,
           (select count(*)::int from latchkit_vault.passkeys where subject_id in
             (select subject_id from latchkit_vault.recovery where wallet_id = $1)) as passkeys`,
        [account.walletId],
      );
      return row;
    };
    const stopAt = (last: string) => (name: string) => {
      if (name === last) throw new Error('stopped');
    };
    const receipt = await protecting.receipt('protection');
    const [one, other] = [await protecting.addPasskey(receipt), await protecting.addPasskey(receipt)];
    const abandoned = protecting.protect(receipt, 'passkey', [one], { step: stopAt('try') });
    await expect(abandoned).rejects.toThrow('stopped');
    const read = async () =>
      portal.ask('vault', readProtectionCall, { body: { receipt: await protecting.receipt('read') } });
    await read();
    expect(await left()).toEqual({ versions: 2, passkeys: 2 });
    await suite.database.script(`
      update latchkit_wallet.next_recoveries set created_at = created_at - interval '25 hours';
      update latchkit_vault.recovery set created_at = created_at - interval '49 hours'`);
    const late = portal.ask('frame', commitRecoveryCall, { body: { version: 2, receipt }, access });
    expect(await refused(late)).toBe('404 SHARE_NOT_FOUND');
    await read();
    // The passkey that protects nothing yet may be used by the change that a page has begun meanwhile.
    expect(await left()).toEqual({ versions: 1, passkeys: 1 });
    passTime(31_000);
    await protecting.protect(await protecting.receipt('protection'), 'passkey', [other]);
    passTime(31_000);
    // The vault misses the confirmation: the commit alone keeps the version, however old it is.
    const unconfirmed = protecting.protect(await protecting.receipt('protection'), 'automatic', [], {
      by: other.passkey,
      step: stopAt('confirm'),
    });
    await expect(unconfirmed).rejects.toThrow('stopped');
    await suite.database.script(
      `update latchkit_vault.recovery set created_at = created_at - interval '49 hours'`,
    );
    expect((await read()).mode).toBe('automatic');
    expect(await left()).toMatchObject({ versions: 1 });
  });
});

describe('releaseWithPassword', () => {
  it('opens the wallet with the password, for which each installation together has five tries an hour', async () => {
    const strict = await walletSuite({ allowanceFactor: 1 });
    onTestFinished(() => strict.close());
    const { email, portal, protecting, account, seed } = await owner(strict);
    const receipt = await protecting.receipt('protection');
    const { id, evaluated } = await portal.ask('vault', preparePasswordCall, {
      body: { receipt, blinded: BLINDED },
    });
    // The page derives the key from this; here, any other derivation does.
    const key = Buffer.from(evaluated, 'base64url');
    await protecting.protect(receipt, 'password', [{ id, key }]);
    // The key in use evaluates only counted tries.
    const again = portal.ask('vault', preparePasswordCall, { body: { receipt, blinded: BLINDED, id } });
    expect(await refused(again)).toBe('404 WALLET_NOT_FOUND');
    const { frame, signedIn } = await newcomer(email, strict);
    const { recovery, proof } = await recoveryOf(frame, signedIn);
    expect(await refused(frame.ask('vault', releaseRecoveryCall, { body: proof }))).toBe(
      '403 PASSWORD_REQUIRED',
    );
    const attempt = (blinded: string) =>
      frame.ask('vault', releaseWithPasswordCall, { body: { ...proof, blinded } });
    expect(await refused(attempt('A'.repeat(43)))).toBe('400 HALF_INVALID');
    for (let tries = 2; tries <= 5; tries += 1) {
      const released = await attempt(BLINDED);
      expect(released.evaluated).toBe(evaluated);
      const share = shareIn(
        await frame.unsealJson(released.jwe),
        Buffer.from(released.evaluated, 'base64url'),
      );
      const opened = openSeed(
        xor(recovery.half, share),
        recovery.sealedSeed,
        account.walletId,
        account.epoch,
      );
      expect(opened).toEqual(seed);
    }
    expect(await refused(attempt(BLINDED))).toBe('429 RATE_LIMITED');
  });
});
