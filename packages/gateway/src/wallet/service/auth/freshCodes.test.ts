import { randomUUID } from 'node:crypto';
import {
  type PortalAction,
  portalAction,
  requestDeletionCall,
  revokeInstallationCall,
  sendPortalCodeCall,
} from 'latchkit/protocol';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { passTime } from '../../../../test/passTime.js';
import { refused } from '../../../../test/refused.js';
import { type SocialSuite, startSocialSuite } from '../../../../test/wallet/socialSuite.js';
import { vouchFor } from '../../../../test/wallet/vouchFor.js';
import type { WalletFrame } from '../../../../test/wallet/walletFrame.js';
import { type WalletSuite, walletSuite } from '../../../../test/wallet/walletSuite.js';

let social: SocialSuite;
let suite: WalletSuite;
beforeAll(async () => {
  social = await startSocialSuite();
  suite = social.suite;
});
afterAll(() => social.close());
afterEach(() => {
  vi.useRealTimers();
});

/** A user who is logged in at the portal. */
async function visitorOf(of: WalletSuite) {
  const email = of.address();
  const frame = await of.frame(of.portalPage);
  const { session } = await frame.signIn(email);
  return { email, frame, access: session.access };
}
type Visitor = Awaited<ReturnType<typeof visitorOf>>;

const ask = ({ frame, access }: Visitor, action: PortalAction, locale?: string) =>
  frame.ask('frame', sendPortalCodeCall, { body: { action, locale }, access });

/** Revokes an installation that doesn't exist: an accepted code ends in `404 SHARE_NOT_FOUND`. */
const use = ({ frame, access }: { frame: WalletFrame; access: string }, code?: string) =>
  refused(
    frame.ask('frame', revokeInstallationCall, {
      ...{ params: { id: randomUUID() }, body: { code }, access },
    }),
  );
const ACCEPTED = '404 SHARE_NOT_FOUND';

const NAMED: Readonly<Record<PortalAction, RegExp>> = {
  delete: /^\d{6} confirms: Delete/,
  export: /^\d{6} confirms: Show the recovery phrase/,
  move: /^\d{6} confirms: Create a new wallet/,
  protection: /^\d{6} confirms: Change how/,
  rekey: /^\d{6} confirms: Log out all other devices/,
  revoke: /^\d{6} confirms: Remove a device/,
  switch: /^\d{6} confirms: Change which wallet/,
  unfreeze: /^\d{6} confirms: Unfreeze/,
  waive: /^\d{6} confirms: Open your wallet on a new device/,
};

describe('sendFreshCode', () => {
  it('names the action in the email', async () => {
    const visitor = await visitorOf(suite);
    for (const action of portalAction.options) {
      expect(await ask(visitor, action)).toEqual({ way: 'code', email: visitor.email, retryAfter: 30 });
      const mail = suite.inbox.mails(visitor.email).at(-1);
      expect(mail?.subject).toMatch(NAMED[action]);
      // With a link that freezes the wallet.
      expect(mail?.text).toContain('https://vault.example/freeze?lang=en#t=');
      passTime(31_000);
    }
    await ask(visitor, 'export', 'de');
    expect(suite.inbox.mails(visitor.email).at(-1)?.subject).toMatch(/^\d{6} bestätigt: Die Wörter/);
  });

  it('sends one email in 30 seconds, and a limited number per hour', async () => {
    const strict = await walletSuite({ allowanceFactor: 1 });
    try {
      const visitor = await visitorOf(strict);
      await ask(visitor, 'export');
      expect(await refused(ask(visitor, 'export'))).toBe('429 COOLDOWN');
      for (let sent = 1; sent < 10; sent += 1) {
        passTime(31_000);
        await ask(visitor, 'export');
      }
      passTime(31_000);
      expect(await refused(ask(visitor, 'export'))).toBe('429 RATE_LIMITED');
    } finally {
      await strict.close();
    }
  });
});

describe('requireFreshCode', () => {
  it('accepts a code once, for its action and session, for five minutes', async () => {
    const visitor = await visitorOf(suite);
    const { frame, access, email } = visitor;
    expect(await use(visitor)).toBe('403 OTP_INVALID');
    const code = await frame.freshCode(access, 'revoke', email);
    expect(await use(visitor, code)).toBe(ACCEPTED);
    expect(await use(visitor, code)).toBe('403 OTP_INVALID');
    passTime(31_000);
    const other = await frame.freshCode(access, 'export', email);
    expect(await use(visitor, other)).toBe('403 OTP_INVALID');
    passTime(31_000);
    const superseded = await frame.freshCode(access, 'revoke', email);
    const second = await frame.signIn(email);
    expect(await use({ frame, access: second.session.access }, superseded)).toBe('403 OTP_INVALID');
    passTime(31_000);
    const late = await frame.freshCode(access, 'revoke', email);
    expect(await use(visitor, superseded === late ? '000000' : superseded)).toBe('403 OTP_INVALID');
    passTime(301_000);
    expect(await use(visitor, late)).toBe('403 OTP_EXPIRED');
  });

  it('counts wrong codes: five of one code, fifteen of a user in a day', async () => {
    const strict = await walletSuite({ allowanceFactor: 1 });
    try {
      const visitor = await visitorOf(strict);
      const { frame, access, email } = visitor;
      for (let codes = 0; codes < 3; codes += 1) {
        passTime(31_000);
        const code = await frame.freshCode(access, 'revoke', email);
        const wrong = code === '000000' ? '000001' : '000000';
        for (let tries = 0; tries < 4; tries += 1) expect(await use(visitor, wrong)).toBe('403 OTP_INVALID');
        expect(await use(visitor, codes === 0 ? code : wrong)).toBe(
          codes === 0 ? ACCEPTED : '403 OTP_INVALID',
        );
        // The fifth attempt was the last one.
        if (codes > 0) expect(await use(visitor, code)).toBe('403 OTP_INVALID');
      }
      passTime(31_000);
      const last = await frame.freshCode(access, 'revoke', email);
      // The fifteenth wrong one, of which four were of the code that was right in the end.
      expect(await use(visitor, last === '000000' ? '000001' : '000000')).toBe('403 OTP_INVALID');
      expect(await use(visitor, last)).toBe('403 LOCKED');
      passTime(31_000);
      expect(await refused(ask(visitor, 'revoke'))).toBe('403 LOCKED');
    } finally {
      await strict.close();
    }
  });

  it('lets one of many concurrent requests with the code through', async () => {
    const visitor = await visitorOf(suite);
    const code = await visitor.frame.freshCode(visitor.access, 'revoke', visitor.email);
    const answers = await Promise.all(Array.from({ length: 5 }, () => use(visitor, code)));
    expect(answers.filter(answer => answer === ACCEPTED)).toHaveLength(1);
  });

  it('requires a fresh login of a user without an address', async () => {
    const frame = await suite.frame(suite.portalPage);
    const { session } = await social.visitor.signIn('google', { person: 'noor' }, frame);
    const visitor = { frame, access: session.access };
    expect(await use(visitor)).toBe(ACCEPTED);
    passTime(301_000);
    expect(await use(visitor)).toBe('403 REAUTH_REQUIRED');
    const body = { action: 'revoke' };
    expect(await frame.ask('frame', sendPortalCodeCall, { body, access: session.access })).toEqual({
      way: 'login',
      isFresh: false,
    });
  });

  it('takes a session that another browser vouched for as no login', async () => {
    const frame = await suite.frame();
    const redeemed = await social.visitor.signIn('google', { person: 'ada' }, frame);
    await frame.create(await social.visitor.giveEvidence(redeemed));
    passTime(301_000);
    // Anyone at this browser can vouch for their own keys.
    const added = await suite.frame(suite.portalPage);
    const access = await vouchFor(frame, redeemed.session.access, added);
    expect(await use({ frame: added, access })).toBe('403 REAUTH_REQUIRED');
    const body = { action: 'revoke' };
    expect(await added.ask('frame', sendPortalCodeCall, { body, access })).toMatchObject({ isFresh: false });
    const ask = added.ask('frame', requestDeletionCall, { body: {}, access });
    expect(await refused(ask)).toBe('403 REAUTH_REQUIRED');
  });
});
