import { describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  awaitEmailDevice,
  cancelEmailLogin,
  getAccount,
  type Latchkit,
  openModal,
  resendEmailCode,
  startEmailLogin,
  submitEmailCode,
} from '../../core/index.js';
import { goBack, navigate, preloadEmbeddedWallet, resumeEmailLogin } from '../../internal/index.js';
import { frameError } from '../../protocol/frame/frameErrors.js';
import { createEmbeddedWorld, EMAIL, SILENT, soon } from './embeddedWorld.test-support.js';

const PENDING = 'latchkit.v1.pending_login';
const loginOf = (kit: Latchkit) => kit.store.getState().embeddedWallet.login;

/** A page that was left while a login waited for its email. */
async function leftAt(step: 'VERIFY_DEVICE' | 'VERIFY_OTP') {
  const world = createEmbeddedWorld();
  const { page, kit: kitOf } = world;
  page.answers.CONNECT_EMAIL = () => ({ action: step });
  const kit = kitOf();
  await startEmailLogin(kit, EMAIL);
  const login = loginOf(kit);
  kit.destroy();
  return { ...world, login };
}

describe('resumeEmailLogin', () => {
  it('resumes after a reload with address, step and cooldown, and the code completes the login', async () => {
    const { page, storage, login, kit: kitOf } = await leftAt('VERIFY_OTP');
    page.answers.CONNECT_DEVICE = () => ({ action: 'VERIFY_OTP' });
    const kit = kitOf();
    expect(loginOf(kit)).toBeUndefined();
    expect(resumeEmailLogin(kit)).toEqual(login);
    expect(loginOf(kit)).toEqual({ email: EMAIL, step: 'code', resendAt: login?.resendAt });
    expect(page.iframes()).toEqual([]);
    await submitEmailCode(kit, '123456');
    expect(getAccount(kit).isConnected).toBe(true);
    expect(page.count('CONNECT_EMAIL')).toBe(1);
    expect(storage.getItem(PENDING)).toBeNull();
    expect(resumeEmailLogin(kit)).toBeUndefined();
  });

  it('waits for the link again, and refuses another mail until the cooldown of before is over [VAL-14]', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const { page, login, kit: kitOf } = await leftAt('VERIFY_DEVICE');
    const resendAt = login?.resendAt ?? 0;
    vi.setSystemTime(resendAt - 10_000);
    const kit = kitOf();
    expect(resumeEmailLogin(kit)).toMatchObject({ step: 'device', resendAt });
    await expect(resendEmailCode(kit)).rejects.toMatchObject({ context: { retryAfter: 10 } });
    page.answers.CONNECT_DEVICE = () => ({ action: 'VERIFY_OTP' });
    await expect(awaitEmailDevice(kit)).resolves.toBe('code');
    // The state of a running login is newer than the stored one.
    expect(resumeEmailLogin(kit)).toBe(loginOf(kit));
  });

  it('reports immediately when the wallet page no longer knows the code, and starts another login', async () => {
    const { page, storage, kit: kitOf } = await leftAt('VERIFY_OTP');
    storage.removeItem('latchkit.v1.last_email_login_time');
    storage.setItem('latchkit.v1.last_email_login_time', String(Date.now() - 60_000));
    page.answers.CONNECT_DEVICE = () => {
      throw frameError('OTP_EXPIRED');
    };
    const kit = kitOf();
    resumeEmailLogin(kit);
    await preloadEmbeddedWallet(kit);
    await soon(() => expect(loginOf(kit)).toMatchObject({ step: 'code', error: { code: 'OTP_EXPIRED' } }));
    page.answers.CONNECT_EMAIL = () => ({ action: 'VERIFY_DEVICE' });
    await expect(resendEmailCode(kit)).resolves.toBe('device');
    expect(loginOf(kit)).toMatchObject({ email: EMAIL, step: 'device', error: undefined });
  });

  it('accepts a code that is entered before the wallet page has confirmed the login', async () => {
    const { page, kit: kitOf } = await leftAt('VERIFY_OTP');
    page.answers.CONNECT_DEVICE = () => SILENT;
    const kit = kitOf();
    resumeEmailLogin(kit);
    await preloadEmbeddedWallet(kit);
    await soon(() => expect(page.count('CONNECT_DEVICE')).toBe(1));
    await submitEmailCode(kit, '123456');
    expect(page.sent.map(({ type }) => type)).toContain('RPC_ABORT');
    expect(getAccount(kit).isConnected).toBe(true);
  });

  it('resumes nothing half an hour after the last email, from a corrupt record, or when email is off', async () => {
    const { storage, kit: kitOf } = await leftAt('VERIFY_OTP');
    const resumed = (features?: { email: false }) => resumeEmailLogin(kitOf(features && { features }))?.email;
    expect(resumed()).toBe(EMAIL);
    expect(resumed({ email: false })).toBeUndefined();
    const kept = storage.getItem(PENDING) ?? '';
    for (const corrupt of ['{', '[]', '"code"', kept.replace('code', 'sending'), kept.replace('@', '')]) {
      storage.setItem(PENDING, corrupt);
      expect(resumed(), corrupt).toBeUndefined();
    }
    storage.setItem(PENDING, kept);
    storage.setItem('latchkit.v1.last_email_login_time', String(Date.now() - 30 * 60_000));
    expect(resumed()).toBeUndefined();
  });

  it.for(['LOCKED', 'PASSWORD_LOCKED', 'RECOVERY_DELAYED'] as const)(
    'resumes no login that ended at its code with %s',
    async code => {
      const { page, storage, kit: kitOf } = await leftAt('VERIFY_OTP');
      page.answers.CONNECT_DEVICE = () => ({ action: 'VERIFY_OTP' });
      page.answers.CONNECT_OTP = () => {
        throw frameError(code, { context: { retryAfter: 3_600 } });
      };
      const kit = kitOf();
      expect(resumeEmailLogin(kit)).toMatchObject({ step: 'code' });
      await expect(submitEmailCode(kit, '123456')).rejects.toMatchObject({ code });
      expect(loginOf(kit)).toMatchObject({ error: { code } });
      expect(storage.getItem(PENDING)).toBeNull();
      kit.destroy();
      expect(resumeEmailLogin(kitOf())).toBeUndefined();
    },
  );

  it('resumes nothing that was cancelled, denied, or left with Back', async () => {
    const { page, storage, kit: kitOf } = await leftAt('VERIFY_DEVICE');
    const kept = storage.getItem(PENDING) ?? '';
    const given = kitOf();
    resumeEmailLogin(given);
    cancelEmailLogin(given);
    await soon(() => expect(storage.getItem(PENDING)).toBeNull());
    expect(loginOf(given)).toBeUndefined();

    storage.setItem(PENDING, kept);
    const denied = kitOf();
    resumeEmailLogin(denied);
    page.answers.CONNECT_DEVICE = () => {
      throw frameError('DEVICE_DENIED');
    };
    await expect(awaitEmailDevice(denied)).rejects.toMatchObject({ code: 'DEVICE_DENIED' });
    expect(resumeEmailLogin(denied)).toBeUndefined();

    storage.setItem(PENDING, kept);
    const left = kitOf();
    resumeEmailLogin(left);
    await preloadEmbeddedWallet(left);
    openModal(left);
    navigate(left, { name: 'EmailVerifyDevice' });
    goBack(left);
    expect(resumeEmailLogin(left)).toBeUndefined();
    // The same address resumes it: its email is still valid.
    expect(loginOf(left)).toMatchObject({ email: EMAIL, step: 'device' });
    navigate(left, { name: 'EmailVerifyDevice' });
    expect(resumeEmailLogin(left)).toMatchObject({ email: EMAIL, step: 'device' });
  });
});
