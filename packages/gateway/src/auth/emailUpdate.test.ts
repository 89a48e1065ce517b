import {
  emailCommitAnswer,
  emailPrimaryAnswer,
  emailUpdateAnswer,
  vaultEmailVerifyAnswer,
} from 'latchkit/protocol';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { passTime } from '../testing/passTime.js';
import { refused } from '../testing/refused.js';
import { type WalletSuite, walletSuite } from '../testing/walletSuite.js';

let suite: WalletSuite;
beforeAll(async () => {
  suite = await walletSuite();
});
afterAll(() => suite.close());
afterEach(() => {
  vi.useRealTimers();
});

const done = z.looseObject({});
const other = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

/** A user with a wallet, and the steps of a change. */
async function changing() {
  const email = suite.address();
  const next = suite.address();
  const frame = await suite.frame();
  const signedIn = await frame.signIn(email);
  const account = await frame.create(signedIn);
  const { access } = signedIn.session;
  passTime(31_000);
  const { txn, action } = await frame.ask('frame', '/v1/email/update', emailUpdateAnswer, {
    body: { email: next },
    access,
  });
  expect(action).toBe('VERIFY_PRIMARY_OTP');
  const primary = (otp: string) =>
    frame.ask('frame', '/v1/email/primary', emailPrimaryAnswer, { body: { txn, otp }, access });
  const send = (updateReceipt: string, to = next) =>
    frame.ask('vault', '/v1/email/send', done, { body: { email: to, updateReceipt } });
  const secondary = (otp: string) =>
    frame.ask('vault', '/v1/email/verify', vaultEmailVerifyAnswer, { body: { txn, otp } });
  const commit = (emailGrant: string) =>
    frame.ask('frame', '/v1/email/commit', emailCommitAnswer, {
      method: 'PUT',
      body: { txn, emailGrant },
      access,
    });
  const follow = (commitReceipt: string) =>
    frame.ask('vault', '/v1/email/commit', done, { method: 'PUT', body: { commitReceipt } });
  const current = async () => {
    const { user } = await frame.ask(
      'frame',
      '/v1/session',
      z.looseObject({ user: z.looseObject({ email: z.string() }) }),
      { access },
    );
    return user.email;
  };
  return { frame, email, next, access, account, txn, primary, send, secondary, commit, follow, current };
}

/** Signs in on a new device, and opens the recovery door. */
async function recovered(email: string) {
  passTime(31_000);
  const frame = await suite.frame();
  const { account } = await frame.recover(await frame.signIn(email));
  return account;
}

describe('a change of the address', () => {
  it('wants a code of both addresses; the wallet stays, other sessions end, the old address hears of it', async () => {
    const one = await changing();
    const code = one.frame.code(one.email);
    const elsewhere = await suite.frame();
    passTime(31_000);
    const there = await elsewhere.signIn(one.email);
    const { updateReceipt } = await one.primary(code);
    passTime(31_000);
    await one.send(updateReceipt);
    const { emailGrant } = await one.secondary(one.frame.code(one.next));
    const { email, commitReceipt } = await one.commit(emailGrant);
    expect([email, await one.current()]).toEqual([one.next, one.next]);
    await one.follow(commitReceipt);
    const ended = elsewhere.ask('frame', '/v1/session', done, { access: there.session.access });
    expect(await refused(ended)).toBe('401 INVALID_SESSION');
    const subjects = suite.inbox.mails(one.email).map(({ subject }) => subject);
    expect(subjects).toContain('Your email address is about to change');
    expect(subjects.at(-1)).toBe('Your email address was changed');
    expect(await recovered(one.next)).toEqual(one.account);
  });

  it('changes nothing with one of the two codes only [SEC-75]', async () => {
    const one = await changing();
    const wrong = '403 OTP_INVALID';
    // Only the new address: the vault mails it only with the gateway's word, and verifies nothing that it did not mail.
    expect(await refused(one.primary(other(one.frame.code(one.email))))).toBe(wrong);
    expect(await refused(one.send('a.b.c'))).toBe('403 GRANT_INVALID');
    expect(await refused(one.secondary('000000'))).toBe(wrong);
    // Only the old one.
    const { updateReceipt } = await one.primary(one.frame.code(one.email));
    expect(await refused(one.send(updateReceipt, 'evil@mail.example'))).toBe('403 GRANT_INVALID');
    await one.send(updateReceipt);
    expect(await refused(one.secondary(other(one.frame.code(one.next))))).toBe(wrong);
    expect(await refused(one.commit(updateReceipt))).toBe('403 GRANT_INVALID');
    expect(await one.current()).toBe(one.email);
    expect(await recovered(one.email)).toEqual(one.account);
  });

  it('wants a session that has just begun', async () => {
    const frame = await suite.frame();
    const { session } = await frame.signIn(suite.address());
    passTime(9.9 * 60_000);
    const { access } = session;
    const ask = (token: string) =>
      refused(
        frame.ask('frame', '/v1/email/update', done, { body: { email: suite.address() }, access: token }),
      );
    expect(await ask(access)).toBe('not refused');
    const renewed = await frame.call('frame', '/v1/token/refresh', { body: { refresh: session.refresh } });
    const fresh = z.parse(z.object({ session: z.object({ access: z.string() }) }), renewed.json).session
      .access;
    passTime(60_000);
    expect(await ask(fresh)).toBe('403 REAUTH_REQUIRED');
  });

  it('to an address that somebody has is answered the same, told by mail, and never done [SEC-75]', async () => {
    const taken = suite.address();
    const owner = await suite.frame();
    const account = await owner.create(await owner.signIn(taken));
    const one = await changing();
    passTime(31_000);
    const { txn } = await one.frame.ask('frame', '/v1/email/update', emailUpdateAnswer, {
      body: { email: taken },
      access: one.access,
    });
    const body = { txn, otp: one.frame.code(one.email) };
    const { updateReceipt } = await one.frame.ask('frame', '/v1/email/primary', emailPrimaryAnswer, {
      body,
      access: one.access,
    });
    passTime(31_000);
    await one.send(updateReceipt, taken);
    expect(suite.inbox.mails(taken).at(-1)?.subject).toBe('This email address is in use already');
    for (const otp of ['000000', '123456']) {
      const verify = one.frame.ask('vault', '/v1/email/verify', done, { body: { txn, otp } });
      expect(await refused(verify)).toBe('403 OTP_INVALID');
    }
    expect(await recovered(taken)).toEqual(account);
  });

  it('is never half: whatever step it stops at, one of the addresses opens the wallet, and it can go on [SEC-54]', async () => {
    for (const stop of ['primary', 'send', 'secondary', 'commit', 'none'] as const) {
      const one = await changing();
      const owner = async () => {
        const { updateReceipt } = await one.primary(one.frame.code(one.email));
        if (stop === 'primary') return one.email;
        await one.send(updateReceipt);
        if (stop === 'send') return one.email;
        const { emailGrant } = await one.secondary(one.frame.code(one.next));
        if (stop === 'secondary') return one.email;
        const { commitReceipt } = await one.commit(emailGrant);
        // The vault never hears of it: what it had prepared is done at the next recovery.
        if (stop === 'commit') return one.next;
        await one.follow(commitReceipt);
        await one.follow(commitReceipt);
        return one.next;
      };
      const email = await owner();
      expect(await one.current(), stop).toBe(email);
      expect(await recovered(email), stop).toEqual(one.account);
    }
  }, 60_000);
});
