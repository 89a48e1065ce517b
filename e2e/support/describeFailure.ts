import type { Browser, Frame } from 'playwright-core';
import type { RunnerTestCase } from 'vitest';

/** Time to describe a page that does not respond, in ms. */
const PATIENCE = 2_000;

/** The longest description of a frame, in characters. */
const LONGEST = 6_000;

/** Returns what each open page of a browser shows, with its frames: addresses and accessibility trees. */
async function describePages(browser: Browser): Promise<string> {
  const pages = browser.contexts().flatMap(context => context.pages());
  const described = await Promise.all(pages.map(page => Promise.all(page.frames().map(describeFrame))));
  return described.flat().join('\n');
}

/** Logs what the pages of a browser show, if the test has failed. Called before they are closed. */
export async function describeFailure(
  { name, result }: Readonly<Pick<RunnerTestCase, 'name' | 'result'>>,
  browser: Browser,
): Promise<void> {
  if (result?.state === 'fail') console.error(`'${name}' failed at:\n${await describePages(browser)}`);
}

async function describeFrame(frame: Frame): Promise<string> {
  const shown = await frame
    .locator('body')
    .ariaSnapshot({ timeout: PATIENCE })
    .catch(error => String(error).split('\n', 1)[0] ?? '');
  return `${frame.url()}\n${shown.slice(0, LONGEST).replace(/^/gm, '  ')}`;
}
