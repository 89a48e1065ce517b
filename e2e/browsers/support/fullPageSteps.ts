import type { DrivenBrowser } from './DrivenBrowser.js';
import { eventually, type Visitor } from './Visitor.js';

/** Milliseconds that the mouse rests on a button before the press, which counts only after half a second. */
const REST = 700;

/** Milliseconds until another press, if the first one did nothing. */
const PAUSE = 15_000;

/** Passes the page of the wallet service, which names the site, and logs in at the development provider. */
export async function passToProvider(visitor: Visitor, as: string): Promise<void> {
  await visitor.presses('.actions button', 'Continue', 'page', REST);
  await visitor.presses('button', `Continue as ${as}`);
}

/** How a login that left the page ended: the presses in the wallet page, and whether the wallet window opened. */
export interface ComingBack {
  readonly presses: number;
  readonly hasWindow: boolean;
}

/** Comes back from the provider to the host page, and presses Continue where the wallet page asks, until the page is connected. */
export async function comeBack(browser: DrivenBrowser, visitor: Visitor): Promise<ComingBack> {
  const known = new Set((await browser.tabs()).map(({ id }) => id));
  let presses = 0;
  let hasWindow = false;
  let last = 0;
  await eventually(async () => {
    const opened = (await browser.tabs()).find(({ id }) => !known.has(id));
    if (opened !== undefined) {
      hasWindow = true;
      return 'in the window';
    }
    await visitor.tab.show();
    const status = await visitor.read('status').catch(() => '');
    const [go] = await visitor.sees('.actions button', 'Continue', 'frame').catch(() => []);
    if (status !== 'connected' && go?.isOnTop === true && !go.disabled && Date.now() - last > PAUSE) {
      // Once the modal has grown to its size.
      await visitor.presses('.actions button', 'Continue', 'frame', REST);
      last = Date.now();
      presses += 1;
    }
    return status;
  }, 'connected');
  return { presses, hasWindow };
}
