import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** A rectangle of the viewport, in CSS pixels. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const EDGES = 60;

interface Difference {
  readonly pixels: number;
  /** The differing area, in device pixels. */
  readonly box: readonly [left: number, top: number, right: number, bottom: number];
}

/** Takes a screenshot of the viewport after all motion has ended. */
export async function picture(page: Page): Promise<Buffer> {
  await page.evaluate(motionEnds);
  return page.screenshot({ animations: 'disabled', caret: 'hide' });
}

/** Runs in the page: waits until the finite animations in the modal have ended and fonts are loaded. */
async function motionEnds(): Promise<void> {
  await document.fonts.ready;
  const running = () =>
    (document.querySelector('latchkit-root')?.shadowRoot?.getAnimations() ?? []).filter(
      ({ timeline, effect, playState }) =>
        playState === 'running' &&
        effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY &&
        timeline instanceof DocumentTimeline,
    );
  while (running().length > 0) await Promise.allSettled(running().map(({ finished }) => finished));
  await new Promise(requestAnimationFrame);
}

/** Asserts that two pictures have the same pixels except for blending differences, outside of `except` and left of `width` if given. */
export async function expectSamePixels(
  page: Page,
  a: Buffer,
  b: Buffer,
  except?: Box,
  name = '',
  width?: number,
): Promise<void> {
  if (!except && a.equals(b)) return;
  // In a page without styles or policy.
  const reader = await page.context().newPage();
  const pictures = [a.toString('base64'), b.toString('base64')] as const;
  const found = await reader.evaluate(compare, [pictures, except, width] as const);
  await reader.close();
  // Tolerates a few antialiased edges; the smallest visible change affects many more pixels.
  if (found.pixels > EDGES) expect(found, `the pictures differ: ${name}`).toEqual({ pixels: 0, box: [] });
}

/** Runs in the page. */
async function compare([pictures, except, until = Number.POSITIVE_INFINITY]: readonly [
  readonly [string, string],
  Box | undefined,
  number | undefined,
]): Promise<Difference | { pixels: 0; box: [] }> {
  const read = async (encoded: string) => {
    const image = new Image();
    image.src = `data:image/png;base64,${encoded}`;
    await image.decode();
    const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight);
    const context = canvas.getContext('2d');
    if (!context) throw new Error('The page has no canvas.');
    context.drawImage(image, 0, 0);
    return context.getImageData(0, 0, canvas.width, canvas.height);
  };
  const [one, other] = await Promise.all([read(pictures[0]), read(pictures[1])]);
  if (one.width !== other.width || one.height !== other.height)
    throw new Error('The pictures differ in size.');
  // Chromium's blending differs slightly, but invisibly, when the surrounding page uses other layers.
  const near = (offset: number) =>
    [0, 1, 2].every(i => Math.abs((one.data[offset + i] ?? 0) - (other.data[offset + i] ?? 0)) <= 16);
  const first = new Uint32Array(one.data.buffer);
  const second = new Uint32Array(other.data.buffer);
  let pixels = 0;
  let [left, top, right, bottom] = [one.width, one.height, 0, 0];
  for (let at = 0; at < first.length; at += 1) {
    if (first[at] === second[at] || near(at * 4)) continue;
    const x = at % one.width;
    const y = Math.floor(at / one.width);
    if (x >= until) continue;
    const { x: fromX = 0, y: fromY = 0, width = 0, height = 0 } = except ?? {};
    if (x >= fromX && x < fromX + width && y >= fromY && y < fromY + height) continue;
    pixels += 1;
    [left, top, right, bottom] = [
      Math.min(left, x),
      Math.min(top, y),
      Math.max(right, x),
      Math.max(bottom, y),
    ];
  }
  return pixels === 0 ? { pixels, box: [] } : { pixels, box: [left, top, right, bottom] };
}
