import type { CDPSession, Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { type LabPage, it as labIt } from './support/lab.js';

const it = labIt.extend('context', async ({ browser }, { onCleanup }) => {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    reducedMotion: 'no-preference',
    userAgent:
      'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36',
  });
  onCleanup(() => context.close());
  return context;
});

async function openSheet(lab: LabPage, wallets = 1): Promise<void> {
  await lab.open();
  await lab.page.evaluate(count => {
    for (let at = 1; at <= count; at += 1)
      window.lab.wallet({ name: `Wallet ${at}.`, rdns: `dev.wallet${at}` });
    window.lab.host();
  }, wallets);
  await lab.button.tap();
  await lab.shows('Connect');
  if (wallets > 10) await lab.modal.getByRole('button', { name: 'More' }).tap();
  await lab.row(`Wallet ${wallets}.`).waitFor();
  await lab.page.waitForFunction(() =>
    document
      .querySelector('latchkit-root')
      ?.shadowRoot?.getAnimations()
      .every(({ playState, timeline }) => playState !== 'running' || !(timeline instanceof DocumentTimeline)),
  );
}

/** Touches, moves by the distances and lifts, with `pause` ms between two moves. */
async function drag(
  page: Page,
  from: { x: number; y: number },
  distances: readonly number[],
  pause: number,
): Promise<void> {
  const touch: CDPSession = await page.context().newCDPSession(page);
  const at = (distance: number) => [{ x: from.x, y: from.y + distance }];
  let timestamp = Date.now() / 1_000;
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0), timestamp });
  for (const distance of distances) {
    timestamp += pause / 1_000;
    await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(distance), timestamp });
  }
  timestamp += pause / 1_000;
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [], timestamp });
}

/** A point between the title and the sheet's top edge. */
async function handle(lab: LabPage): Promise<{ x: number; y: number; height: number }> {
  const box = await lab.modal.boundingBox();
  if (!box) throw new Error('There is no sheet.');
  return { x: box.x + box.width / 2, y: box.y + 12, height: box.height };
}

const steps = (to: number, count: number) =>
  Array.from({ length: count }, (_, at) => (to * (at + 1)) / count);

describe('the sheet of a phone', () => {
  it('stands at the bottom edge over the full width, scrolls its list under the finger without closing or moving the page, and is dragged down past a quarter of its height to close', async ({
    lab,
    page,
  }) => {
    await openSheet(lab, 20);
    expect(await lab.modal.getAttribute('data-device')).toBe('sheet');
    const box = await lab.modal.boundingBox();
    expect(box).toMatchObject({ x: 0, width: 390 });
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeCloseTo(844, 0);
    const body = lab.modal.locator('.lk-body');
    await drag(page, { x: 195, y: 700 }, steps(-300, 10), 16);
    await expect.poll(() => body.evaluate(({ scrollTop }) => scrollTop)).toBeGreaterThan(100);
    await drag(page, { x: 195, y: 400 }, steps(380, 10), 16);
    await expect.poll(() => body.evaluate(({ scrollTop }) => scrollTop)).toBeLessThan(100);
    expect(await lab.modal.isVisible()).toBe(true);
    expect(await page.evaluate(() => scrollY)).toBe(0);
    const from = await handle(lab);
    await drag(page, from, steps(from.height * 0.4, 10), 100);
    await lab.isClosed();
  });

  it.runIf(process.env.LATCHKIT_FULL)(
    'goes back to its place when it is let go sooner',
    async ({ lab, page }) => {
      await openSheet(lab, 6);
      const from = await handle(lab);
      await drag(page, from, steps(from.height * 0.15, 10), 100);
      await expect.poll(async () => (await handle(lab)).y).toBe(from.y);
      expect(await page.evaluate(() => window.lab.hosts[0]?.kit.store.getState().modal.open)).toBe(true);
    },
  );

  it.runIf(process.env.LATCHKIT_FULL)('closes by a flick', async ({ lab, page }) => {
    await openSheet(lab, 6);
    const from = await handle(lab);
    await drag(page, from, steps(60, 4), 12);
    await lab.isClosed();
  });

  it('takes touches within 44 by 44 px around every control', async ({ lab, page }) => {
    await openSheet(lab, 3);
    for (const view of ['Connect', 'WhatIsAWallet', 'Account', 'SwitchNetwork', 'Receive'] as const) {
      if (view === 'Account') await page.evaluate(() => window.lab.hosts[0]?.connect('dev.wallet1'));
      await page.evaluate(name => window.lab.hosts[0]?.open({ view: name }), view);
      await lab.shows(view);
      const small = await page.evaluate(() => {
        const root = document.querySelector('latchkit-root')?.shadowRoot;
        const controls = [...(root?.querySelectorAll<HTMLElement>('button:not(:disabled)') ?? [])];
        return controls.flatMap(control => {
          // Skip a view that is animating out.
          if (control.closest('.lk-ghost, [inert]')) return [];
          control.scrollIntoView({ block: 'nearest' });
          const { x, y, width, height } = control.getBoundingClientRect();
          const [left, top] = [x + width / 2, y + height / 2];
          // 44 px in total, except for the pixel on the border.
          const reached = [
            [0, -21],
            [0, 21],
            [-21, 0],
            [21, 0],
          ].every(([dx = 0, dy = 0]) =>
            control.contains(root?.elementFromPoint(left + dx, top + dy) ?? null),
          );
          return reached
            ? []
            : [`${control.getAttribute('aria-label') ?? control.textContent} ${width}×${height}`];
        });
      });
      expect(small, view).toEqual([]);
    }
  });
});
