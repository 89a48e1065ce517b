import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { type MailContent, renderMail } from '../packages/gateway/src/wallet/shared/mail/renderMail.js';
import { it } from './support/journey.js';
import { resize } from './support/resize.js';

const VALUES = {
  host: 'preview-142.app.meridian-payroll.example',
  minutes: '10',
  email: 'mira.hollis-long-name@meridian-payroll.example',
  provider: 'Google',
  browser: 'Chrome on Windows',
};
/** The one with the longest words; in the full run all. */
const LOCALES = process.env.LATCHKIT_FULL ? (['en', 'de', 'ar'] as const) : (['de'] as const);

const LINK = 'https://vault.meridian.example/approve#t=token';
const MAILS: readonly Pick<MailContent, 'kind' | 'code' | 'link'>[] = [
  { kind: 'code', code: '482913' },
  { kind: 'approve', link: LINK },
  { kind: 'approveLogin', link: LINK },
  { kind: 'primary', code: '482913', link: LINK },
  { kind: 'secondary', code: '482913' },
  { kind: 'changing', link: LINK },
  { kind: 'changed' },
];

/** `LATCHKIT_SCREENS=<directory>` saves a picture of every email, light and dark, on a desktop and on a phone, for human review. */
const { LATCHKIT_SCREENS: saved } = process.env;

async function picture(page: Page, name: string): Promise<void> {
  if (!saved) return;
  mkdirSync(saved, { recursive: true });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const width of [390, 1280]) {
      await resize(page, { width, height: 640 });
      const file = path.join(saved, `mail-${name}-${colorScheme}-${width}px.png`);
      await page.screenshot({ path: file, fullPage: true });
    }
  }
}

describe('mails', () => {
  it('fit the narrowest phone, and are a column on a desktop', async ({ page }) => {
    for (const locale of LOCALES) {
      for (const mail of MAILS) {
        const { html } = renderMail({
          to: 'mira@example.com',
          locale,
          values: VALUES,
          project: 'Meridian',
          ...mail,
        });
        await page.setContent(html);
        await resize(page, { width: 320, height: 640 });
        const isTooWide = () => page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
        expect(await isTooWide(), `${mail.kind} in ${locale}`).toBe(false);
        await resize(page, { width: 1280, height: 640 });
        expect((await page.locator('.card').boundingBox())?.width).toBe(440);
        await picture(page, `${mail.kind}-${locale}`);
      }
    }
  });
});
