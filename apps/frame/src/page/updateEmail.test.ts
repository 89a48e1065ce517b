import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type WalletSuite, walletSuite } from '../../../../packages/gateway/test/wallet/walletSuite.js';
import { accountsOf, codeFor, createBrowser, openWallet, rest, signIn } from './walletPart.test-support.js';

/** How long a changed address opens no wallet in new browsers. */
const DAY = 24 * 3_600_000;

// A sign-in takes many calls with proofs: seconds on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

let suite: WalletSuite;
beforeAll(async () => {
  suite = await walletSuite();
});
afterAll(() => suite.close());
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('UPDATE_EMAIL', () => {
  it('changes the address once both are proved, and the new one signs in to the same wallet [SEC-75]', async () => {
    const [email, next] = [suite.address(), suite.address()];
    const wallet = await openWallet(suite, await createBrowser());
    await expect(wallet.call('UPDATE_EMAIL', { email: next })).rejects.toMatchObject({
      code: 'NOT_CONNECTED',
    });
    await signIn(suite, wallet, email);
    const accounts = await accountsOf(wallet);
    const update = () => wallet.call('UPDATE_EMAIL', { email: next });
    await expect(wallet.call('UPDATE_EMAIL', { email })).rejects.toMatchObject({ code: 'REJECTED' });
    rest();
    expect(await update()).toEqual({ action: 'VERIFY_PRIMARY_OTP' });
    expect(wallet.visitor.asked).toEqual([{ txn: expect.any(String), from: email, to: next }]);
    await expect(wallet.call('UPDATE_EMAIL_SECONDARY_OTP', { otp: '000000' })).rejects.toThrow();
    const first = codeFor(suite, email);
    await expect(update()).rejects.toMatchObject({ code: 'COOLDOWN' });
    rest();
    // Called again: another code, and the previous one is invalid.
    expect(await update()).toEqual({ action: 'VERIFY_PRIMARY_OTP' });
    const primary = (otp: string) => wallet.call('UPDATE_EMAIL_PRIMARY_OTP', { otp });
    await expect(primary(first)).rejects.toMatchObject({ code: 'OTP_INVALID' });
    await expect(primary('12')).rejects.toMatchObject({ code: 'OTP_INVALID' });
    expect(await primary(codeFor(suite, email))).toEqual({});
    rest();
    expect(await update()).toEqual({ action: 'VERIFY_SECONDARY_OTP' });
    expect((await wallet.call('GET_USER', {})).email).toBe(email);
    const otp = codeFor(suite, next);
    expect(await wallet.call('UPDATE_EMAIL_SECONDARY_OTP', { otp })).toEqual({ newEmail: next });
    expect(await wallet.call('GET_USER', {})).toMatchObject({ email: next, accounts });
    await expect(wallet.call('UPDATE_EMAIL_SECONDARY_OTP', { otp })).rejects.toMatchObject({
      code: 'OTP_EXPIRED',
    });
    const other = await openWallet(suite, await createBrowser());
    await expect(signIn(suite, other, next)).rejects.toMatchObject({
      code: 'RECOVERY_DELAYED',
      context: { retryAfter: DAY / 1_000 - 30 },
    });
    expect(await other.call('IS_CONNECTED', {})).toEqual({ isConnected: false });
    vi.setSystemTime(Date.now() + DAY);
    await signIn(suite, other, next);
    expect(await accountsOf(other)).toEqual(accounts);
    expect(wallet.visitor.asked).toHaveLength(1);
  });

  it('mails nobody where the visitor does not agree in the window [SEC-75]', async () => {
    const [email, next] = [suite.address(), suite.address()];
    const wallet = await openWallet(suite, await createBrowser());
    await signIn(suite, wallet, email);
    const mails = suite.inbox.mails(email).length;
    rest();
    const update = () => wallet.call('UPDATE_EMAIL', { email: next });
    wallet.visitor.agrees = false;
    await expect(update()).rejects.toMatchObject({ code: 'REJECTED' });
    // A press in the host's page is not a consent.
    Object.assign(wallet.visitor, { agrees: true, surface: 'frame' });
    await expect(update()).rejects.toMatchObject({ code: 'KEYRING_APPROVAL' });
    await expect(wallet.call('UPDATE_EMAIL_PRIMARY_OTP', { otp: '000000' })).rejects.toMatchObject({
      code: 'OTP_EXPIRED',
    });
    expect([suite.inbox.mails(email).length, suite.inbox.mails(next)]).toEqual([mails, []]);
    wallet.visitor.surface = 'window';
    expect(await update()).toEqual({ action: 'VERIFY_PRIMARY_OTP' });
  });

  it.for([
    ['vault', '/v1/email/verify'],
    ['frame', '/v1/email/send'],
    ['frame', '/v1/email/verify'],
    ['vault', '/v1/email/prepare'],
    ['frame', '/v1/email/commit'],
    ['vault', '/v1/email/commit'],
  ] as const)(
    'continues with the same code when the network failed at %s %s [SEC-54]',
    async ([service, path]) => {
      const [email, next] = [suite.address(), suite.address()];
      let hasFailed = false;
      const base = service === 'frame' ? suite.servers.frameUrl : suite.servers.vaultUrl;
      const wallet = await openWallet(suite, await createBrowser(), async request => {
        if (hasFailed || request.url !== base + path) return suite.servers.fetch(request);
        hasFailed = true;
        throw new TypeError('away');
      });
      await signIn(suite, wallet, email);
      const accounts = await accountsOf(wallet);
      rest();
      await wallet.call('UPDATE_EMAIL', { email: next });
      const twice = async <Result>(work: () => Promise<Result>) => work().catch(work);
      await twice(() => wallet.call('UPDATE_EMAIL_PRIMARY_OTP', { otp: codeFor(suite, email) }));
      const otp = codeFor(suite, next);
      expect(await twice(() => wallet.call('UPDATE_EMAIL_SECONDARY_OTP', { otp }))).toEqual({
        newEmail: next,
      });
      expect(hasFailed).toBe(true);
      vi.setSystemTime(Date.now() + DAY);
      const other = await openWallet(suite, await createBrowser());
      await signIn(suite, other, next);
      expect(await accountsOf(other)).toEqual(accounts);
    },
  );

  it('requires a session of at most ten minutes and explains what to do with an older one', async () => {
    const [email, next] = [suite.address(), suite.address()];
    const wallet = await openWallet(suite, await createBrowser());
    await signIn(suite, wallet, email);
    vi.setSystemTime(Date.now() + 11 * 60_000);
    await expect(wallet.call('UPDATE_EMAIL', { email: next })).rejects.toMatchObject({
      code: 'REAUTH_REQUIRED',
      message: 'The login is too old for this: log out and log in again',
    });
    expect(await wallet.call('IS_CONNECTED', {})).toEqual({ isConnected: true });
    await wallet.call('SIGN_OUT', {});
    await signIn(suite, wallet, email);
    rest();
    await wallet.call('UPDATE_EMAIL', { email: next });
    await wallet.call('SIGN_OUT', {});
    await expect(wallet.call('UPDATE_EMAIL_PRIMARY_OTP', { otp: '123456' })).rejects.toMatchObject({
      code: 'OTP_EXPIRED',
    });
  });
});
