// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { startedKit } from '../testSupport/startedKit.test-support.js';
import { tokenImageUrl } from './allowedImage.js';

describe('tokenImageUrl', () => {
  const gateway = 'http://localhost:4321';
  const { kit } = startedKit({ gateway, features: { analytics: false } });

  it("is the gateway's picture by symbol [CALL-09]", () => {
    const url = new URL(tokenImageUrl(kit, { symbol: 'USD₮0' }) ?? '');
    expect(url.origin).toBe(gateway);
    expect(decodeURIComponent(url.pathname)).toBe('/public/getTokenImage/USD₮0');
  });

  it("is the token's own if it contacts no other host", () => {
    for (const iconUrl of [`${gateway}/icons/1.svg`, 'data:image/png;base64,AAAA']) {
      expect(tokenImageUrl(kit, { symbol: 'X', iconUrl })).toBe(iconUrl);
    }
    const foreign = ['https://tracker.example/a.png', `${gateway}.evil.example/a`, 'data:text/html,x', 'x'];
    for (const iconUrl of foreign) {
      expect(tokenImageUrl(kit, { symbol: 'X', iconUrl }), iconUrl).toContain('/public/getTokenImage/X');
    }
    const { kit: alone } = startedKit();
    expect(tokenImageUrl(alone, { symbol: 'X' })).toBeUndefined();
  });
});
