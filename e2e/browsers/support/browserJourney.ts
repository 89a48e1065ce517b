import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { inject, test } from 'vitest';
import type { DrivenBrowser, FoundBrowser } from './DrivenBrowser.js';
import { Visitor } from './Visitor.js';

/** `it` with a browser with an empty profile, and a visitor in its only tab. */
export function journeysIn({ name, launch }: FoundBrowser) {
  return test
    .extend('stack', { scope: 'worker' }, () => inject('stack'))
    .extend('browser', async ({ stack: _ }, { onCleanup }): Promise<DrivenBrowser> => {
      if (launch === undefined) throw new Error(`${name} is not installed.`);
      const browser = await launch();
      onCleanup(() => browser.close());
      return browser;
    })
    .extend('visitor', async ({ browser }): Promise<Visitor> => {
      // A new tab, because headless Firefox never focuses its first one.
      const tab = await browser.open();
      await tab.show();
      return new Visitor(tab);
    });
}

/** Saves a screenshot for review if `LATCHKIT_SCREENS=<directory>` is set. */
export async function picture({ tab }: Visitor, { name }: FoundBrowser, of: string): Promise<void> {
  const { LATCHKIT_SCREENS: directory } = process.env;
  if (!directory) return;
  const folder = path.join(directory, name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, `${of}.png`), await tab.picture());
}
