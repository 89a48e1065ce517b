// @vitest-environment jsdom
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { frameError } from '../../../protocol/frame/frameErrors.js';
import { mountViews } from '../../mount/mountViews.test-support.js';
import { kitWithFlow, tell } from '../email/scriptedFlow.test-support.js';

const START = Date.UTC(2026, 0, 1);
const VIEW = { name: 'ConnectingSocial', provider: 'x' } as const;

beforeEach(() => {
  vi.useFakeTimers({
    now: START,
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
  });
  onTestFinished(() => {
    vi.useRealTimers();
  });
});

/** The view of a login that waits for a link, which may be sent again in 30 seconds. */
async function atLink() {
  const { kit, flow } = kitWithFlow();
  const link = { email: 'mi•••@example.com', resendAt: START + 30_000 };
  const show = (change: object = {}) =>
    tell(kit, { social: { provider: 'x', step: 'device', link, ...change } });
  show();
  return { flow, show, modal: await mountViews(kit, VIEW) };
}

describe('ConnectingSocialView', () => {
  it('says where the link was sent, and sends another one after the cooldown', async () => {
    const { flow, modal } = await atLink();
    expect(modal.text()).toContain('Open the link we sent to mi•••@example.com');
    expect(modal.text()).toContain('Send again in 0:30');
    await modal.run(() => vi.advanceTimersByTime(30_000));
    await modal.run(() => modal.button('Send it again').click());
    expect(flow.calls).toContain('resendLink');
  });

  it('says why no other link was sent, and still waits', async () => {
    const { flow, modal } = await atLink();
    await modal.run(() => vi.advanceTimersByTime(30_000));
    flow.answer('resendLink', frameError('COOLDOWN', { context: { retryAfter: 12 } }));
    await modal.run(() => modal.button('Send it again').click());
    expect(modal.text()).toContain('12 seconds');
    expect(modal.text()).toContain('Open the link we sent to mi•••@example.com');
  });

  it('says until when new browsers are refused, and what helps (MOD-06)', async () => {
    const { show, modal } = await atLink();
    const error = frameError('RATE_LIMITED', { context: { retryAfter: 57_600 } });
    await modal.run(() => show({ error }));
    expect(modal.text()).toMatch(/Too many logins in new browsers.*from.*1 January.*third-party cookies/);
  });

  it.each([
    ['DEVICE_DENIED', 'Login declined'],
    ['OTP_EXPIRED', 'The link has expired'],
    ['COOLDOWN', 'Too many tries'],
    ['RECOVERY_DELAYED', 'less than 24 hours ago'],
  ] as const)('says what ended the wait: %s', async (code, says) => {
    const { flow, show, modal } = await atLink();
    await modal.run(() => show({ error: frameError(code) }));
    expect(modal.text()).toContain(says);
    vi.stubGlobal('open', () => null);
    await modal.run(() => modal.button('Try again').click());
    expect(flow.calls).toContain('social x');
  });
});
