// @vitest-environment jsdom
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { BaseError } from '../../../core/index.js';
import { frameError } from '../../../protocol/frame/frameErrors.js';
import { mountViews } from '../../mount/mountViews.test-support.js';
import { kitWithFlow, tell } from '../email/scriptedFlow.test-support.js';

const URL = 'https://wallet-app.example/siwf?channelToken=1';

async function shown(change: object) {
  const { kit, flow } = kitWithFlow();
  const show = (next: object) => tell(kit, { social: { provider: 'farcaster', step: 'provider', ...next } });
  show(change);
  return { flow, show, modal: await mountViews(kit, { name: 'ConnectingFarcaster' }) };
}

const code = (page: ParentNode) => page.querySelector('[role=img]');

describe('ConnectingFarcasterView', () => {
  it('shows the link as a QR code, and renews it [VIEW-14]', async () => {
    const { show, modal } = await shown({ step: 'opening' });
    expect(code(modal.page)?.getAttribute('aria-busy')).toBe('true');
    expect(modal.button('Copy link').disabled).toBe(true);
    await modal.run(() => show({ url: URL }));
    expect(code(modal.page)?.getAttribute('data-uri')).toBe(URL);
    expect(code(modal.page)?.getAttribute('aria-label')).toContain('QR code');
    expect(modal.text()).not.toContain('This is a new one');
    await modal.run(() => show({ url: `${URL}2` }));
    expect(code(modal.page)?.getAttribute('data-uri')).toBe(`${URL}2`);
    expect(modal.page.querySelector('[role=status]')?.textContent).toContain('This is a new one');
  });

  it('keeps the focus of the keyboard when the login ends, and when it is tried again', async () => {
    const { show, modal } = await shown({ url: URL });
    const focused = () => (modal.page.getRootNode() as ShadowRoot).activeElement?.textContent;
    modal.button('Copy link').focus();
    await modal.run(() => show({ error: frameError('LOGIN_EXPIRED') }));
    expect(focused()).toContain('Try again');
    await modal.run(() => show({ step: 'opening' }));
    await modal.run(() => show({ url: URL }));
    expect(focused()).toContain('Copy link');
  });

  it('has a link on a phone, unless it is not a web address', async () => {
    const agent = vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (iPhone)');
    onTestFinished(() => agent.mockRestore());
    const { show, modal } = await shown({ url: URL });
    const link = () => modal.page.querySelector('a');
    expect(link()?.href).toBe(URL);
    expect(link()?.textContent).toContain('Open Farcaster');
    expect(code(modal.page)).toBeNull();
    await modal.run(() => show({ url: 'javascript:alert(1)' }));
    expect(link()).toBeNull();
  });

  it('says that the wallet is being opened', async () => {
    const { modal } = await shown({ step: 'checking' });
    expect(modal.text()).toContain('Logging you in');
  });

  it.each([
    ['LOGIN_EXPIRED', 'The login has expired'],
    ['PROVIDER_UNAVAILABLE', 'Farcaster can’t be reached'],
    ['PROVIDER_RESPONSE_INVALID', 'Farcaster sent a response that can’t be used'],
  ] as const)('says why the login ended: %s, and tries again', async (reason, says) => {
    const error = new BaseError('FARCASTER_NOT_CONNECTED', '', { cause: frameError(reason) });
    const { flow, modal } = await shown({ error });
    expect(modal.text()).toContain(says);
    await modal.run(() => modal.button('Try again').click());
    expect(flow.calls).toContain('farcaster');
  });
});
