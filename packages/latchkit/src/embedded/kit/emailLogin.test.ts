import { describe, expect, it, onTestFinished, vi } from 'vitest';
import * as z from 'zod/mini';
import { awaitedLater } from '../../../../../scripts/lib/awaitedLater.mjs';
import {
  awaitEmailDevice,
  cancelEmailLogin,
  disconnect,
  getAccount,
  type Latchkit,
  openModal,
  resendEmailCode,
  startEmailLogin,
  submitEmailCode,
} from '../../core/index.js';
import { untilState } from '../../core/testSupport/untilState.test-support.js';
import { preloadEmbeddedWallet } from '../../internal/index.js';
import { frameError } from '../../protocol/frame/frameErrors.js';
import { stopTime } from '../messenger/stubFrame.test-support.js';
import {
  createEmbeddedWorld,
  EMAIL,
  EVM_ADDRESS,
  SILENT,
  soon,
  userOf,
} from './embeddedWorld.test-support.js';

const loginOf = (kit: Latchkit) => kit.store.getState().embeddedWallet.login;
const ABORTED = { code: 'ABORTED' };

/** A promise that the test settles. */
function byHand() {
  let resolve: (value: unknown) => void = () => {};
  const promise = new Promise(settle => {
    resolve = settle;
  });
  return { promise, resolve };
}

describe('email login', () => {
  it('asks for the code when the wallet page responds with VERIFY_OTP, and the right one connects and closes the modal [STATE-13] [STATE-16]', async () => {
    const { page, kit: kitOf } = createEmbeddedWorld();
    const kit = kitOf();
    openModal(kit, { view: 'EmailLogin' });
    await expect(startEmailLogin(kit, EMAIL)).resolves.toBe('code');
    expect(loginOf(kit)).toMatchObject({ email: EMAIL, step: 'code' });
    expect(page.last('CONNECT_EMAIL')).toEqual({ email: EMAIL });
    await submitEmailCode(kit, '001234');
    expect(page.last('CONNECT_OTP')).toEqual({ otp: '001234' });
    await untilState(kit, ({ modal }) => !modal.open);
    expect(getAccount(kit)).toMatchObject({ address: EVM_ADDRESS, status: 'connected' });
    expect(loginOf(kit)).toBeUndefined();
  });

  it('connects immediately when the wallet page responds with CONNECT [STATE-12]', async () => {
    const { page, kit: kitOf } = createEmbeddedWorld();
    page.user = userOf();
    page.answers.CONNECT_EMAIL = () => ({ action: 'CONNECT' });
    const kit = kitOf();
    await expect(startEmailLogin(kit, EMAIL)).resolves.toBe('connected');
    expect(getAccount(kit).isConnected).toBe(true);
    expect(page.count('CONNECT_OTP')).toBe(0);
  });

  it('waits for the device when the wallet page responds with VERIFY_DEVICE, then asks for the code [STATE-14] [STATE-15]', async () => {
    const { page, kit: kitOf } = createEmbeddedWorld();
    const approved = byHand();
    page.answers.CONNECT_EMAIL = () => ({ action: 'VERIFY_DEVICE' });
    page.answers.CONNECT_DEVICE = () => approved.promise;
    const kit = kitOf();
    await expect(startEmailLogin(kit, EMAIL)).resolves.toBe('device');
    expect(loginOf(kit)?.step).toBe('device');
    const both = awaitedLater(Promise.all([awaitEmailDevice(kit), awaitEmailDevice(kit)]));
    await soon(() => expect(page.count('CONNECT_DEVICE')).toBe(1));
    approved.resolve({ action: 'VERIFY_OTP' });
    await expect(both).resolves.toEqual(['code', 'code']);
    expect(loginOf(kit)?.step).toBe('code');
    await submitEmailCode(kit, '123456');
    expect(getAccount(kit).isConnected).toBe(true);
  });

  it('keeps waiting for the device when another link is requested', async () => {
    stopTime();
    const { page, kit: kitOf } = createEmbeddedWorld();
    page.answers.CONNECT_EMAIL = () => ({ action: 'VERIFY_DEVICE' });
    page.answers.CONNECT_DEVICE = () => SILENT;
    const kit = kitOf();
    const started = awaitedLater(startEmailLogin(kit, EMAIL));
    await untilState(kit, () => loginOf(kit)?.step === 'device');
    await started;
    const device = awaitedLater(awaitEmailDevice(kit));
    await soon(() => expect(page.count('CONNECT_DEVICE')).toBe(1));
    await vi.advanceTimersByTimeAsync(30_000);
    page.answers.CONNECT_DEVICE = () => ({ action: 'VERIFY_OTP' });
    await expect(resendEmailCode(kit)).resolves.toBe('device');
    await expect(device).resolves.toBe('code');
    expect(
      page.sent.map(({ type }) => type).filter(type => /CONNECT_(EMAIL|DEVICE)|ABORT/.test(type)),
    ).toEqual(['CONNECT_EMAIL', 'CONNECT_DEVICE', 'RPC_ABORT', 'CONNECT_EMAIL', 'CONNECT_DEVICE']);
  });

  it('allows a retry when waiting for the device timed out', async () => {
    stopTime();
    const { page, kit: kitOf } = createEmbeddedWorld();
    page.answers.CONNECT_EMAIL = () => ({ action: 'VERIFY_DEVICE' });
    page.answers.CONNECT_DEVICE = () => SILENT;
    const kit = kitOf();
    await Promise.all([startEmailLogin(kit, EMAIL), untilState(kit, () => loginOf(kit)?.step === 'device')]);
    const device = awaitEmailDevice(kit);
    const late = awaitedLater(expect(device).rejects.toMatchObject({ code: 'TIMEOUT' }));
    await soon(() => expect(page.count('CONNECT_DEVICE')).toBe(1));
    await vi.advanceTimersByTimeAsync(120_000);
    await late;
    expect(loginOf(kit)).toMatchObject({ step: 'device', error: { code: 'TIMEOUT' } });
    page.answers.CONNECT_DEVICE = () => ({ action: 'VERIFY_OTP' });
    await expect(awaitEmailDevice(kit)).resolves.toBe('code');
  });

  it('rejects an invalid address or code with the message of the validator, and sends nothing [VAL-01] [VAL-02] [ERR-81]', async () => {
    // Runs without the validator's messages, like a page; gateway tests in the same process load them.
    const { localeError } = z.config();
    z.config({ localeError: undefined });
    onTestFinished(() => void z.config({ localeError }));
    const { page, kit: kitOf } = createEmbeddedWorld();
    const kit = kitOf();
    await expect(startEmailLogin(kit, 'visitor@')).rejects.toMatchObject({
      code: 'INVALID_EMAIL',
      message: 'Invalid input',
    });
    expect(loginOf(kit)).toBeUndefined();
    await startEmailLogin(kit, ` ${EMAIL} `);
    await expect(submitEmailCode(kit, 123_456 as never)).rejects.toMatchObject({
      code: 'OTP_INVALID',
      message: 'Invalid input',
    });
    expect(page.sent.map(({ type }) => type)).not.toContain('CONNECT_OTP');
    expect(page.count('CONNECT_EMAIL')).toBe(1);
  });

  it('allows another attempt after a wrong code', async () => {
    const { page, kit: kitOf } = createEmbeddedWorld();
    const kit = kitOf();
    await startEmailLogin(kit, EMAIL);
    page.answers.CONNECT_OTP = () => {
      throw frameError('OTP_INVALID');
    };
    await expect(submitEmailCode(kit, '000000')).rejects.toMatchObject({ code: 'OTP_INVALID' });
    expect(loginOf(kit)).toMatchObject({ step: 'code', error: { code: 'OTP_INVALID' } });
    delete page.answers.CONNECT_OTP;
    await submitEmailCode(kit, '123456');
    expect(getAccount(kit).isConnected).toBe(true);
  });

  it('refuses another mail within 30 s, after a reload too, and remembers when the last one went out [VAL-08] [VAL-14] [ENT-29]', async () => {
    stopTime();
    const { page, storage, kit: kitOf } = createEmbeddedWorld();
    const kit = kitOf();
    await Promise.all([startEmailLogin(kit, EMAIL), untilState(kit, () => loginOf(kit)?.step === 'code')]);
    const time = Date.now();
    expect(Number(storage.getItem('latchkit.v1.last_email_login_time'))).toBeLessThanOrEqual(time);
    const resendAt = loginOf(kit)?.resendAt ?? 0;
    expect(resendAt - Number(storage.getItem('latchkit.v1.last_email_login_time'))).toBe(30_000);
    vi.setSystemTime(resendAt - 20_000);
    await expect(resendEmailCode(kit)).rejects.toMatchObject({
      code: 'COOLDOWN',
      message: 'Please try again after 20 seconds',
      context: { retryAfter: 20 },
    });
    kit.destroy();
    const reloaded = kitOf();
    await expect(startEmailLogin(reloaded, EMAIL)).rejects.toMatchObject({ context: { retryAfter: 20 } });
    expect(page.count('CONNECT_EMAIL')).toBe(1);
    vi.setSystemTime(resendAt);
    await Promise.all([
      startEmailLogin(reloaded, EMAIL),
      untilState(reloaded, () => loginOf(reloaded)?.step === 'code'),
    ]);
    expect(page.count('CONNECT_EMAIL')).toBe(2);
  });

  it('uses the cooldown of the wallet page when it is longer', async () => {
    const { page, kit: kitOf } = createEmbeddedWorld();
    page.answers.CONNECT_EMAIL = () => {
      throw frameError('COOLDOWN', { context: { retryAfter: 90 } });
    };
    const kit = kitOf();
    const before = Date.now();
    await expect(startEmailLogin(kit, EMAIL)).rejects.toMatchObject({
      message: 'Please try again after 90 seconds',
    });
    expect(loginOf(kit)).toMatchObject({ step: 'sending', error: { code: 'COOLDOWN' } });
    expect((loginOf(kit)?.resendAt ?? 0) - before).toBeGreaterThanOrEqual(90_000);
  });

  it('runs one login at a time: a second tap shares it, another address replaces it', async () => {
    const { page, kit: kitOf } = createEmbeddedWorld();
    const mail = byHand();
    page.answers.CONNECT_EMAIL = () => mail.promise;
    const kit = kitOf();
    const first = awaitedLater(startEmailLogin(kit, EMAIL));
    const shared = awaitedLater(startEmailLogin(kit, EMAIL));
    await soon(() => expect(page.count('CONNECT_EMAIL')).toBe(1));
    const left = Promise.all([
      expect(first).rejects.toMatchObject(ABORTED),
      expect(shared).rejects.toMatchObject(ABORTED),
    ]);
    const other = awaitedLater(startEmailLogin(kit, 'other@example.com'));
    await left;
    await soon(() => expect(page.count('CONNECT_EMAIL')).toBe(2));
    mail.resolve({ action: 'VERIFY_OTP' });
    await expect(other).resolves.toBe('code');
    expect(loginOf(kit)).toMatchObject({ email: 'other@example.com', step: 'code' });
  });

  it('rejects all pending steps with ABORTED when the login is cancelled at any step, and signs no user in', async () => {
    for (const at of ['CONNECT_EMAIL', 'CONNECT_DEVICE', 'CONNECT_OTP', 'GET_USER'] as const) {
      const { page, storage, kit: kitOf } = createEmbeddedWorld();
      if (at === 'CONNECT_DEVICE') page.answers.CONNECT_EMAIL = () => ({ action: 'VERIFY_DEVICE' });
      page.answers[at] = () => SILENT;
      const kit = kitOf();
      const waiting = startEmailLogin(kit, EMAIL).then<unknown>(step =>
        step === 'device' ? awaitEmailDevice(kit) : submitEmailCode(kit, '123456'),
      );
      const left = awaitedLater(expect(waiting, at).rejects.toMatchObject(ABORTED));
      await soon(() => expect(page.count(at)).toBe(1));
      cancelEmailLogin(kit);
      await left;
      expect(loginOf(kit)).toBeUndefined();
      expect(kit.store.getState().embeddedWallet.user).toBeUndefined();
      expect(storage.getItem('latchkit.v1.email_login')).toBeNull();
      // A user who was signed in by then is signed out.
      if (at === 'GET_USER') await soon(() => expect(page.user).toBeUndefined());
      kit.destroy();
    }
  });

  it('settles everything when the instance is destroyed', async () => {
    const { page, kit: kitOf } = createEmbeddedWorld();
    page.answers.CONNECT_EMAIL = () => SILENT;
    const kit = kitOf();
    const waiting = startEmailLogin(kit, EMAIL);
    const left = awaitedLater(expect(waiting).rejects.toMatchObject(ABORTED));
    await soon(() => expect(page.count('CONNECT_EMAIL')).toBe(1));
    kit.destroy();
    await left;
    await expect(startEmailLogin(kit, EMAIL)).rejects.toMatchObject({ code: 'DESTROYED' });
    await expect(preloadEmbeddedWallet(kit)).resolves.toBeUndefined();
    expect(page.iframes()).toEqual([]);
  });

  it('remembers the address, the login and the chains with smart accounts, and forgets who it was with the connection [ENT-25] [ENT-28] [ENT-30] [STATE-22]', async () => {
    const { page, storage, kit: kitOf } = createEmbeddedWorld();
    const kit = kitOf();
    await startEmailLogin(kit, EMAIL);
    await submitEmailCode(kit, '123456');
    const read = (name: string) => storage.getItem(`latchkit.v1.${name}`);
    expect(read('last_email')).toBe(EMAIL);
    expect(read('email_login')).toBe('1');
    await soon(() => expect(read('smart_account_networks')).toBe('[1,10]'));
    expect(kit.store.getState().embeddedWallet.lastEmail).toBe(EMAIL);
    await disconnect(kit);
    expect(read('last_email')).toBeNull();
    expect(read('email_login')).toBeNull();
    expect(page.count('SIGN_OUT')).toBe(1);
    expect(kit.store.getState().embeddedWallet).toMatchObject({ user: undefined, lastEmail: undefined });
    expect(read('last_email_login_time')).not.toBeNull();
  });
});
