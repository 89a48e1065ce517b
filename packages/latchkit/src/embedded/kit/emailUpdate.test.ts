import { describe, expect, it } from 'vitest';
import { awaitedLater } from '../../../../../scripts/lib/awaitedLater.mjs';
import {
  cancelEmailUpdate,
  closeModal,
  confirmCurrentEmail,
  confirmNewEmail,
  getAccount,
  type Latchkit,
  openModal,
  startEmailLogin,
  startEmailUpdate,
  submitEmailCode,
} from '../../core/index.js';
import { frameError } from '../../protocol/frame/frameErrors.js';
import { createEmbeddedWorld, EMAIL, SILENT, soon } from './embeddedWorld.test-support.js';

const NEW = 'new@example.com';
const updateOf = (kit: Latchkit) => kit.store.getState().embeddedWallet.update;

async function setUp() {
  const world = createEmbeddedWorld();
  const kit = world.kit();
  await startEmailLogin(kit, EMAIL);
  await submitEmailCode(kit, '123456');
  return { ...world, kit };
}

describe('email update', () => {
  it('asks for the code of the old address, then of the new one, and keeps the new one [STATE-17] [STATE-19] [STATE-20]', async () => {
    const { page, storage, kit } = await setUp();
    await expect(startEmailUpdate(kit, NEW)).resolves.toBe('currentCode');
    expect(page.last('UPDATE_EMAIL')).toEqual({ email: NEW });
    expect(updateOf(kit)).toMatchObject({ email: NEW, step: 'currentCode' });
    await confirmCurrentEmail(kit, '011111');
    expect(page.last('UPDATE_EMAIL_PRIMARY_OTP')).toEqual({ otp: '011111' });
    expect(updateOf(kit)?.step).toBe('newCode');
    await expect(confirmNewEmail(kit, '022222')).resolves.toBe(NEW);
    expect(page.last('UPDATE_EMAIL_SECONDARY_OTP')).toEqual({ otp: '022222' });
    expect(updateOf(kit)).toBeUndefined();
    expect(storage.getItem('latchkit.v1.last_email')).toBe(NEW);
    expect(getAccount(kit).embeddedWalletInfo?.user.email).toBe(NEW);
    expect(kit.store.getState().connections[0]?.auth?.username).toBe(NEW);
  });

  it('asks only for the code of the new address when there is no old one [STATE-18]', async () => {
    const { page, kit } = await setUp();
    page.answers.UPDATE_EMAIL = () => ({ action: 'VERIFY_SECONDARY_OTP' });
    await expect(startEmailUpdate(kit, NEW)).resolves.toBe('newCode');
    expect(updateOf(kit)?.step).toBe('newCode');
    await expect(confirmCurrentEmail(kit, '111111')).rejects.toMatchObject({ code: 'OTP_EXPIRED' });
  });

  it('refuses an invalid address, and lets the visitor type a wrong code again [VAL-01]', async () => {
    const { page, kit } = await setUp();
    await expect(startEmailUpdate(kit, 'new')).rejects.toMatchObject({ code: 'INVALID_EMAIL' });
    expect(page.count('UPDATE_EMAIL')).toBe(0);
    await startEmailUpdate(kit, NEW);
    page.answers.UPDATE_EMAIL_PRIMARY_OTP = () => {
      throw frameError('OTP_INVALID');
    };
    await expect(confirmCurrentEmail(kit, '000000')).rejects.toMatchObject({ code: 'OTP_INVALID' });
    expect(updateOf(kit)).toMatchObject({ step: 'currentCode', error: { code: 'OTP_INVALID' } });
    delete page.answers.UPDATE_EMAIL_PRIMARY_OTP;
    await confirmCurrentEmail(kit, '111111');
    expect(updateOf(kit)?.error).toBeUndefined();
  });

  it('shows the wallet page while it asks for consent, and then the previous view', async () => {
    const { page, kit } = await setUp();
    let answer = (_: { action: 'VERIFY_PRIMARY_OTP' }) => {};
    page.answers.UPDATE_EMAIL = () =>
      new Promise(resolve => {
        answer = resolve;
      });
    await openModal(kit, { view: { name: 'UpdateEmailWallet' } });
    const views = () => kit.store.getState().modal.views.map(({ name }) => name);
    const started = awaitedLater(startEmailUpdate(kit, NEW));
    await soon(() => expect(page.count('UPDATE_EMAIL')).toBe(1));
    expect(updateOf(kit)).toMatchObject({ step: 'sending' });
    page.tell({ type: 'SHOW', payload: { reason: 'approval', height: 412 } });
    await soon(() => expect(views().at(-1)).toBe('ApproveTransaction'));
    expect(updateOf(kit)).toMatchObject({ email: NEW, step: 'consent' });
    page.tell({ type: 'HIDE', payload: {} });
    await soon(() => expect(updateOf(kit)).toMatchObject({ step: 'sending' }));
    expect(views().at(-1)).toBe('UpdateEmailWallet');
    answer({ action: 'VERIFY_PRIMARY_OTP' });
    await expect(started).resolves.toBe('currentCode');
    expect(kit.store.getState().embeddedWallet.waiting).toBe(0);
  });

  it('stores the refusal of the visitor, and opens no closed modal', async () => {
    const { page, kit } = await setUp();
    page.answers.UPDATE_EMAIL = async () => {
      page.tell({ type: 'SHOW', payload: { reason: 'approval', height: 412 } });
      await soon(() => expect(kit.store.getState().modal.open).toBe(true));
      page.tell({ type: 'HIDE', payload: {} });
      throw frameError('REJECTED');
    };
    await expect(startEmailUpdate(kit, NEW)).rejects.toMatchObject({ code: 'REJECTED' });
    expect(updateOf(kit)).toMatchObject({ step: 'sending', error: { code: 'REJECTED' } });
    expect(kit.store.getState().modal.open).toBe(false);
  });

  it('ends when the visitor leaves the wallet page', async () => {
    const { page, kit } = await setUp();
    page.answers.UPDATE_EMAIL = () => SILENT;
    await openModal(kit, { view: { name: 'UpdateEmailWallet' } });
    const left = awaitedLater(expect(startEmailUpdate(kit, NEW)).rejects.toMatchObject({ code: 'ABORTED' }));
    await soon(() => expect(page.count('UPDATE_EMAIL')).toBe(1));
    page.tell({ type: 'SHOW', payload: { reason: 'approval', height: 412 } });
    await soon(() => expect(updateOf(kit)).toMatchObject({ step: 'consent' }));
    closeModal(kit);
    await left;
    await soon(() => expect(page.count('RPC_ABORT')).toBe(1));
    expect([updateOf(kit), kit.store.getState().embeddedWallet.waiting]).toEqual([undefined, 0]);
  });

  it('rejects with ABORTED when it is cancelled', async () => {
    const { page, kit } = await setUp();
    page.answers.UPDATE_EMAIL = () => SILENT;
    const left = awaitedLater(expect(startEmailUpdate(kit, NEW)).rejects.toMatchObject({ code: 'ABORTED' }));
    await soon(() => expect(page.count('UPDATE_EMAIL')).toBe(1));
    cancelEmailUpdate(kit);
    await left;
    expect(updateOf(kit)).toBeUndefined();
    expect(getAccount(kit).embeddedWalletInfo?.user.email).toBe(EMAIL);
  });
});
