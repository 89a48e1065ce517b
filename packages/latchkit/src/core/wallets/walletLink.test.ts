// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { currentPlatform, walletLink } from './walletLinks.js';

const listing = {
  id: 'a',
  name: 'A',
  chains: [],
  mobile_link: 'wallet-a://',
  desktop_link: 'wallet-a-desktop://',
  webapp_link: 'https://app.a.example/',
};

describe('walletLink', () => {
  it('opens the app of the platform, else the web app [ENT-15]', () => {
    expect(walletLink(listing, 'mobile')).toEqual({ kind: 'mobile', href: 'wallet-a://' });
    expect(walletLink(listing, 'desktop')).toEqual({ kind: 'desktop', href: 'wallet-a-desktop://' });
    expect(walletLink({ ...listing, mobile_link: null }, 'mobile')).toEqual({
      kind: 'webapp',
      href: 'https://app.a.example/',
    });
    expect(walletLink({ id: 'b', name: 'B', chains: [] }, 'desktop')).toBeUndefined();
  });

  it('opens nothing that could run in the page', () => {
    const bad = [
      'javascript:alert(1)',
      'JAVASCRIPT:x',
      'data:text/html,x',
      'blob:x',
      'file:///x',
      'x y://',
      '/x',
    ];
    for (const link of bad) {
      const all = { ...listing, mobile_link: link, desktop_link: link, webapp_link: link };
      expect([walletLink(all, 'mobile'), walletLink(all, 'desktop')], link).toEqual([undefined, undefined]);
    }
    expect(walletLink({ ...listing, desktop_link: null, webapp_link: 'http://a.example' }, 'desktop')).toBe(
      undefined,
    );
  });
});

describe('currentPlatform', () => {
  afterEach(() => vi.unstubAllGlobals());

  it.each([
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X)', 5, 'mobile'],
    ['Mozilla/5.0 (Linux; Android 14; Pixel 8)', 5, 'mobile'],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Safari', 5, 'mobile'],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Safari', 0, 'desktop'],
    ['Mozilla/5.0 (Windows NT 10.0; Win64; x64)', 10, 'desktop'],
  ] as const)('knows %s with %i touch points as %s', (userAgent, maxTouchPoints, platform) => {
    vi.stubGlobal('navigator', { userAgent, maxTouchPoints });
    expect(currentPlatform()).toBe(platform);
  });
});
