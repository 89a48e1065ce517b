import type { Browser } from 'playwright-core';
import { describe, expect } from 'vitest';
import { LOOKS, type Look } from './lab/looks.js';
import { serveLab } from './lab/serveLab.js';
import { DemoPage, type RememberedVisit } from './support/DemoPage.js';
import { it as journey } from './support/demo.js';
import type { Scene } from './support/scenes/Scene.js';
import { SCENES } from './support/scenes.js';
import { standStill } from './support/standStill.js';

/** Set by `npm run lab`: the port of the lab, which then runs until it is stopped. */
const { LATCHKIT_LAB: port } = process.env;

/** Reaches scenes, each in its own page. */
const taker =
  (browser: Browser, baseURL: string, remembered: RememberedVisit) =>
  async (scene: Scene, { query, viewport }: Look): Promise<Buffer> => {
    const page = await browser.newPage({ baseURL, viewport });
    try {
      const demo = new DemoPage(page, remembered);
      await scene.reach(demo, query);
      await standStill(demo);
      return await page.screenshot();
    } finally {
      await page.close();
    }
  };

const it = journey.extend('lab', async ({ browser, stack, remembered }, { onCleanup }) => {
  const lab = await serveLab(taker(browser, stack.demo, remembered), Number(port ?? 0));
  onCleanup(() => lab.stop());
  return lab;
});

describe('the lab', () => {
  if (port) {
    it('serves the scenes until it is stopped', { timeout: 0 }, async ({ lab }) => {
      console.log(`Lab: ${lab.origin} (Ctrl-C stops it)`);
      await new Promise(() => {});
    });
    return;
  }

  it.runIf(process.env.LATCHKIT_FULL)(
    'lists every scene in every look, and shows its picture',
    async ({ lab, page }) => {
      // Pictures take seconds each, so this takes only one.
      await page.route('**/*.png', route => route.abort());
      await page.goto(lab.origin);
      const listed = await page.locator('img').evaluateAll(all => all.map(one => one.getAttribute('src')));
      const wanted = SCENES.flatMap(scene => LOOKS.map(look => `/${scene.name}/${look.name}.png`));
      expect(listed).toEqual(wanted);
      expect(new Set(LOOKS.map(({ direction }) => direction))).toEqual(new Set(['ltr', 'rtl']));
      const picture = await page.request.get(`${lab.origin}/what-is-a-wallet/dark-sheet-ar.png`);
      expect(picture.headers()['content-type']).toBe('image/png');
      expect((await picture.body()).subarray(1, 4).toString()).toBe('PNG');
    },
  );
});
