// @vitest-environment jsdom
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { frameError } from '../../../protocol/frame/frameErrors.js';
import { mountViews } from '../../mount/mountViews.test-support.js';
import { kitWithFlow, tell } from './scriptedFlow.test-support.js';

const NEW = 'mira.hollis@example.com';
const UPDATE = { name: 'UpdateEmailWallet' } as const;

describe('UpdateEmailWalletView', () => {
  it('submits the new address and asks for both codes [VIEW-15] [STATE-17] [STATE-19] [STATE-20]', async () => {
    const { kit, flow } = kitWithFlow();
    flow.answer('update', 'currentCode');
    const modal = await mountViews(kit, { name: 'EmailLogin' });
    await modal.run(() =>
      kit.kernel.set(({ modal: { views, ...rest } }) => ({ modal: { ...rest, views: [...views, UPDATE] } })),
    );
    await modal.type(NEW);
    await modal.click('Continue');
    expect(flow.calls).toContain(`update ${NEW}`);
    expect(modal.view()).toBe('UpdateEmailPrimaryOtp');
    expect(modal.page.querySelector('.lk-steps')?.textContent).toBe('Step 1 of 2');
    await modal.type('111111');
    expect(modal.text()).toContain('Checking the code…');
    await modal.run(() => flow.settle('primary', undefined));
    expect(modal.view()).toBe('UpdateEmailSecondaryOtp');
    expect(modal.page.querySelector('.lk-steps')?.textContent).toBe('Step 2 of 2');
    expect(modal.text()).toContain(`Enter the code we sent to ${NEW}`);
    flow.answer('secondary', undefined);
    await modal.type('222222');
    expect(flow.calls).toEqual([`update ${NEW}`, 'primary 111111', 'secondary 222222']);
    expect(modal.view()).toBe('EmailLogin');
    expect(kit.store.getState().toast?.text).toBe('email.changed');
  });

  it("warns of Apple's relay addresses, which get mail of registered senders only (SL-17)", async () => {
    const { kit } = kitWithFlow();
    const modal = await mountViews(kit, UPDATE);
    await modal.type(NEW);
    expect(modal.text()).not.toContain('Apple forwards mail');
    await modal.type('ab12cd@privaterelay.appleid.com');
    expect(modal.text()).toContain('Apple forwards mail to this address only from senders');
  });

  it('counts down until a change can be requested again, and announces it once', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const { kit, flow } = kitWithFlow();
    flow.answer('update', frameError('COOLDOWN', { context: { retryAfter: 26 } }));
    const modal = await mountViews(kit, UPDATE);
    await modal.type(NEW);
    await modal.click('Continue');
    const note = () => modal.page.querySelector('.lk-field-note');
    expect(note()?.textContent).toContain('Please try again after 26 seconds');
    expect(note()?.getAttribute('role')).toBe('alert');
    await modal.run(() => vi.advanceTimersByTime(10_000));
    expect(note()?.textContent).toContain('Please try again after 16 seconds');
    expect(note()?.getAttribute('role')).toBe('timer');
    await modal.run(() => vi.advanceTimersByTime(16_000));
    expect(note()).toBeNull();
  });

  it('says what to do when the login is too old', async () => {
    const { kit, flow } = kitWithFlow();
    flow.answer('update', frameError('REAUTH_REQUIRED'));
    const modal = await mountViews(kit, UPDATE);
    await modal.type(NEW);
    await modal.submit();
    expect(modal.view()).toBe('UpdateEmailWallet');
    expect(modal.text()).toContain('Log out, log in again, then change it.');
  });

  it.each([
    ['REJECTED', 'The change wasn’t approved, so nothing was changed.'],
    ['WINDOW_BLOCKED', 'The wallet’s window didn’t open. Allow pop-ups for this site, then try again.'],
  ] as const)('says why the change was not approved, until the address is edited: %s', async (code, said) => {
    const { kit, flow } = kitWithFlow();
    flow.answer('update', frameError(code));
    const modal = await mountViews(kit, UPDATE);
    await modal.type(NEW);
    await modal.submit();
    expect(modal.view()).toBe('UpdateEmailWallet');
    expect(modal.text()).toContain(said);
    await modal.type(`${NEW}.au`);
    expect(modal.text()).not.toContain(said);
  });

  it('asks only for the new address’s code when there is no old address [STATE-18]', async () => {
    const { kit, flow } = kitWithFlow();
    flow.answer('update', 'newCode');
    const modal = await mountViews(kit, UPDATE);
    await modal.type(NEW);
    await modal.submit();
    expect(modal.view()).toBe('UpdateEmailSecondaryOtp');
  });

  it('keeps a wrong code for comparison', async () => {
    const { kit, flow } = kitWithFlow();
    tell(kit, { update: { email: NEW, step: 'newCode' } });
    flow.answer('secondary', frameError('OTP_INVALID'));
    const modal = await mountViews(kit, { name: 'UpdateEmailSecondaryOtp' });
    await modal.type('222222');
    expect(modal.input().value).toBe('222222');
    expect(modal.text()).toContain('That code isn’t right');
  });

  it('leads back to the address when no code is accepted any more, and requests no other email', async () => {
    const { kit, flow } = kitWithFlow();
    flow.answer('update', 'currentCode');
    flow.answer('primary', frameError('LOCKED'));
    const modal = await mountViews(kit, UPDATE);
    await modal.type(NEW);
    await modal.submit();
    expect(modal.text()).toContain('Didn’t get it?');
    await modal.type('222222');
    expect(modal.text()).toContain('Too many wrong codes, so nothing was changed. Start again.');
    const { activeElement } = modal.page.getRootNode() as ShadowRoot;
    expect(activeElement).toBe(modal.button('Start again'));
    expect(modal.text()).not.toContain('Didn’t get it?');
    await modal.click('Start again');
    expect(modal.view()).toBe('UpdateEmailWallet');
  });

  it.each(['closes', 'goes back'])('abandons the change when the visitor %s', async way => {
    const { kit, flow } = kitWithFlow();
    flow.answer('update', 'currentCode');
    const modal = await mountViews(kit, UPDATE);
    await modal.type(NEW);
    await modal.submit();
    await modal.click(way === 'closes' ? 'Close' : 'Back');
    expect(flow.calls).toContain('cancelUpdate');
    expect(kit.store.getState().embeddedWallet.update).toBeUndefined();
    if (way === 'goes back') expect(modal.input().value).toBe(NEW);
  });
});
