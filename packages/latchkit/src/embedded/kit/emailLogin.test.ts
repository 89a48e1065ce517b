import { describe, expect, it, vi } from 'vitest';
import {
  awaitEmailDevice,
  getAccount,
  type Latchkit,
  open,
  startEmailLogin,
  submitEmailCode,
} from '../../core/index.js';
import { createEmbeddedWorld, EMAIL, EVM_ADDRESS, untilState, userOf } from './embeddedWorld.test-support.js';

const loginOf = (kit: Latchkit) => kit.store.getState().embeddedWallet.login;

describe('email login', () => {
  it('asks for the code where the wallet page answers VERIFY_OTP, and a right one connects and closes the modal [STATE-13] [STATE-16]', async () => {
    const { page, kit: kitOf } = createEmbeddedWorld();
    const kit = kitOf();
    open(kit, { view: 'EmailLogin' });
    await expect(startEmailLogin(kit, EMAIL)).resolves.toBe('VERIFY_OTP');
    expect(loginOf(kit)).toMatchObject({ email: EMAIL, step: 'code' });
    expect(page.last('CONNECT_EMAIL')).toEqual({ email: EMAIL });
    await submitEmailCode(kit, '001234');
    expect(page.last('CONNECT_OTP')).toEqual({ otp: '001234' });
    const state = await untilState(kit, ({ modal }) => !modal.open);
    expect(getAccount(state)).toMatchObject({ address: EVM_ADDRESS, status: 'connected' });
    expect(loginOf(kit)).toBeUndefined();
  });

  it('connects at once where the wallet page answers CONNECT [STATE-12]', async () => {
    const { page, kit: kitOf } = createEmbeddedWorld();
    page.user = userOf();
    page.answers.CONNECT_EMAIL = () => ({ action: 'CONNECT' });
    const kit = kitOf();
    await expect(startEmailLogin(kit, EMAIL)).resolves.toBe('CONNECT');
    expect(getAccount(kit.store.getState()).isConnected).toBe(true);
    expect(page.count('CONNECT_OTP')).toBe(0);
  });

  it('waits for the device where the wallet page answers VERIFY_DEVICE, then asks for the code [STATE-14] [STATE-15]', async () => {
    const { page, kit: kitOf } = createEmbeddedWorld();
    page.answers.CONNECT_EMAIL = () => ({ action: 'VERIFY_DEVICE' });
    let approve: (answer: unknown) => void = () => {};
    page.answers.CONNECT_DEVICE = () =>
      new Promise(resolve => {
        approve = resolve;
      });
    const kit = kitOf();
    await expect(startEmailLogin(kit, EMAIL)).resolves.toBe('VERIFY_DEVICE');
    expect(loginOf(kit)?.step).toBe('device');
    const both = Promise.all([awaitEmailDevice(kit), awaitEmailDevice(kit)]);
    await vi.waitFor(() => expect(page.count('CONNECT_DEVICE')).toBe(1));
    approve({ action: 'VERIFY_OTP' });
    await expect(both).resolves.toEqual(['VERIFY_OTP', 'VERIFY_OTP']);
    expect(loginOf(kit)?.step).toBe('code');
    await submitEmailCode(kit, '123456');
    expect(getAccount(kit.store.getState()).isConnected).toBe(true);
  });
});
