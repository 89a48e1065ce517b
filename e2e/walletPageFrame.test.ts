import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { it } from './support/demo.js';

const iframe = (page: Page) => page.locator('latchkit-root > iframe');

describe("the wallet page's iframe", () => {
  it('lives on as the same document while the modal opens, closes and shows it [FRAME-01] [VIEW-27]', async ({
    demo,
  }) => {
    const { page } = demo;
    await demo.open('wallet=none');
    await page.evaluate(async () => {
      const { kit } = window.demo;
      await (await kit.options.embeddedWallet?.follow(kit))?.preload();
      if (kit.store.getState().embeddedWallet.frame !== 'ready')
        throw new Error('The wallet page did not load.');
    });
    const inside = page.frames().find(frame => frame.parentFrame() !== null);
    if (!inside) throw new Error('There is no iframe.');
    await inside.evaluate(() => {
      const mark = { ticks: 0 };
      setInterval(() => {
        mark.ticks += 1;
      }, 20);
      Object.assign(window, { mark });
    });
    const ticks = () => inside.evaluate(() => (window as unknown as { mark: { ticks: number } }).mark.ticks);
    const isAlive = async () => {
      const before = await ticks();
      await expect.poll(ticks).toBeGreaterThan(before);
    };
    await isAlive();
    expect(await iframe(page).isVisible()).toBe(false);
    // Wallet windows find it only among the page's own frames.
    expect(await page.evaluate(() => window.frames.length)).toBe(1);

    await demo.connectButton.click();
    await demo.shows('Connect');
    await isAlive();
    expect(await iframe(page).isVisible()).toBe(false);
    // As for an approval: the view has the slot, and the wallet page requests to be shown.
    await page.evaluate(() => {
      const { kernel } = window.demo.kit;
      kernel.set(({ modal, embeddedWallet }) => ({
        modal: { ...modal, views: [{ name: 'ApproveTransaction' }] },
        embeddedWallet: { ...embeddedWallet, height: 440 },
      }));
      document.querySelector('latchkit-root > iframe')?.removeAttribute('hidden');
    });
    await demo.shows('ApproveTransaction');
    await expect.poll(() => iframe(page).isVisible()).toBe(true);
    const [box, around] = await Promise.all([iframe(page).boundingBox(), demo.modal.boundingBox()]);
    expect(box?.x).toBeGreaterThanOrEqual(around?.x ?? 0);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual((around?.x ?? 0) + (around?.width ?? 0));
    await isAlive();
    await page.keyboard.press('Escape');
    await demo.isClosed();
    await expect.poll(() => iframe(page).isVisible()).toBe(false);
    await isAlive();

    await page.evaluate(() => window.demo.kit.destroy());
    await expect.poll(() => page.locator('latchkit-root, iframe').count()).toBe(0);
  });
});
