import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { violationsOfPage } from './axe.js';
import { resize } from './resize.js';

interface Size {
  readonly width: number;
  readonly height: number;
}

const PHONE: Size = { width: 390, height: 844 };

/** `LATCHKIT_SCREENS=<directory>` saves a picture of every screen in every look, for human review. */
const { LATCHKIT_FULL: isFull, LATCHKIT_SCREENS: saved } = process.env;

/**
 * Expects that axe finds nothing on a page of the wallet service, and that nothing scrolls sideways: in light at its size, and in the
 * full run also in dark and on a phone.
 *
 * @param size - That the page has, and has again afterwards.
 */
export async function checkLooks(page: Page, name: string, size: Size): Promise<void> {
  const looks = [
    ['light', size],
    ...(isFull
      ? ([
          ['dark', size],
          ['light', PHONE],
          ['dark', PHONE],
        ] as const)
      : []),
  ] as const;
  for (const [colorScheme, seen] of looks) {
    await page.emulateMedia({ colorScheme });
    await resize(page, seen);
    await expect.poll(() => page.locator('.pt-skeleton').count()).toBe(0);
    await page.evaluate(() => new Promise(requestAnimationFrame));
    // axe checks the contrast of nothing that is still appearing.
    await page.evaluate(async () => {
      await Promise.allSettled(document.getAnimations().map(({ finished }) => finished));
    });
    const look = `${name} ${colorScheme} ${seen.width}px`;
    if (saved) {
      mkdirSync(saved, { recursive: true });
      await page.screenshot({ path: path.join(saved, `${look.replaceAll(' ', '-')}.png`) });
    }
    const found = await violationsOfPage(page);
    expect(found, `${look}: ${found.join('; ')}`).toEqual([]);
    const isWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    expect(isWide, `sideways in ${look}`).toBe(false);
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await resize(page, size);
}

/** {@link checkLooks} of a screen that a test of something else reaches, in the full run only. */
export async function checkLooksInFull(
  page: Page,
  name: string,
  size: Size = { width: 1280, height: 800 },
): Promise<void> {
  if (isFull) await checkLooks(page, name, size);
}

/** The size with which the wallet window opens. */
export const WINDOW: Size = { width: 420, height: 720 };
