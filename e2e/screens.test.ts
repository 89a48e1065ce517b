import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { describe } from 'vitest';
import { DemoPage } from './support/DemoPage.js';
import { it } from './support/demo.js';
import { SCENES } from './support/scenes.js';
import { standStill } from './support/standStill.js';

/**
 * Takes screenshots for human review, only if one of these variables is set:
 * `LATCHKIT_SCREENS=<directory>` saves every view, light and dark, on a desktop and as a sheet, in Arabic and in German;
 * with `LATCHKIT_SCENES=<names, with commas>` only these;
 * `LATCHKIT_README=<directory>` saves the three of the README, at twice their size.
 */
const { LATCHKIT_SCREENS: screens, LATCHKIT_SCENES: wanted, LATCHKIT_README: readme } = process.env;
const CHOSEN = wanted ? SCENES.filter(({ name }) => wanted.split(',').includes(name)) : SCENES;

const DESKTOP = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };

const LOOKS = [
  { name: 'light-desktop', query: 'theme=light', viewport: DESKTOP },
  { name: 'dark-desktop', query: 'theme=dark', viewport: DESKTOP },
  { name: 'light-sheet', query: 'theme=light', viewport: PHONE },
  { name: 'dark-sheet', query: 'theme=dark', viewport: PHONE },
  { name: 'light-rtl', query: 'theme=light&locale=ar', viewport: DESKTOP },
  { name: 'german-desktop', query: 'theme=light&locale=de', viewport: DESKTOP },
  { name: 'german-sheet', query: 'theme=dark&locale=de', viewport: PHONE },
] as const;

const README = [
  {
    name: 'connect-light',
    scene: 'connect-email',
    query: 'theme=light',
    viewport: { width: 1120, height: 720 },
  },
  { name: 'account-dark', scene: 'account', query: 'theme=dark', viewport: { width: 1120, height: 720 } },
  { name: 'sheet', scene: 'connect', query: 'theme=light', viewport: PHONE },
] as const;

describe.runIf(screens)('screens', () => {
  for (const look of LOOKS) {
    it(look.name, { timeout: 300_000 }, async ({ browser, stack, remembered }) => {
      const directory = path.join(screens ?? '', look.name);
      mkdirSync(directory, { recursive: true });
      for (const scene of CHOSEN) {
        const page = await browser.newPage({ baseURL: stack.demo, viewport: look.viewport });
        const demo = new DemoPage(page, remembered);
        await scene.reach(demo, look.query);
        await standStill(demo);
        await page.screenshot({ path: path.join(directory, `${scene.name}.png`) });
        await page.close();
      }
    });
  }
});

describe.runIf(readme)('pictures of the README', () => {
  for (const { name, scene, query, viewport } of README) {
    it(name, async ({ browser, stack, remembered }) => {
      mkdirSync(readme ?? '', { recursive: true });
      const page = await browser.newPage({ baseURL: stack.demo, viewport, deviceScaleFactor: 2 });
      const demo = new DemoPage(page, remembered);
      await SCENES.find(one => one.name === scene)?.reach(demo, query);
      await standStill(demo);
      await page.screenshot({ path: path.join(readme ?? '', `${name}.png`) });
      await page.close();
    });
  }
});
