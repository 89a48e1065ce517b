import type { Frame, Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { DemoPage, eventually } from './support/DemoPage.js';
import { it } from './support/demo.js';
import { focused } from './support/keyboard.js';

declare global {
  interface Window {
    /** The browser's visibility reports of the wallet page, oldest first. */
    seen: boolean[];
  }
}

/** Loads the wallet page and observes its visibility. */
async function watchedWallet(demo: DemoPage): Promise<Frame> {
  const { page } = demo;
  await demo.open('wallet=none');
  await demo.connectButton.click();
  // Using the email field loads the wallet page.
  await demo.modal.getByRole('textbox', { name: 'Email address' }).click();
  await page.waitForFunction(() => window.demo.kit.store.getState().embeddedWallet.frame === 'ready');
  const frame = page.frames().find(one => new URL(one.url()).pathname === '/frame');
  if (!frame) throw new Error('The wallet page is not there.');
  await frame.evaluate(() => {
    window.seen = [];
    const options = { trackVisibility: true, delay: 100, threshold: [0, 0.99, 1] };
    new IntersectionObserver(entries => {
      for (const entry of entries as (IntersectionObserverEntry & { isVisible: boolean })[]) {
        window.seen.push(entry.isVisible && entry.intersectionRatio >= 0.99);
      }
    }, options).observe(document.documentElement);
  });
  return frame;
}

/** Lets the modal show the wallet page at a height, as for a request. */
async function showApproval(page: Page, height: number): Promise<void> {
  await page.evaluate(asked => {
    window.demo.kit.kernel.set(({ embeddedWallet, modal }) => ({
      embeddedWallet: { ...embeddedWallet, height: asked },
      modal: {
        ...modal,
        open: true,
        views: [...modal.views, { name: 'ApproveTransaction' }],
        direction: 'forward',
      },
    }));
  }, height);
}

const isSeen = (frame: Frame) => frame.evaluate(() => window.seen.at(-1) ?? false);
const sizeOf = (frame: Frame) => frame.evaluate(() => [innerWidth, innerHeight] as const);

/** Motion may hide the wallet page. */
const MOVING = { reducedMotion: 'no-preference' } as const;

const DESKTOP = { width: 1280, height: 800 };

const PLACES = [
  ['a desktop', DESKTOP],
  ['a sheet', { width: 390, height: 844 }],
  ['the narrowest sheet', { width: 344, height: 740 }],
] as const;

describe('the view of the wallet page', () => {
  it.for(process.env.LATCHKIT_FULL ? PLACES : PLACES.filter(([name]) => name !== 'a sheet'))(
    'shows it whole and undimmed on %s, at the size that it needs [VIEW-27]',
    async ([, viewport], { browser, stack }) => {
      const page = await browser.newPage({ ...MOVING, baseURL: stack.demo, viewport });
      const demo = new DemoPage(page);
      const frame = await watchedWallet(demo);
      expect(await isSeen(frame)).toBe(false);
      await showApproval(page, 480);
      await demo.shows('ApproveTransaction', 'Review request');
      await eventually(() => isSeen(frame), true);
      const [width, height] = await sizeOf(frame);
      expect(width).toBeGreaterThanOrEqual(320);
      expect(height).toBe(480);
      // A higher page scrolls inside the frame, and the modal stays inside the viewport.
      await page.evaluate(() => {
        window.demo.kit.kernel.set(({ embeddedWallet }) => ({
          embeddedWallet: { ...embeddedWallet, height: 5_000 },
        }));
      });
      await eventually(async () => (await sizeOf(frame))[1] > 480, true);
      await eventually(async () => {
        const box = await demo.modal.boundingBox();
        return box !== null && box.y >= 0 && box.y + box.height <= viewport.height;
      }, true);
      await eventually(() => isSeen(frame), true);
      await page.close();
    },
  );

  it('is never covered once it is seen: no tip, no toast, no motion', async ({ browser, stack }) => {
    const page = await browser.newPage({ ...MOVING, baseURL: stack.demo, viewport: DESKTOP });
    const demo = new DemoPage(page);
    const frame = await watchedWallet(demo);
    await showApproval(page, 480);
    await eventually(() => isSeen(frame), true);
    await frame.evaluate(() => {
      window.seen = [true];
    });
    const top = (await demo.modal.locator('.lk-wallet').boundingBox())?.y ?? 0;
    const endsAbove = async (part: string) => {
      await demo.modal.locator(part).waitFor();
      const box = await demo.modal.locator(part).boundingBox();
      expect((box?.y ?? 0) + (box?.height ?? Number.POSITIVE_INFINITY)).toBeLessThanOrEqual(top);
    };
    await demo.button('Close').hover();
    await endsAbove('.lk-tip');
    await page.evaluate(() => {
      const text =
        'A message that is so long that it would need several lines, if it were given them, and more.';
      window.demo.kit.kernel.set({ toast: { id: 1, tone: 'neutral', text } });
    });
    await endsAbove('.lk-toast');
    expect(await frame.evaluate(() => window.seen)).toEqual([true]);
    await page.close();
  });

  it.runIf(process.env.LATCHKIT_FULL)('is reached by Tab from Close', async ({ browser, stack }) => {
    const page = await browser.newPage({ ...MOVING, baseURL: stack.demo, viewport: DESKTOP });
    const demo = new DemoPage(page);
    const frame = await watchedWallet(demo);
    await showApproval(page, 480);
    await eventually(() => isSeen(frame), true);
    await frame.evaluate(() => {
      document.body.append(document.createElement('button'));
    });
    await eventually(() => focused(page), 'Review request');
    await page.keyboard.press('Tab');
    await eventually(() => focused(page), 'Close');
    await page.keyboard.press('Tab');
    // Focus moves to another process, which takes a moment.
    await eventually(() => page.evaluate(() => document.activeElement?.tagName), 'IFRAME');
    await page.close();
  });
});
