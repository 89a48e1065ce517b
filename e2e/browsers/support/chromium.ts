import type { BrowserContext, ElementHandle, Page } from 'playwright-core';
import { launchChromium } from '../../support/journey.js';
import type { DrivenBrowser, FoundBrowser, Place, Tab } from './DrivenBrowser.js';

/** The Chromium of all journeys, which partitions storage as users' browsers do. */
export const chromium: FoundBrowser = { name: 'Chromium', needs: 'chromium-headless-shell', launch };

async function launch(): Promise<DrivenBrowser> {
  const browser = await launchChromium({ partitioned: true });
  const context: BrowserContext = await browser.newContext();
  const ids = new Map<Page, string>();
  const tabOf = (page: Page): Tab => {
    const id = ids.get(page) ?? String(ids.size);
    ids.set(page, id);
    return chromiumTab(page, id);
  };
  return {
    version: `Chromium ${browser.version()}`,
    tabs: async () => context.pages().map(tabOf),
    open: async () => tabOf(await context.newPage()),
    close: () => browser.close(),
  };
}

function chromiumTab(page: Page, id: string): Tab {
  const at = (place: Place) => {
    const frame = place === 'page' ? page.mainFrame() : page.frames()[1];
    if (frame === undefined) throw new Error('The page has no iframe.');
    return frame;
  };
  return {
    id,
    async goto(url) {
      await page.goto(url);
    },
    async reload() {
      await page.reload();
    },
    evaluate: async (place, work, ...args) => {
      const text: string = await at(place).evaluate(
        `(async given => JSON.stringify(await (${String(work)})(...given)))(${JSON.stringify(args)})`,
      );
      return text === undefined ? undefined : JSON.parse(text);
    },
    async press(place, index, rest) {
      const found = await at(place).evaluateHandle(
        at => (window as unknown as { looked: Element[] }).looked[at],
        index,
      );
      const element = found.asElement() as ElementHandle<Element>;
      await element.hover();
      await page.waitForTimeout(rest);
      await page.mouse.down();
      await page.mouse.up();
    },
    async type(text) {
      await page.keyboard.type(text);
    },
    show: () => page.bringToFront(),
    picture: () => page.screenshot(),
    close: () => page.close(),
  };
}
