import { grantForCodeCall, sendSignInCodeCall } from 'latchkit/protocol';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { passTime } from '../../../../test/passTime.js';
import { refused } from '../../../../test/refused.js';
import type { WalletFrame } from '../../../../test/wallet/walletFrame.js';
import { PAGE, type WalletSuite, walletSuite } from '../../../../test/wallet/walletSuite.js';
import { databaseCounters } from '../../../platform/adapters/databaseCounters.js';
import { readSettings } from '../../../server/readSettings.js';
import { createWalletServices } from '../../createWalletServices.js';
import { WALLET_ALLOWANCES } from '../../shared/walletLimits.js';
import { WALLET_SCHEMA } from '../walletMigrations.js';

let suite: WalletSuite;
beforeAll(async () => {
  suite = await walletSuite({ newDevice: 'code' });
});
afterAll(() => suite.close());
afterEach(() => {
  vi.useRealTimers();
});

const COOLDOWN = 31_000;
/** Of the limits of the suite. */
const FACTOR = 1_000;
const wrongFor = (frame: WalletFrame, email: string) =>
  frame.code(email) === '000000' ? '000001' : '000000';

/** Enters wrong codes until the sign-in is locked. */
async function exhaust(frame: WalletFrame, email: string, txn: string): Promise<string[]> {
  const wrong = wrongFor(frame, email);
  const answers: string[] = [];
  for (let tries = 0; tries < 5; tries += 1) answers.push(await refused(frame.verify(txn, wrong)));
  return answers;
}

const grantFor = (frame: WalletFrame, email: string, authReceipt: string) =>
  refused(
    frame.ask('vault', grantForCodeCall, {
      body: {
        ...{ authReceipt, email, encJwk: frame.encJwk, browser: 'Firefox', network: '203.0.113.7' },
        ...{ projectId: PAGE.project, project: 'Shop', hostOrigin: PAGE.origin, locale: 'en' },
      },
    }),
  );

describe('LATCHKIT_NEW_DEVICE=code', () => {
  it('creates a wallet and opens it on another device, with one email and its code each', async () => {
    const email = suite.address();
    const first = await suite.frame();
    const started = await first.start(email);
    expect(started).toMatchObject({ action: 'VERIFY_OTP' });
    expect(started.startToken).toBeUndefined();
    const signedIn = await first.verify(started.txn, first.code(email));
    expect(suite.inbox.mails(email)).toHaveLength(1);
    const account = await first.create({ ...signedIn, approvalGrant: signedIn.approvalGrant });
    passTime(COOLDOWN);
    const second = await suite.frame();
    const again = await second.signIn(email);
    expect((await second.recover(again)).account).toEqual(account);
    expect(suite.inbox.mails(email).filter(({ text }) => text.includes('/approve'))).toEqual([]);
  });

  it('counts a sign-in for its network whose email did not leave (GW-05)', async () => {
    const { count, window } = WALLET_ALLOWANCES.signInsOfNetwork;
    const counters = databaseCounters(suite.database, `${WALLET_SCHEMA}.counters`);
    const key = `sign-in of network:${window}:203.0.113.7`;
    const more = count * FACTOR - 1 - (await counters.read(key));
    await counters.increment(key, more, window);
    const away = vi.spyOn(suite.inbox, 'send').mockRejectedValue(new Error('450 4.2.0'));
    onTestFinished(async () => {
      away.mockRestore();
      await counters.increment(key, -more, window);
    });
    const start = async () => refused((await suite.frame()).start(suite.address()));
    expect([await start(), await start()]).toEqual(['503 MAIL_UNAVAILABLE', '429 RATE_LIMITED']);
  });

  it('sends another code for the same sign-in, and accepts only the newest', async () => {
    const email = suite.address();
    const frame = await suite.frame();
    const { txn } = await frame.start(email);
    const before = frame.code(email);
    passTime(COOLDOWN);
    await frame.ask('frame', sendSignInCodeCall, { body: { txn } });
    const newest = frame.code(email);
    if (before !== newest) expect(await refused(frame.verify(txn, before))).toBe('403 OTP_INVALID');
    expect((await frame.verify(txn, newest)).approvalGrant).toEqual(expect.any(String));
  });

  it('requires the link after 15 wrong codes for an address, with which sign-in still works', async () => {
    const email = suite.address();
    const open = await suite.frame();
    const waiting = await open.start(email);
    const right = open.code(email);
    for (let times = 0; times < 3; times += 1) {
      passTime(COOLDOWN);
      const frame = await suite.frame();
      const { action, txn } = await frame.start(email);
      expect(action).toBe('VERIFY_OTP');
      expect((await exhaust(frame, email, txn)).slice(0, 4)).toEqual(Array(4).fill('403 OTP_INVALID'));
    }
    // A sign-in that already waits for its code does not avoid this.
    expect(await refused(open.verify(waiting.txn, right))).toBe('403 LOCKED');
    passTime(COOLDOWN);
    const frame = await suite.frame();
    const signedIn = await frame.signIn(email);
    expect(suite.inbox.mails(email).some(({ text }) => text.includes('/approve'))).toBe(true);
    await frame.create(signedIn);
    const other = suite.address();
    expect((await (await suite.frame()).start(other)).action).toBe('VERIFY_OTP');
  });

  it('grants a sign-in once, only for its own address and only on the word of the wallet service', async () => {
    const [email, other] = [suite.address(), suite.address()];
    const frame = await suite.frame();
    const { txn } = await frame.start(email);
    const signedIn = await frame.verify(txn, frame.code(email));
    const { authReceipt, approvalGrant = '' } = signedIn;
    expect(await grantFor(frame, email, authReceipt)).toBe('403 GRANT_INVALID');
    expect(await grantFor(frame, other, authReceipt)).toBe('403 GRANT_INVALID');
    expect(await grantFor(frame, email, approvalGrant)).toBe('403 GRANT_INVALID');
    await frame.create({ ...signedIn, approvalGrant });
    passTime(COOLDOWN);
    // A known device needs no grant, so only the address makes the vault refuse this sign-in.
    const known = await frame.signIn(email);
    expect(known.approvalGrant).toBeUndefined();
    expect(await grantFor(frame, other, known.authReceipt)).toBe('403 GRANT_INVALID');
  });

  it('is off by default: the link comes first, and the vault grants nothing for a code', async () => {
    const strict = await walletSuite({ database: suite.database });
    const email = suite.address();
    const frame = await strict.frame();
    expect((await frame.start(email)).action).toBe('VERIFY_DEVICE');
    passTime(COOLDOWN);
    await frame.create(await frame.signIn(email));
    passTime(COOLDOWN);
    // A known device gets a correct code without a link.
    const known = await frame.signIn(email);
    expect(known.approvalGrant).toBeUndefined();
    expect(await grantFor(frame, email, known.authReceipt)).toBe('403 GRANT_INVALID');
    await strict.gateway.close();
  });

  it('is refused when wallet service and vault run apart, and when it is neither link nor code', async () => {
    const set = (env: Record<string, string>) => () => readSettings(env).wallet?.newDevice;
    expect(set({})()).toBe('link');
    expect(set({ LATCHKIT_NEW_DEVICE: 'code' })()).toBe('code');
    for (const only of ['gateway', 'vault']) {
      const env = { LATCHKIT_NEW_DEVICE: 'code', LATCHKIT_ONLY: only };
      expect(set(env)).toThrowError(expect.objectContaining({ code: 'INVALID_SETTING' }));
      expect(set({ ...env, LATCHKIT_NEW_DEVICE: 'link' })()).toBe('link');
    }
    expect(set({ LATCHKIT_NEW_DEVICE: 'none' })).toThrowError(/LATCHKIT_NEW_DEVICE/);
    const apart = createWalletServices({
      ...{ frameUrl: 'https://wallet.example', vaultUrl: 'https://vault.example', developmentMode: true },
      ...{ newDevice: 'code', address: () => '203.0.113.7', metrics: suite.gateway.metrics },
      ...{ log: () => {}, onError: () => {} },
    });
    await expect(apart).rejects.toMatchObject({ code: 'INVALID_SETTING' });
  });
});
