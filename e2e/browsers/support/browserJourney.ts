import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { inject, test } from 'vitest';
import type { DrivenBrowser, FoundBrowser } from './DrivenBrowser.js';
import { Visitor } from './Visitor.js';

/** `it` with a browser that nobody used before, and a visitor in its one tab. */
export function journeysIn({ name, launch }: FoundBrowser) {
  return test
    .extend('stack', { scope: 'worker' }, () => inject('stack'))
    .extend('browser', async ({ stack: _ }, { onCleanup }): Promise<DrivenBrowser> => {
      if (launch === undefined) throw new Error(`There is no ${name}.`);
      const browser = await launch();
      onCleanup(() => browser.close());
      return browser;
    })
    .extend('visitor', async ({ browser }): Promise<Visitor> => {
      // Not in the tab that the browser starts with: Firefox without a screen never gives that one the focus.
      const tab = await browser.open();
      await tab.show();
      return new Visitor(tab);
    });
}

/** `LATCHKIT_SCREENS=<directory>` saves what a visitor sees there, for people to look at. */
export async function picture({ tab }: Visitor, { name }: FoundBrowser, of: string): Promise<void> {
  const { LATCHKIT_SCREENS: directory } = process.env;
  if (!directory) return;
  const folder = path.join(directory, name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, `${of}.png`), await tab.picture());
}
