import type { Browser } from 'playwright-core';
import { describe, expect, onTestFinished } from 'vitest';
import { resize } from '../support/resize.js';
import { it, ReviewVisit } from './support/reviews.js';
import { signInText } from './support/signInText.js';
import { permitFor } from './support/typedData.js';

/** What the host sees of the review after it gave the frame a height, and what the visitor can do there without scrolling. */
interface Look {
  /** Pixels of the content that are out of view. */
  readonly hidden: number;
  /** The same without the hint below the details. */
  readonly before: number;
  readonly isEnabled: boolean;
  /** Whether every line that could change the decision is in view. */
  readonly showsAll: boolean;
}

/** Sends a request to a frame of a height that the host chose, and waits longer than Approve needs to count. */
async function lookAt(
  visit: ReviewVisit,
  height: number,
  ask: () => Promise<void>,
  isShort = false,
): Promise<Look> {
  await visit.page.evaluate(pixels => {
    const iframe = document.querySelector('iframe');
    iframe?.style.setProperty('height', `${pixels}px`, 'important');
  }, height);
  await ask();
  await visit.frame.locator('.details h1').waitFor();
  if (isShort) {
    // As a review without bytes, whose end is lower than what may stay out of view.
    await visit.frame.locator('.details details').evaluate(one => {
      one.style.display = 'none';
    });
  }
  await visit.waitIn(1_300);
  const isEnabled = await visit.approve.isEnabled();
  const seen = await visit.frame.locator('.details').evaluate(view => {
    const { bottom } = view.getBoundingClientRect();
    const matters = '.notice, .change, .fields > div, .facts > div:not(:last-child), .message';
    const isIn = (one: Element) => one.getBoundingClientRect().bottom <= bottom + 1;
    const hidden = view.scrollHeight - view.clientHeight;
    const hint = document.querySelector<HTMLElement>('.hint')?.offsetHeight ?? 0;
    return {
      hidden,
      before: hidden - (hint > 0 ? hint + 8 : 0),
      showsAll: [...view.querySelectorAll(matters)].every(isIn),
    };
  });
  await visit.page.evaluate(() => window.abortRequest());
  await visit.frame.locator('.screen').waitFor({ state: 'detached' });
  return { isEnabled, ...seen };
}

/** Pixels that the host takes away from the height that a request needs. */
const LESS = [0, 40, 60, 76, 100, 120, 128, 136, 200];

/** Sends the request to a frame of the height it needs, and to ever lower ones. */
async function lookAtAll(
  visit: ReviewVisit,
  ask: () => Promise<void>,
  isShort = false,
): Promise<readonly Look[]> {
  const { hidden } = await lookAt(visit, 420, ask, isShort);
  const looks: Look[] = [];
  for (const less of LESS) {
    if (hidden >= less) looks.push(await lookAt(visit, 420 + hidden - less, ask, isShort));
  }
  return looks;
}

describe('the end of a review', () => {
  it('may be a little out of view, but never with a line that could change the decision [SEC-57] (UX-21)', async ({
    visit,
  }) => {
    await visit.open('trusted');
    await resize(visit.page, { width: 800, height: 1_400 });
    const { evm } = await visit.addresses();
    const ask = () => visit.request('gate', 'eth_signTypedData_v4', [evm, JSON.stringify(permitFor(evm))]);
    for (const isShort of [false, true]) {
      const looks = await lookAtAll(visit, ask, isShort);
      expect(looks.map(({ isEnabled }) => isEnabled)).toContain(true);
      expect(looks.map(({ showsAll }) => showsAll)).toContain(false);
      // The last 8 px say nothing.
      const isSmall = ({ hidden }: Look) => hidden < 88;
      // Something that matters was among the last 80 px, before the hint to scroll took more room.
      expect(looks.some(({ showsAll, before }) => !showsAll && before < 86)).toBe(isShort);
      for (const look of looks) {
        expect(look.isEnabled, JSON.stringify(look)).toBe(look.showsAll && isSmall(look));
      }
    }
  });

  it('is read to its end where the review is of the gravest kind (UX-21)', async ({ visit }) => {
    await visit.open('trusted');
    const { evm } = await visit.addresses();
    const { message, ...permit } = permitFor(evm);
    const all = { ...permit, message: { ...message, value: String(2n ** 256n - 1n) } };
    await visit.request('grave', 'eth_signTypedData_v4', [evm, JSON.stringify(all)]);
    const window = await visit.openWindow();
    await resize(window, { width: 480, height: 560 });
    const go = window.locator('.actions').getByRole('button', { name: 'Approve anyway' });
    await go.waitFor();
    const view = window.locator('.details');
    const hidden = () => view.evaluate(one => one.scrollHeight - one.clientHeight);
    const page = await window.evaluate(() => innerHeight);
    // A little less than it needs.
    await resize(window, { width: 480, height: page + (await hidden()) - 40 });
    await expect.poll(hidden).toBeGreaterThan(20);
    await window.getByText('Scroll to the end to approve.').waitFor();
    expect(await go.isEnabled()).toBe(false);
  });

  it('of a checked sign-in to the site that asks needs no scrolling if it nearly fits (UX-08)', async ({
    visit,
  }) => {
    await visit.open();
    await resize(visit.page, { width: 800, height: 1_400 });
    const text = await signInText(visit);
    const looks = await lookAtAll(visit, () => visit.sign('sign-in', text));
    expect(looks.some(({ hidden, isEnabled }) => hidden > 40 && isEnabled)).toBe(true);
    for (const look of looks) {
      expect(look.isEnabled, JSON.stringify(look)).toBe(look.hidden < 88);
    }
    // One that does not fit.
    const more = Array.from({ length: 60 }, (_, at) => `\n- https://shop.example/${at}`).join('');
    const long = await signInText(visit, `\nResources:${more}`);
    expect((await lookAt(visit, 680, () => visit.sign('long', long))).isEnabled).toBe(false);
  });
});

describe('the picture of a site', () => {
  /** Lets the host name its icons, and returns what the wallet page shows beside the origin. */
  async function tileOf(visit: ReviewVisit, icons: readonly string[]): Promise<string> {
    await visit.page.evaluate(
      named =>
        window.hostFrame.frame.call('SYNC_DAPP_DATA', {
          metadata: { name: 'Shop', icons: named },
          projectId: '0',
          sdkVersion: '0',
          sdkType: 'latchkit',
        }) as Promise<unknown>,
      icons.slice(),
    );
    await visit.sign(`tile ${icons.length}`, 'Hello');
    await visit.armed();
    const shown = await visit.frame.locator('.tile').innerHTML();
    await visit.page.evaluate(() => window.abortRequest());
    await visit.frame.locator('.screen').waitFor({ state: 'detached' });
    return shown;
  }

  it('is a small one in its own message, beside the origin, and never one from elsewhere (UX-50)', async ({
    visit,
  }) => {
    await visit.open();
    const drawn = await visit.page.evaluate(() => {
      const canvas = document.createElement('canvas');
      canvas.width = 72;
      canvas.height = 72;
      canvas.getContext('2d')?.fillRect(0, 0, 72, 72);
      return canvas.toDataURL('image/png');
    });
    const asked: string[] = [];
    visit.page.on('request', request => asked.push(request.url()));
    const remote = `${new URL(visit.page.url()).origin}/icon.png`;
    const drawing = 'data:image/svg+xml;base64,PHN2Zy8+';
    expect(await tileOf(visit, [remote, drawing])).toBe('A');
    expect(asked.filter(url => url === remote)).toEqual([]);
    expect(await tileOf(visit, [remote, drawing, drawn])).toContain(`src="${drawn}"`);
  });
});

describe('Approve', () => {
  /** Opens a page with or without motion, and a request there. */
  async function inMotion(
    browser: Browser,
    sites: ReviewVisit['sites'],
    reducedMotion: 'reduce' | 'no-preference',
  ): Promise<ReviewVisit> {
    const context = await browser.newContext({ viewport: { width: 800, height: 800 }, reducedMotion });
    onTestFinished(() => context.close());
    const visit = new ReviewVisit(await context.newPage(), sites);
    await visit.open();
    await visit.sign('ready', 'Hello');
    await expect.poll(() => visit.approve.isEnabled()).toBe(true);
    return visit;
  }
  const isFilling = (visit: ReviewVisit) =>
    visit.approve.evaluate(one => one.hasAttribute('data-filling') && one.getAnimations().length === 1);

  it('fills for half a second when the mouse comes, as long as a press is too early (V-06)', async ({
    browser,
    sites,
  }) => {
    const visit = await inMotion(browser, sites, 'no-preference');
    await expect.poll(() => isFilling(visit)).toBe(false);
    const { x, y } = await visit.centreOf(visit.approve);
    await visit.page.mouse.move(x, y);
    await expect.poll(() => isFilling(visit), { interval: 20 }).toBe(true);
    await visit.page.mouse.click(x, y);
    await visit.frame.getByText('That was a moment too early. Press again.').waitFor();
    expect(await visit.signatures()).toBe(0);
    await expect.poll(() => isFilling(visit)).toBe(false);
    await visit.press(visit.approve);
    await expect.poll(() => visit.answer('ready')).toMatchObject({ result: expect.any(String) });
  });

  it('does not move for visitors who want no motion, and counts as late (V-06)', async ({
    browser,
    sites,
  }) => {
    const visit = await inMotion(browser, sites, 'reduce');
    const { x, y } = await visit.centreOf(visit.approve);
    await visit.page.mouse.move(x, y);
    expect(await visit.approve.getAttribute('data-filling')).toBeNull();
    await visit.page.mouse.click(x, y);
    expect(await visit.signatures()).toBe(0);
    await visit.rest(visit.approve);
    await visit.press(visit.approve);
    await expect.poll(() => visit.answer('ready')).toMatchObject({ result: expect.any(String) });
  });
});
