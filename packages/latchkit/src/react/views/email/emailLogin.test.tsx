// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { navigate } from '../../../internal/index.js';
import { BaseError } from '../../../protocol/BaseError.js';
import { frameError } from '../../../protocol/frame/frameErrors.js';
import { type MountedViews, mountViews } from '../../mount/mountViews.test-support.js';
import { EMAIL, kitWithFlow, tell } from './scriptedFlow.test-support.js';

const START = Date.UTC(2026, 0, 1);

/** The focused element in the modal. */
const focused = ({ page }: MountedViews) => (page.getRootNode() as ShadowRoot).activeElement;

beforeEach(() => {
  vi.useFakeTimers({
    now: START,
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
  });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('EmailLoginView', () => {
  it('asks for an address and submits it [VIEW-12]', async () => {
    const { kit, flow } = kitWithFlow();
    const modal = await mountViews(kit, { name: 'EmailLogin' });
    expect(modal.page.querySelector('.lk-submit')?.matches(':disabled')).toBe(true);
    await modal.type(` ${EMAIL} `);
    await modal.submit();
    expect(flow.calls).toContain(`start ${EMAIL}`);
    expect(modal.button('Continue with email').getAttribute('aria-busy')).toBe('true');
    await modal.submit();
    expect(flow.calls.filter(call => call.startsWith('start'))).toHaveLength(1);
  });

  it('shows from the start how to go on, and that an address is missing (UX-33)', async () => {
    const modal = await mountViews(kitWithFlow().kit, { name: 'EmailLogin' });
    expect(modal.button('Continue with email').disabled).toBe(true);
    await modal.type(EMAIL);
    expect(modal.button('Continue with email').disabled).toBe(false);
  });

  it.each([
    ['code', 'EmailVerifyOtp', 'Enter the code we sent to mira@example.com'],
    ['device', 'EmailVerifyDevice', 'Open the link we sent to mira@example.com'],
  ])('continues after %s to %s [STATE-13] [STATE-14]', async (step, view, says) => {
    const { kit, flow } = kitWithFlow();
    flow.answer('start', step);
    const modal = await mountViews(kit, { name: 'EmailLogin' });
    await modal.type(EMAIL);
    await modal.submit();
    expect(modal.view()).toBe(view);
    expect(modal.text()).toContain(says);
    expect(flow.calls.includes('device')).toBe(view === 'EmailVerifyDevice');
  });

  it('says that two emails come, and which step this is (UX-05)', async () => {
    const { kit } = kitWithFlow();
    const login = { email: EMAIL, resendAt: 0, twoEmails: true } as const;
    const modal = await mountViews(kit, { name: 'EmailLogin' });
    await modal.run(() => tell(kit, { login: { ...login, step: 'device' } }));
    await modal.run(() => navigate(kit, { name: 'EmailVerifyDevice' }));
    expect(modal.text()).toContain('Step 1 of 2');
    expect(modal.text()).toContain('A second email with a code follows');
    await modal.run(() => tell(kit, { login: { ...login, step: 'code' } }));
    expect(modal.view()).toBe('EmailVerifyOtp');
    expect(modal.text()).toContain('Step 2 of 2');
    expect(modal.text()).toContain('Enter the code from the second email');
    expect(focused(modal)).toBe(modal.input());
    await modal.run(() => tell(kit, { login: { ...login, twoEmails: undefined, step: 'code' } }));
    expect(modal.text()).not.toContain('Step 2 of 2');
  });

  it('closes when the visitor is connected immediately [STATE-12]', async () => {
    const { kit, flow } = kitWithFlow();
    flow.answer('start', 'connected');
    const modal = await mountViews(kit, { name: 'EmailLogin' });
    await modal.type(EMAIL);
    await modal.submit();
    expect(modal.view()).toBeUndefined();
  });

  it('says in plain words what is wrong with an address, until another one is typed (UX-15)', async () => {
    const { kit, flow } = kitWithFlow();
    // The error has the validator's words, which are for the developer.
    flow.answer('start', new BaseError('INVALID_EMAIL', 'Invalid input'));
    const modal = await mountViews(kit, { name: 'EmailLogin' });
    await modal.type('mira@example');
    await modal.submit();
    expect(modal.text()).toContain('That doesn’t look like an email address. Check for a missing dot.');
    expect(modal.text()).not.toContain('Invalid');
    expect(modal.input().getAttribute('aria-invalid')).toBe('true');
    await modal.type('mira@example.');
    expect(modal.input().getAttribute('aria-invalid')).toBeNull();
  });

  it.each(['TIMEOUT', 'INTERNAL'] as const)('says that email login can’t be reached: %s', async code => {
    const { kit, flow } = kitWithFlow();
    flow.answer('start', frameError(code));
    const modal = await mountViews(kit, { name: 'EmailLogin' });
    await modal.type(EMAIL);
    await modal.submit();
    expect(modal.text()).toContain('Email login can’t be reached right now.');
  });

  it.each([
    { reason: 'nothing', onLine: true, said: 'Email login isn’t working on this site right now.' },
    { reason: 'other', onLine: true, said: 'Email login isn’t working on this site right now.' },
    { reason: 'policy', onLine: true, said: 'Email login isn’t working on this site right now.' },
    { reason: 'nothing', onLine: false, said: 'You’re offline.' },
    { reason: undefined, onLine: true, said: 'Email login can’t be reached right now. Try again' },
  ])('blames the connection only where it may be the cause: %j (DX-04)', async ({ reason, onLine, said }) => {
    const line = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(onLine);
    onTestFinished(() => line.mockRestore());
    const { kit, flow } = kitWithFlow();
    const message = 'The wallet page did not load';
    flow.answer('start', new BaseError('FRAME_LOAD_FAILED', message, { context: { reason } }));
    const modal = await mountViews(kit, { name: 'EmailLogin' });
    await modal.type(EMAIL);
    await modal.submit();
    expect(modal.text()).toContain(said);
  });

  it('counts down until another email can be requested [VAL-08]', async () => {
    const { kit, flow } = kitWithFlow();
    flow.answer('start', frameError('COOLDOWN', { context: { retryAfter: 20 } }));
    const modal = await mountViews(kit, { name: 'EmailLogin' });
    await modal.type(EMAIL);
    await modal.submit();
    expect(modal.text()).toContain('Please try again after 20 seconds');
    expect(modal.page.querySelector('.lk-field-note')?.getAttribute('role')).toBe('alert');
    await modal.run(() => vi.advanceTimersByTime(19_000));
    expect(modal.text()).toContain('Please try again after 1 second');
    // Announced once: the seconds are not announced.
    expect(modal.page.querySelector('.lk-field-note')?.getAttribute('role')).toBe('timer');
    await modal.run(() => vi.advanceTimersByTime(1_000));
    expect(modal.text()).not.toContain('Please try again');
  });

  it('offers the address of the last login [ENT-25]', async () => {
    const { kit } = kitWithFlow();
    tell(kit, { lastEmail: EMAIL });
    const modal = await mountViews(kit, { name: 'EmailLogin' });
    expect(modal.input().value).toBe(EMAIL);
  });

  it('loads the wallet when the visitor uses the field, and not when the view focuses it', async () => {
    const { kit, flow } = kitWithFlow();
    const modal = await mountViews(kit, { name: 'EmailLogin' });
    expect(flow.calls).toEqual([]);
    await modal.run(() => modal.input().focus());
    expect(flow.calls).toEqual([]);
    await modal.type('m');
    expect(flow.calls).toContain('preload');
  });

  it('resumes the login of a closed modal with the same address, without another email', async () => {
    const { kit, flow } = kitWithFlow();
    tell(kit, { login: { email: EMAIL, step: 'code', resendAt: START + 30_000 } });
    const modal = await mountViews(kit, { name: 'EmailLogin' });
    expect(modal.input().value).toBe(EMAIL);
    await modal.submit();
    expect(modal.view()).toBe('EmailVerifyOtp');
    expect(flow.calls.some(call => call.startsWith('start'))).toBe(false);
  });

  it('abandons that login for another address', async () => {
    const { kit, flow } = kitWithFlow();
    tell(kit, { login: { email: EMAIL, step: 'code', resendAt: START + 30_000 } });
    const modal = await mountViews(kit, { name: 'EmailLogin' });
    await modal.type('other@example.com');
    await modal.submit();
    expect(flow.calls).toEqual(expect.arrayContaining(['cancel', 'start other@example.com']));
  });
});

describe('EmailVerifyDeviceView', () => {
  const device = { email: EMAIL, step: 'device', resendAt: START + 30_000 } as const;

  it('waits for the link and continues to the code automatically [STATE-15]', async () => {
    const { kit, flow } = kitWithFlow();
    tell(kit, { login: device });
    const modal = await mountViews(kit, { name: 'EmailVerifyDevice' });
    expect(modal.text()).toContain('Approve this device');
    await modal.run(() => flow.settle('device', 'code'));
    expect(modal.view()).toBe('EmailVerifyOtp');
  });

  it('requests the status again when a request times out before the visitor acts', async () => {
    const { kit, flow } = kitWithFlow();
    tell(kit, { login: device });
    const modal = await mountViews(kit, { name: 'EmailVerifyDevice' });
    await modal.run(() => flow.settle('device', frameError('TIMEOUT')));
    expect(modal.text()).toContain('Approve this device');
    await modal.run(() => vi.advanceTimersByTime(1_000));
    expect(flow.calls.filter(call => call === 'device')).toHaveLength(2);
  });

  it.each([
    ['DEVICE_DENIED', 'Login declined', 'Start again'],
    ['OTP_EXPIRED', 'The link has expired', 'Send a new link'],
    ['INTERNAL', 'Couldn’t check the link', 'Start again'],
  ] as const)('says what to do after %s', async (code, heading, action) => {
    const { kit, flow } = kitWithFlow();
    tell(kit, { login: device });
    const modal = await mountViews(kit, { name: 'EmailVerifyDevice' });
    await modal.run(() => flow.settle('device', frameError(code)));
    expect(modal.text()).toContain(heading);
    flow.answer('start', 'device');
    await modal.click(action);
    expect(flow.calls).toContain(`start ${EMAIL}`);
    expect(modal.text()).toContain('Approve this device');
    expect(flow.calls.filter(call => call === 'device')).toHaveLength(2);
  });

  it('offers another email when the cooldown is over, and announces it [VIEW-13]', async () => {
    const { kit, flow } = kitWithFlow();
    tell(kit, { login: device });
    const modal = await mountViews(kit, { name: 'EmailVerifyDevice' });
    expect(modal.text()).toContain('Send again in 0:30');
    expect(modal.page.querySelector('.lk-resend [aria-live]:not([role])')?.textContent).toBe('');
    await modal.run(() => vi.advanceTimersByTime(30_000));
    expect(modal.page.querySelector('.lk-resend [role="status"]')?.textContent).not.toBe('');
    flow.answer('resend', 'device');
    modal.button('Send it again').focus();
    await modal.click('Send it again');
    expect(flow.calls).toContain('resend');
    // The button is replaced by a text that says when it is available again.
    expect(focused(modal)).toBe(modal.page.querySelector('.lk-resend'));
    expect(modal.text()).toContain('Send again in 0:30');
  });

  it('leads back to the address field to use another one', async () => {
    const { kit, flow } = kitWithFlow();
    flow.answer('start', 'device');
    const modal = await mountViews(kit, { name: 'EmailLogin' });
    await modal.type(EMAIL);
    await modal.submit();
    await modal.click('Use another email');
    expect(modal.view()).toBe('EmailLogin');
    expect(modal.input().value).toBe('');
    expect(flow.calls).toContain('cancel');
  });

  it('asks for the address when there is no login', async () => {
    const { kit } = kitWithFlow();
    const modal = await mountViews(kit, { name: 'EmailVerifyDevice' });
    expect(modal.view()).toBe('EmailLogin');
  });
});

describe('an email that is requested too soon', () => {
  it.each([
    ['EmailVerifyDevice', 'device', 'Send it again'],
    ['EmailVerifyOtp', 'code', 'Send a new code'],
  ] as const)('counts down in %s, and announces it once [VAL-08]', async (name, step, action) => {
    const { kit, flow } = kitWithFlow();
    tell(kit, { login: { email: EMAIL, step, resendAt: START } });
    const modal = await mountViews(kit, { name });
    flow.answer('resend', frameError('COOLDOWN', { context: { retryAfter: 26 } }));
    await modal.click(action);
    const notice = () => modal.page.querySelector('.lk-alert');
    expect(notice()?.textContent).toContain('Please try again after 26 seconds');
    expect(notice()?.getAttribute('role')).toBe('alert');
    await modal.run(() => vi.advanceTimersByTime(5_000));
    expect(notice()?.textContent).toContain('Please try again after 21 seconds');
    expect(notice()?.getAttribute('role')).toBe('timer');
    await modal.run(() => vi.advanceTimersByTime(21_000));
    expect(notice()).toBeNull();
  });
});

describe('EmailVerifyOtpView', () => {
  const waiting = { email: EMAIL, step: 'code', resendAt: START + 30_000 } as const;
  const codeView = async () => {
    const made = kitWithFlow();
    tell(made.kit, { login: waiting });
    return { ...made, modal: await mountViews(made.kit, { name: 'EmailVerifyOtp' }) };
  };

  it('is one focused field with a numeric keyboard that the system can autofill [VIEW-13]', async () => {
    const { modal } = await codeView();
    const input = modal.input();
    expect(input.inputMode).toBe('numeric');
    expect(input.autocomplete).toBe('one-time-code');
    expect(focused(modal)).toBe(input);
    const says = (input.getRootNode() as ShadowRoot).getElementById(
      input.getAttribute('aria-describedby') ?? '',
    );
    expect(says?.textContent).toBe('Enter the code we sent to mira@example.com');
  });

  it('submits at the sixth digit, shows that it is checking, and closes when the code is correct [STATE-16]', async () => {
    const { kit, flow, modal } = await codeView();
    await modal.type('00123');
    expect(flow.calls).toEqual([]);
    await modal.type('001234');
    expect(flow.calls).toEqual(['code 001234']);
    expect(modal.text()).toContain('Checking the code…');
    await modal.run(() => flow.settle('code', undefined));
    expect(modal.view()).toBeUndefined();
    expect(kit.store.getState().connections).toHaveLength(1);
  });

  it('accepts a pasted code', async () => {
    const { flow, modal } = await codeView();
    await modal.type('Your code is 482 907');
    expect(flow.calls).toEqual(['code 482907']);
  });

  it('leaves the focus where the visitor put it while the code was being checked', async () => {
    const { flow, modal } = await codeView();
    await modal.type('482901');
    const elsewhere = document.createElement('input');
    document.body.append(elsewhere);
    onTestFinished(() => elsewhere.remove());
    elsewhere.focus();
    await modal.run(() => flow.settle('code', frameError('LOCKED')));
    expect(modal.button('Start again')).toBeDefined();
    expect(document.activeElement).toBe(elsewhere);
  });

  it('keeps the digits of a wrong code, and announces the error immediately', async () => {
    const { flow, modal } = await codeView();
    flow.answer('code', frameError('OTP_INVALID'));
    await modal.type('482901');
    expect(modal.input().value).toBe('482901');
    const alert = modal.page.querySelector('.lk-otp [role="alert"]');
    expect(alert?.textContent).toContain('That code isn’t right');
    expect(modal.input().getAttribute('aria-invalid')).toBe('true');
    // The next digit starts over.
    expect([modal.input().selectionStart, modal.input().selectionEnd]).toEqual([0, 6]);
    await modal.type('4');
    expect(alert?.textContent).toBe('');
    await modal.type('482907');
    expect(flow.calls.at(-1)).toBe('code 482907');
  });

  it.each([
    { retryAfter: 57_600, says: /Too many logins in new browsers.*from.*1 January.*third-party cookies/ },
    { retryAfter: 30, says: /Too many tries/ },
  ])(
    'says until when new browsers are refused, and what helps: $retryAfter seconds (MOD-06)',
    async limit => {
      const { flow, modal } = await codeView();
      flow.answer('code', frameError('RATE_LIMITED', { context: { retryAfter: limit.retryAfter } }));
      await modal.type('482901');
      expect(modal.text()).toMatch(limit.says);
      // The code is used up, so trying it again can't work.
      const isLong = limit.retryAfter > 60;
      expect(modal.input().disabled).toBe(isLong);
      expect(modal.text().includes('Start again')).toBe(isLong);
    },
  );

  it('says the same where the code was not sent for that reason (MOD-06)', async () => {
    const { kit } = kitWithFlow();
    const modal = await mountViews(kit, { name: 'EmailLogin' });
    const error = frameError('RATE_LIMITED', { context: { retryAfter: 57_600 } });
    const resendAt = START + 57_600_000;
    await modal.run(() => tell(kit, { login: { email: EMAIL, step: 'device', resendAt, error } }));
    await modal.run(() => navigate(kit, { name: 'EmailVerifyDevice' }));
    expect(modal.text()).toMatch(/Too many logins in new browsers.*from.*1 January/);
    expect(modal.text()).not.toMatch(/can’t be reached/);
  });

  it('says at the field what helps a visitor whom the browser forgets (MOD-06)', async () => {
    const { kit, flow } = kitWithFlow();
    flow.answer('start', frameError('RATE_LIMITED', { context: { retryAfter: 57_600 } }));
    const modal = await mountViews(kit, { name: 'EmailLogin' });
    await modal.type(EMAIL);
    await modal.submit();
    expect(modal.text()).toMatch(/at the latest tomorrow.*third-party cookies/);
  });

  it('offers a new code when the old one has expired', async () => {
    const { flow, modal } = await codeView();
    flow.answer('code', frameError('OTP_EXPIRED'));
    await modal.type('482901');
    expect(modal.text()).toContain('This code has expired');
    await modal.run(() => vi.advanceTimersByTime(30_000));
    flow.answer('resend', 'code');
    modal.button('Send a new code').focus();
    await modal.click('Send a new code');
    expect(focused(modal)).toBe(modal.input());
    expect(modal.text()).not.toContain('expired');
    expect(modal.input().value).toBe('');
  });

  it('ends after too many wrong codes, and lets the visitor start again', async () => {
    const { flow, modal } = await codeView();
    flow.answer('code', frameError('LOCKED'));
    await modal.type('482901');
    expect(modal.text()).toContain('Too many wrong codes');
    expect(modal.input().disabled).toBe(true);
    expect(focused(modal)).toBe(modal.button('Start again'));
    flow.answer('start', 'device');
    await modal.click('Start again');
    expect(modal.view()).toBe('EmailVerifyDevice');
  });

  it('tries the same code again when it could not be checked', async () => {
    const { flow, modal } = await codeView();
    flow.answer('code', frameError('TIMEOUT'));
    await modal.type('482907');
    expect(modal.text()).toContain('Couldn’t check the code');
    modal.button('Try again').focus();
    await modal.click('Try again');
    expect(flow.calls).toEqual(['code 482907', 'code 482907']);
    // The button is hidden while the code is being checked.
    expect(focused(modal)).toBe(modal.input());
  });

  it('shortens a long address [LIM-06]', async () => {
    const { kit } = kitWithFlow();
    const email = `${'m'.repeat(30)}@example.com`;
    tell(kit, { login: { ...waiting, email } });
    const modal = await mountViews(kit, { name: 'EmailVerifyOtp' });
    expect(modal.text()).toContain(`sent to ${'m'.repeat(29)}…`);
    expect(modal.page.querySelector('strong bdi')?.getAttribute('data-tip')).toBe(email);
  });

  it('continues to the sign view when the host requires a signature too', async () => {
    const { kit, flow, modal } = await codeView();
    await modal.type('482907');
    await modal.run(() => kit.kernel.set(({ signIn }) => ({ signIn: { ...signIn, checking: ['eip155'] } })));
    await modal.run(() => flow.settle('code', undefined));
    expect(modal.view()).toBe('EmailVerifyOtp');
    await modal.run(() => kit.kernel.set(({ signIn }) => ({ signIn: { ...signIn, checking: [] } })));
    expect(modal.view()).toBeUndefined();
  });
});
