import type { Browser, Frame } from 'playwright-core';

/** Time to describe a page that does not respond, in ms. */
const PATIENCE = 2_000;

/** The longest description of a frame, in characters. */
const LONGEST = 6_000;

/** Returns what each open page of a browser shows, with its frames: addresses and accessibility trees. For the log of a failed journey. */
export async function describePages(browser: Browser): Promise<string> {
  const pages = browser.contexts().flatMap(context => context.pages());
  const described = await Promise.all(pages.map(page => Promise.all(page.frames().map(describeFrame))));
  return described.flat().join('\n');
}

async function describeFrame(frame: Frame): Promise<string> {
  const shown = await frame
    .locator('body')
    .ariaSnapshot({ timeout: PATIENCE })
    .catch(error => String(error).split('\n', 1)[0] ?? '');
  return `${frame.url()}\n${shown.slice(0, LONGEST).replace(/^/gm, '  ')}`;
}
