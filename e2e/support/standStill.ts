import type { DemoPage } from './DemoPage.js';

/** Waits until the modal has no running animation except infinite ones, and every image is loaded. */
export async function standStill(demo: DemoPage): Promise<void> {
  await demo.page.waitForFunction(() => {
    const host = [...document.querySelectorAll('*')].find(({ shadowRoot }) =>
      shadowRoot?.querySelector('[role="dialog"][data-view]'),
    );
    const root = host?.shadowRoot;
    if (!root) return false;
    // Ignore the fades at the edges of a scrolled list, which run on a scroll timeline.
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
