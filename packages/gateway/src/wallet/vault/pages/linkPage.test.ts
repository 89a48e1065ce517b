import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import { APPROVE_PAGES, approvePages } from './approvePages.js';
import { FREEZE_PAGES, freezePages } from './freezePages.js';
import { linkFiles } from './linkPage.js';

const app = new Hono().route('/', linkFiles()).route('/', approvePages()).route('/', freezePages());
const PATHS = [...APPROVE_PAGES, ...FREEZE_PAGES].map(({ call }) => call.path);
const pageOf = async (path: string, locale = 'en') => {
  const response = await app.request(`${path}?lang=${locale}`);
  return { html: await response.text(), policy: response.headers.get('Content-Security-Policy') ?? '' };
};

describe('answerLinkPage', () => {
  it.each(PATHS)('names an icon that is there and that its policy allows, on %s (V-09)', async path => {
    const { html, policy } = await pageOf(path);
    const [, icon = ''] = /<link rel="icon" href="([^"]+)"/.exec(html) ?? [];
    const response = await app.request(icon);
    expect([response.status, response.headers.get('Content-Type')]).toEqual([200, 'image/svg+xml']);
    expect(policy).toContain("img-src 'self'");
  });

  it.each(['en', 'de', 'ar'])(
    'asks in %s to compare the address, and says which, above the buttons (UX-46)',
    async locale => {
      for (const { call } of APPROVE_PAGES) {
        const { html } = await pageOf(call.path, locale);
        const [, before = '', check = '', after = ''] =
          /^([\s\S]*)<p class="note check">([\s\S]*?)<\/p>([\s\S]*)$/.exec(html) ?? [];
        expect(check).toContain('<strong data-field="hostOrigin" data-kind="origin" dir="ltr"></strong>');
        expect([before, after].map(part => part.includes('data-decision'))).toEqual([false, true]);
      }
    },
  );
});
