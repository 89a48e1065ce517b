import { randomUUID } from 'node:crypto';
import {
  commitEmailUpdateCall,
  EMAIL_CONSENT_TYPE,
  readSessionCall,
  releaseRecoveryCall,
  releaseRecoveryShareCall,
  sendSignInCodeCall,
  sendToOldAddressCall,
  startEmailUpdateCall,
  WALLET_ERRORS,
} from 'latchkit/protocol';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import * as z from 'zod/mini';
import { passTime } from '../../../../test/passTime.js';
import { refused } from '../../../../test/refused.js';
import {
  askChange,
  beginChange,
  CHANGE_STEPS,
  changeUpTo,
  changingFrame,
} from '../../../../test/wallet/changingFrame.js';
import { type WalletSuite, walletSuite } from '../../../../test/wallet/walletSuite.js';
import { identityHash } from '../../shared/emailIdentity.js';
import { inSeconds, TOKEN_KINDS } from '../../shared/serviceTokens.js';

let suite: WalletSuite;
beforeAll(async () => {
  suite = await walletSuite();
});
afterAll(() => suite.close());
afterEach(() => {
  vi.useRealTimers();
});

const DAY = 24 * 3_600_000;
const other = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
const WRONG = '403 OTP_INVALID';

const subjects = (email: string) => suite.inbox.mails(email).map(({ subject }) => subject);

describe('a change of the address', () => {
  it('requires a code from both addresses, keeps the wallet, ends other sessions and notifies the old address', async () => {
    const one = await changingFrame(suite);
    expect(one.action).toBe('VERIFY_PRIMARY_OTP');
    const elsewhere = await suite.frame();
    passTime(31_000);
    const there = await elsewhere.signIn(one.email);
    await one.upTo('follow');
    expect(await one.current()).toBe(one.next);
    const ended = elsewhere.ask('frame', readSessionCall, { access: there.session.access });
    expect(await refused(ended)).toBe('401 INVALID_SESSION');
    expect(subjects(one.email).slice(-3)).toEqual([
      `Your wallet is about to move to another email address: ${one.next}`,
      `Your wallet is moving to another email address: ${one.next}`,
      `Your wallet moved to another email address: ${one.next}`,
    ]);
    expect(await one.recovered(one.next)).toEqual(one.account);
  });

  it('mails nobody without the consent of this installation to these two addresses [SEC-75]', async () => {
    const email = suite.address();
    const next = suite.address();
    const evil = suite.address();
    const frame = await suite.frame();
    const signedIn = await frame.signIn(email);
    await frame.create(signedIn);
    const { access } = signedIn.session;
    const other = await askChange(frame, access, evil);
    const earlier = await other.consentTo();
    const one = await askChange(frame, access, next);
    const stranger = await suite.frame();
    const claims = { txn: one.txn, from: email, to: next, hostOrigin: frame.page.origin };
    const wrong: Record<string, string> = {
      'another change': earlier,
      'another new address': await one.consentTo({ to: evil }),
      'another current address': await one.consentTo({ from: evil }),
      'no current address': await one.consentTo({ from: null }),
      'another page': await one.consentTo({ hostOrigin: 'https://evil.example' }),
      'another key': await stranger.sign(EMAIL_CONSENT_TYPE, claims),
      'another kind of word': await frame.sign('dpop+jwt', claims),
      'more than a consent': await one.consentTo({ more: true }),
      'no token': 'a.b.c',
    };
    for (const [name, consent] of Object.entries(wrong)) {
      expect(await refused(one.agree(consent)), name).toBe('403 CONSENT_INVALID');
    }
    const mails = subjects(email).length;
    expect(await refused(one.sendNew())).toBe('403 GRANT_INVALID');
    expect(await refused(one.verifyNew('000000'))).toBe(WRONG);
    expect(await refused(one.commit())).toBe('403 GRANT_INVALID');
    // Nor does the vault accept the word of the wallet service.
    const { updateReceipt } = await one.agree();
    for (const [name, consent] of Object.entries(wrong)) {
      expect(await refused(one.sendOld({ updateReceipt, consent })), name).toBe('403 CONSENT_INVALID');
    }
    expect([subjects(email).length, subjects(next), subjects(evil)]).toEqual([mails, [], []]);
    passTime(31_000);
    await one.sendOld({ updateReceipt });
    expect(subjects(email).length).toBe(mails + 1);
  });

  it('uses up no limit without the consent of the user', async () => {
    const strict = await walletSuite({ allowanceFactor: 1 });
    onTestFinished(() => strict.close());
    const frame = await strict.frame();
    const { session } = await frame.signIn(strict.address());
    for (let count = 0; count < 10; count += 1) {
      await askChange(frame, session.access, strict.address());
    }
    const body = { email: strict.address() };
    const started = await frame.ask('frame', startEmailUpdateCall, { body, access: session.access });
    expect(started).toMatchObject({ action: 'VERIFY_PRIMARY_OTP' });
  });

  it('changes nothing with only one of the two codes [SEC-75]', async () => {
    const one = await changingFrame(suite);
    // Only the new address: it gets no email and its code does not count before the holder of the old one agreed.
    await one.sendOld();
    expect(await refused(one.verifyOld(other(one.frame.code(one.email))))).toBe(WRONG);
    expect(await refused(one.sendNew())).toBe('403 GRANT_INVALID');
    expect(await refused(one.sendNew(one.updateReceipt))).toBe('403 GRANT_INVALID');
    expect(await refused(one.verifyNew('000000'))).toBe(WRONG);
    expect(await refused(one.prepare(one.updateReceipt))).toBe('403 GRANT_INVALID');
    expect(await refused(one.commit(one.updateReceipt))).toBe('403 GRANT_INVALID');
    expect(subjects(one.next)).toEqual([]);
    // Only the old address.
    const { primaryGrant } = await one.verifyOld(one.frame.code(one.email));
    passTime(31_000);
    await one.sendNew(primaryGrant);
    expect(await refused(one.verifyNew(other(one.frame.code(one.next))))).toBe(WRONG);
    expect(await refused(one.prepare(primaryGrant))).toBe('403 GRANT_INVALID');
    expect(await refused(one.commit(primaryGrant))).toBe('403 GRANT_INVALID');
    expect(await refused(one.commit())).toBe('403 GRANT_INVALID');
    expect(await refused(one.follow(primaryGrant))).toBe('403 GRANT_INVALID');
    expect(await one.current()).toBe(one.email);
    expect(await one.recovered(one.email)).toEqual(one.account);
  });

  it('moves nothing in the vault on the word of the wallet service alone [SEC-75]', async () => {
    const one = await changingFrame(suite);
    const evil = suite.address();
    const gateway = suite.services.stores.find(({ name }) => name === 'a');
    const wallet = one.account.walletId;
    /** Everything that a compromised wallet service can sign. */
    const says = (typ: string, txn: string, from: string, to: string) =>
      gateway?.keys.sign(typ, {
        ...{
          iss: suite.servers.frameUrl,
          aud: suite.servers.vaultUrl,
          txn,
          jkt: one.frame.jkt,
          walletId: wallet,
          standing: 'settled',
        },
        from: identityHash(txn, 'email', from),
        to: identityHash(txn, 'email', to),
        iat: inSeconds(Date.now()),
        exp: inSeconds(Date.now()) + 600,
      });
    const send = async (txn: string, from: string, to: string) =>
      one.frame.ask('vault', sendToOldAddressCall, {
        body: {
          updateReceipt: await says(TOKEN_KINDS.updateReceipt, txn, from, to),
          consent: await one.consentTo({ txn, from, to }),
          currentEmail: from,
          email: to,
        },
      });
    // Claims that the attacker's address is the current one.
    expect(await refused(send(randomUUID(), evil, suite.address()))).toBe('403 ACCOUNT_MISMATCH');
    // Claims that everything is verified, before or without any code.
    const { txn } = one;
    for (const change of [txn, randomUUID()]) {
      const receipt = await says(TOKEN_KINDS.secondaryReceipt, change, one.email, evil);
      expect(await refused(one.prepare(receipt))).toBe('403 SIGN_IN_INVALID');
      expect(await refused(one.follow(await says(TOKEN_KINDS.emailCommit, change, one.email, evil)))).toBe(
        '403 SIGN_IN_INVALID',
      );
    }
    // Two tokens for one change: the attacker's code must not count for the change of the victim.
    await one.sendOld();
    passTime(31_000);
    expect(await refused(send(txn, evil, one.next))).toBe('403 ACCOUNT_MISMATCH');
    expect(await refused(send(txn, one.email, evil))).toBe('403 GRANT_INVALID');
    expect(subjects(evil)).toEqual([]);
    // The holder agreed to another address than the wallet service now names.
    await one.verifyOld(one.frame.code(one.email));
    const receipt = await says(TOKEN_KINDS.secondaryReceipt, txn, one.email, evil);
    expect(await refused(one.prepare(receipt))).toBe('403 GRANT_INVALID');
    expect(await one.recovered(one.email)).toEqual(one.account);
  });

  it('changes nothing in the wallet service on the word of the vault alone [SEC-75]', async () => {
    const one = await changingFrame(suite);
    const vault = suite.services.stores.find(({ name }) => name === 'b');
    const { txn } = one;
    const says = (typ: string) =>
      vault?.keys.sign(typ, {
        ...{ iss: suite.servers.vaultUrl, aud: suite.servers.frameUrl, txn, jkt: one.frame.jkt },
        from: identityHash(txn, 'email', one.email),
        to: identityHash(txn, 'email', one.next),
        iat: inSeconds(Date.now()),
        exp: inSeconds(Date.now()) + 600,
      });
    expect(await refused(one.commit(await says(TOKEN_KINDS.preparedGrant)))).toBe('403 SIGN_IN_INVALID');
    await one.sendNew(await says(TOKEN_KINDS.primaryGrant));
    expect(await refused(one.commit(await says(TOKEN_KINDS.preparedGrant)))).toBe('403 SIGN_IN_INVALID');
    expect(await one.current()).toBe(one.email);
  });

  it('requires a fresh session', async () => {
    const frame = await suite.frame();
    const { session } = await frame.signIn(suite.address());
    passTime(9.9 * 60_000);
    const { access } = session;
    const ask = (token: string) =>
      refused(frame.ask('frame', startEmailUpdateCall, { body: { email: suite.address() }, access: token }));
    expect(await ask(access)).toBe('not refused');
    const renewed = await frame.call('frame', '/v1/token/refresh', {
      body: { refresh: session.refresh, exchange: crypto.randomUUID() },
    });
    const fresh = z.parse(z.object({ session: z.object({ access: z.string() }) }), renewed.json).session
      .access;
    passTime(60_000);
    expect(await ask(fresh)).toBe('403 REAUTH_REQUIRED');
  });

  it('gets the same response for an address that another user has, which is notified, and never completes [SEC-75]', async () => {
    const taken = suite.address();
    const owner = await suite.frame();
    const account = await owner.create(await owner.signIn(taken));
    const one = await changingFrame(suite, taken);
    await one.upTo('sendNew');
    expect(subjects(taken).at(-1)).toBe('This email address is in use already');
    for (const otp of ['000000', '123456', '000000', '123456', '999999']) {
      expect(await refused(one.verifyNew(otp))).toBe(WRONG);
    }
    expect(await refused(one.verifyNew('000000'))).toBe('403 LOCKED');
    expect(await one.current()).toBe(one.email);
    const same = beginChange(one.frame, one.access, one.email);
    expect(await refused(same)).toBe('403 EMAIL_TAKEN');
    expect(await one.recovered(taken)).toEqual(account);
  });

  it('is locked by wrong codes, in both services', async () => {
    const one = await changingFrame(suite);
    await one.sendOld();
    const right = one.frame.code(one.email);
    for (let count = 0; count < 5; count += 1) expect(await refused(one.verifyOld(other(right)))).toBe(WRONG);
    expect(await refused(one.verifyOld(right))).toBe('403 LOCKED');
    passTime(10 * 60_000);
    const two = await changingFrame(suite);
    await two.sendOld();
    passTime(10 * 60_000 + 1_000);
    expect(await refused(two.verifyOld(two.frame.code(two.email)))).toBe('403 OTP_EXPIRED');
  });

  it('opens the wallet on no new device for 24 hours, and says when it will [SEC-75]', async () => {
    const one = await changingFrame(suite);
    await one.upTo('follow');
    const thief = await suite.frame();
    passTime(31_000);
    const started = await thief.start(one.next);
    const { id, token } = await thief.askApproval(started, one.next);
    await thief.decide(token, true);
    const approvalGrant = await thief.grant(id);
    const { txn } = started;
    await thief.ask('frame', sendSignInCodeCall, { body: { txn, approvalGrant } });
    const body = { txn, otp: thief.code(one.next) };
    // Everything is correct but the time. There is not even a session, which could revoke other devices.
    const answer = await thief.call('frame', '/v1/auth/email/verify', { body });
    expect([answer.status, answer.json.error]).toEqual([
      403,
      { code: 'RECOVERY_DELAYED', message: WALLET_ERRORS.RECOVERY_DELAYED, retryAfter: DAY / 1_000 - 31 },
    ]);
    expect(answer.json.session).toBeUndefined();
    // The installation that made the change keeps working, and signs in again with the new address.
    expect((await one.frame.open(one.access)).account).toEqual(one.account);
    const again = await one.frame.signIn(one.next);
    expect((await one.frame.open(again.session.access)).account).toEqual(one.account);
    passTime(DAY - 62_000);
    const early = await suite.frame();
    expect(await refused(early.signIn(one.next))).toBe('403 RECOVERY_DELAYED');
    expect(await one.recovered(one.next)).toEqual(one.account);
  });

  it('keeps each half of the recovery door for 24 hours, whatever the other service says [SEC-75]', async () => {
    const one = await changingFrame(suite);
    await one.upTo('commit');
    // The installation lost its share and is approved again.
    passTime(31_000);
    const signedIn = await one.frame.signIn(one.next, { purpose: 'recover' });
    const { approvalGrant, authReceipt, session } = signedIn;
    const { access } = session;
    const { walletId } = one.account;
    const ofGateway = () =>
      one.frame.ask('frame', releaseRecoveryShareCall, { body: { approvalGrant }, access });
    const ofVault = () =>
      one.frame.ask('vault', releaseRecoveryCall, {
        body: { approvalGrant, authReceipt, walletId, epoch: 1, version: null },
      });
    const delayed = '403 RECOVERY_DELAYED';
    expect(await refused(ofGateway())).toBe(delayed);
    expect(await refused(ofVault())).toBe(delayed);
    // A new epoch would end all other share sets.
    passTime(31_000);
    const portal = one.frame.at(suite.portalPage);
    expect(await refused(portal.rekey(await portal.signIn(one.next)))).toBe(delayed);
    // The vault uses its own clock, in case a compromised wallet service forgets the change.
    await suite.database.query('update latchkit_wallet.identities set changed_at = null');
    expect(await refused(ofGateway())).toBe('not refused');
    expect(await refused(ofVault())).toBe(delayed);
    await suite.database.query(
      `update latchkit_vault.address_changes set marked_at = marked_at - interval '1 day'`,
    );
    expect(await refused(ofVault())).toBe('not refused');
  });

  it('is never half: whatever step it stops at, the address of the gateway opens the wallet, and a change succeeds after it [SEC-54]', async () => {
    for (const last of CHANGE_STEPS) {
      const one = await changingFrame(suite);
      await one.upTo(last);
      // If the vault does not receive the commit, it finishes the prepared change at its next call.
      const email = last === 'commit' || last === 'follow' ? one.next : one.email;
      expect(await one.current(), last).toBe(email);
      expect(await one.recovered(email), last).toEqual(one.account);
      passTime(31_000);
      const { frame } = one;
      const next = suite.address();
      const { session } = await frame.signIn(email);
      const again = await beginChange(frame, session.access, next);
      await changeUpTo(again, { frame, email, next }, 'follow');
      expect(await one.recovered(next), last).toEqual(one.account);
    }
  });

  it('allows every step to be repeated without reverting a later change [SEC-54]', async () => {
    const one = await changingFrame(suite);
    await one.upTo('follow', 2);
    expect(await one.current()).toBe(one.next);
    const { txn, access, frame } = one;
    const third = suite.address();
    passTime(31_000);
    const { session } = await frame.signIn(one.next);
    const more = await beginChange(frame, session.access, third);
    await changeUpTo(more, { frame, email: one.next, next: third }, 'follow');
    // The first change is repeated although its session has ended.
    const body = { txn };
    const late = frame.ask('frame', commitEmailUpdateCall, { body, access });
    expect(await refused(late)).toBe('401 INVALID_SESSION');
    expect(await one.recovered(third)).toEqual(one.account);
  });

  it('changes neither wallet when another user takes the old address before the vault receives the commit [SEC-54]', async () => {
    const one = await changingFrame(suite);
    await one.upTo('commit');
    passTime(31_000);
    const stranger = await suite.frame();
    const theirs = await stranger.create(await stranger.signIn(one.email));
    expect(await one.recovered(one.next)).toEqual(one.account);
    expect(await one.recovered(one.email)).toEqual(theirs);
  });

  it('follows a chain of addresses whose commits the vault did not receive', async () => {
    // A moves to B, C moves to A: the vault receives neither commit.
    const one = await changingFrame(suite);
    await one.upTo('commit');
    const two = await changingFrame(suite, one.email);
    await two.upTo('commit');
    expect(await one.recovered(one.next)).toEqual(one.account);
    expect(await one.recovered(two.next)).toEqual(two.account);
  });
});
