import type { Page } from 'playwright-core';

/** Pixels that a control can be touched in, in each direction, on a device whose main pointer is a finger. */
const TARGET = 44;

/**
 * Finds the controls of the modal that are smaller to the finger than 44 by 44 pixels: a touch at the edge of that square misses them.
 * Links in a sentence are as high as its line.
 */
export async function smallTargets(page: Page): Promise<readonly string[]> {
  const session = await page.context().newCDPSession(page);
  const touch = (enabled: boolean) =>
    session.send('Emulation.setTouchEmulationEnabled', { enabled, maxTouchPoints: 5 });
  await touch(true);
  try {
    await page.waitForFunction(() => matchMedia('(pointer: coarse)').matches);
    return await page.evaluate(findSmall, TARGET);
  } finally {
    await touch(false);
    await session.detach();
  }
}

/** Runs in the page. */
async function findSmall(target: number): Promise<string[]> {
  const controls = 'dialog[data-view] :is(button, input, select, summary, a[href])';
  const root = [...document.querySelectorAll('*')].find(({ shadowRoot }) =>
    shadowRoot?.querySelector(controls),
  )?.shadowRoot;
  if (!root) return ['There is no modal'];
  const small: string[] = [];
  // A pixel is lost to rounding on each side.
  const reach = target / 2 - 1;
  for (const control of root.querySelectorAll<HTMLElement>(controls)) {
    if (control.closest('.lk-ghost, [inert]') || !control.checkVisibility()) continue;
    // Nothing to press: disabled, or at work.
    if (control.matches(':disabled, [aria-busy="true"]')) continue;
    const isInSentence = control.matches('a') && control.closest('p, label') !== null;
    // What is typed into or ticked is reached by its label and its field too.
    const field = control.closest<HTMLElement>('label, .lk-field, .lk-amount, .lk-search, .lk-otp, .lk-row');
    const area = control.matches('input, select') && field ? field : control;
    area.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    await new Promise(requestAnimationFrame);
    const box = area.getBoundingClientRect();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const hits = (dx: number, dy: number) => {
      const hit = root.elementFromPoint(x + dx, y + dy);
      return hit !== null && area.contains(hit);
    };
    const edges = [
      [reach, 0],
      [-reach, 0],
      [0, reach],
      [0, -reach],
    ] as const;
    const misses = isInSentence ? [] : edges.filter(([dx, dy]) => !hits(dx, dy));
    if (misses.length > 0) {
      const name = control.getAttribute('aria-label') ?? control.textContent?.trim() ?? '';
      small.push(
        `${control.tagName.toLowerCase()}.${control.className} '${name.slice(0, 30)}' ${Math.round(box.width)}x${Math.round(box.height)} misses ${JSON.stringify(misses)}`,
      );
    }
  }
  return small;
}
