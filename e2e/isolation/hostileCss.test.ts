import { describe, expect } from 'vitest';
import { launchChromium } from '../support/journey.js';
import { type LabPage, it as labIt } from './support/lab.js';
import { expectSamePixels, picture } from './support/pixels.js';

// Two device pixels per pixel, because a centred modal may be at half a pixel, which Chromium rounds depending on other layers.
const it = labIt.extend('context', async ({ browser }, { onCleanup }) => {
  const context = await browser.newContext({
    viewport: { width: 800, height: 700 },
    deviceScaleFactor: 2,
    reducedMotion: 'no-preference',
  });
  onCleanup(() => context.close());
  return context;
});

/** Styles with which a host may affect everything on its page. */
const HOSTILE = {
  'all: unset': '* { all: unset !important }',
  'all: revert': '* { all: revert !important }',
  'hidden elements': 'div, button, dialog, section, latchkit-root { display: none !important }',
  'a big rem': 'html { font-size: 32px !important } body { font: italic 900 40px/3 serif !important }',
  'right to left':
    'html { direction: rtl !important } body { text-align: right; unicode-bidi: bidi-override }',
  'vertical writing': 'html { writing-mode: vertical-rl; text-orientation: upright } #more { display: none }',
  'a moved body': 'body { transform: rotate(3deg) scale(.7); perspective: 100px; will-change: transform }',
  'a filtered body':
    'body { filter: blur(4px) invert(1); opacity: .4; mix-blend-mode: difference; backdrop-filter: invert(1) }',
  'a clipped body':
    'body { overflow: hidden; contain: strict; block-size: 10px; clip-path: inset(40%) } html { overflow: scroll }',
  'an untouchable body':
    '* { pointer-events: none !important; user-select: none !important; visibility: hidden !important; cursor: none !important }',
  'a zoomed body': 'body { zoom: 1.5 }',
  'a zoomed page': 'html { zoom: .8 }',
  layers: 'header, main { position: fixed; inset: 0; z-index: 2147483647; background: red }',
  'universal motion':
    '* { transition: all 9s !important; animation: host-spin 9s infinite !important } @keyframes host-spin { to { rotate: 360deg; opacity: 0 } }',
  'universal boxes':
    '* { box-sizing: content-box !important; border: 5px solid red !important; margin: 9px !important; padding: 9px !important; background: lime !important; outline: 3px solid blue !important } *::before, *::after { content: "!" !important }',
  'universal text':
    '* { color: red !important; font: 30px/2 monospace !important; letter-spacing: 5px !important; word-spacing: 20px !important; text-transform: uppercase !important; text-shadow: 2px 2px red !important; white-space: nowrap !important; hyphens: auto !important; tab-size: 20 !important; color-scheme: dark !important; accent-color: red !important }',
  'its own names':
    '.lk-modal, .lk-row, .lk-root, [role=dialog], dialog::backdrop { display: none !important; background: red !important } :root { color-scheme: dark }',
} as const;

/** All styles that can be combined, for the walk through the views. */
const WORST = (
  [
    'all: unset',
    'hidden elements',
    'a big rem',
    'right to left',
    'a moved body',
    'a filtered body',
    'universal motion',
  ] as const
).map(name => HOSTILE[name]);

/** Of an account whose balance no other journey changes between two pictures. */
const UNUSED_KEY = `0x${'c5'.repeat(32)}` as const;

/** The views that a host can open. */
const VIEWS = {
  disconnected: ['Connect', 'WhatIsAWallet', 'WhatIsANetwork'],
  connected: ['Account', 'SwitchNetwork', 'Receive'],
} as const;

/** Opens a view with a scrim that hides the page, so that only the modal is compared, and returns a screenshot. */
async function viewPicture(lab: LabPage, view: string): Promise<Buffer> {
  const { page } = lab;
  await page.evaluate(name => window.lab.hosts[0]?.open({ view: name as 'Connect' }), view);
  await lab.shows(view);
  await page.evaluate(() => {
    const root = document.querySelector('latchkit-root')?.shadowRoot;
    const scrim = new CSSStyleSheet();
    scrim.replaceSync('.lk-modal::backdrop { background: #777 !important }');
    if (root) root.adoptedStyleSheets = [...root.adoptedStyleSheets, scrim];
  });
  const seen = await picture(page);
  await page.evaluate(() => window.lab.hosts[0]?.close());
  await lab.isClosed();
  return seen;
}

async function start(lab: LabPage, connected: boolean, css?: string): Promise<void> {
  await lab.open();
  if (css) await lab.page.addStyleTag({ content: css });
  await lab.page.evaluate(key => {
    window.lab.wallet({ privateKeys: [key] });
    window.lab.host({}, { content: 'nothing' });
  }, UNUSED_KEY);
  await lab.knows('dev.latchkit.demo');
  if (connected) await lab.page.evaluate(() => window.lab.hosts[0]?.connect('dev.latchkit.demo'));
}

describe('the page’s own CSS', () => {
  it.runIf(process.env.LATCHKIT_FULL)(
    'changes no pixel of the modal, whatever the page does',
    async ({ lab }) => {
      await start(lab, false);
      const plain = await viewPicture(lab, 'Connect');
      for (const [name, css] of Object.entries(HOSTILE)) {
        const sheet = await lab.page.addStyleTag({ content: css });
        await expectSamePixels(lab.page, plain, await viewPicture(lab, 'Connect'), undefined, name);
        await sheet.evaluate(style => (style as HTMLStyleElement).remove());
      }
    },
  );

  for (const [state, views] of Object.entries(VIEWS)) {
    it.runIf(process.env.LATCHKIT_FULL || state === 'connected')(
      `changes no pixel of any view: ${state}`,
      async ({ lab }) => {
        const plain: Buffer[] = [];
        await start(lab, state === 'connected');
        for (const view of views) plain.push(await viewPicture(lab, view));
        await start(lab, state === 'connected', WORST.join('\n'));
        for (const [index, view] of views.entries()) {
          const before = plain[index] ?? Buffer.of();
          await expectSamePixels(lab.page, before, await viewPicture(lab, view), undefined, view);
        }
      },
    );
  }
});

describe('Latchkit on a page', () => {
  it('changes no pixel of the page: mounted, opened and closed', async ({ lab, page }) => {
    await lab.open();
    const before = await picture(page);
    await page.evaluate(() => {
      window.lab.wallet();
      window.lab.host({}, { content: 'nothing' });
    });
    await lab.knows('dev.latchkit.demo');
    await expectSamePixels(page, before, await picture(page));
    await page.evaluate(() => window.lab.hosts[0]?.open());
    await lab.shows('Connect');
    await page.evaluate(() => window.lab.hosts[0]?.close());
    await lab.isClosed();
    await expectSamePixels(page, before, await picture(page));
    expect(
      await page.evaluate(() =>
        [...document.querySelectorAll('[style]:not([style=""])')].map(({ outerHTML }) => outerHTML),
      ),
    ).toEqual([]);
  });

  it('moves nothing of the page while the modal is open, with scrollbars that take room, and lets it scroll after', async ({
    pages: _,
    lab,
    stack: __,
  }) => {
    const browser = await launchChromium({ ignoreDefaultArgs: ['--hide-scrollbars'] });
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    const page = await context.newPage();
    try {
      const visible = lab.on(page);
      await visible.open();
      await page.evaluate(() => {
        window.scrollTo(0, 200);
        window.lab.host({}, { content: 'nothing' });
      });
      expect(await page.evaluate(() => innerWidth - document.documentElement.clientWidth)).toBeGreaterThan(0);
      const layout = () =>
        page.evaluate(() => [
          scrollY,
          ...[...document.querySelectorAll('body *:not(latchkit-root)')].map(element => {
            const { x, y, width, height } = element.getBoundingClientRect();
            return `${element.tagName} ${x} ${y} ${width} ${height}`;
          }),
        ]);
      const [before, seen] = [await layout(), await picture(page)];
      await page.evaluate(() => window.lab.hosts[0]?.open());
      await visible.shows('Connect');
      await page.evaluate(() => {
        const bare = new CSSStyleSheet();
        bare.replaceSync(
          '.lk-modal::backdrop { background: none !important } .lk-modal { box-shadow: none !important }',
        );
        document.querySelector('latchkit-root')?.shadowRoot?.adoptedStyleSheets.push(bare);
      });
      expect(await layout()).toEqual(before);
      const during = await picture(page);
      const { x = 0, y = 0, width = 0, height = 0 } = (await visible.modal.boundingBox()) ?? {};
      const box = { x: x - 1, y: y - 1, width: width + 2, height: height + 2 };
      // The scrollbar may look different while there is nothing to scroll.
      await expectSamePixels(page, seen, during, box, 'open', 1_265);
      await page.mouse.move(5, 5);
      await page.mouse.wheel(0, 300);
      await page.evaluate(() => new Promise(requestAnimationFrame));
      expect(await layout()).toEqual(before);
      await page.keyboard.press('Escape');
      await visible.isClosed();
      expect(await page.evaluate(() => document.documentElement.getAttribute('style'))).toBe(null);
      await expectSamePixels(page, seen, await picture(page));
      await page.mouse.wheel(0, 300);
      await page.waitForFunction(() => scrollY > 200);
    } finally {
      await browser.close();
    }
  });
});
