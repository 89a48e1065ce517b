import { describe, expect } from 'vitest';
import { type MailContent, renderMail } from '../packages/gateway/src/wallet/shared/mail/renderMail.js';
import { it } from './support/journey.js';

const VALUES = {
  host: 'preview-142.app.meridian-payroll.example',
  minutes: '10',
  email: 'mira.hollis-long-name@meridian-payroll.example',
  browser: 'Chrome on Windows',
};
const LINK = 'https://vault.meridian.example/approve#t=token';
const MAILS: readonly Pick<MailContent, 'kind' | 'code' | 'link'>[] = [
  { kind: 'code', code: '482913' },
  { kind: 'approve', link: LINK },
  { kind: 'primary', code: '482913', link: LINK },
  { kind: 'secondary', code: '482913' },
  { kind: 'changing', link: LINK },
  { kind: 'changed' },
];

describe('mails', () => {
  it('fit the narrowest phone, and are a column on a desktop', async ({ page }) => {
    for (const locale of ['en', 'de', 'ar'] as const) {
      for (const mail of MAILS) {
        const { html } = renderMail({
          to: 'mira@example.com',
          locale,
          values: VALUES,
          project: 'Meridian',
          ...mail,
        });
        await page.setContent(html);
        await page.setViewportSize({ width: 320, height: 640 });
        const isTooWide = () => page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
        expect(await isTooWide(), `${mail.kind} in ${locale}`).toBe(false);
        await page.setViewportSize({ width: 1280, height: 640 });
        expect((await page.locator('.card').boundingBox())?.width).toBe(440);
      }
    }
  });
});
