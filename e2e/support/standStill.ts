import type { DemoPage } from './DemoPage.js';

/** Waits until nothing in the modal moves but what waits forever, and every picture is there. */
export async function standStill(demo: DemoPage): Promise<void> {
  await demo.page.waitForFunction(() => {
    const host = [...document.querySelectorAll('*')].find(({ shadowRoot }) =>
      shadowRoot?.querySelector('[role="dialog"][data-view]'),
    );
    const root = host?.shadowRoot;
    if (!root) return false;
    // Fades at the edges of a scrolled list run on a timeline of their own, that of scrolling.
    const moving = (root.querySelector('dialog')?.getAnimations({ subtree: true }) ?? []).filter(
      ({ playState, effect, timeline }) =>
        playState === 'running' &&
        timeline === document.timeline &&
        effect?.getTiming().iterations !== Number.POSITIVE_INFINITY,
    );
    const pictures = [...root.querySelectorAll('img')];
    return moving.length === 0 && pictures.every(picture => picture.complete);
  });
}
