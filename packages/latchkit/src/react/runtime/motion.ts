/** Durations in milliseconds, from the design's motion table. */
export const DURATION = {
  open: 80,
  resume: 280,
  close: 140,
  sheetOpen: 480,
  sheetClose: 260,
  height: 380,
  leave: 140,
  enter: 380,
  title: 220,
  travel: 420,
  shake: 500,
  still: 120,
} as const;

const EASE = {
  glide: ['--lk-spring-glide', 'cubic-bezier(0.25, 0.9, 0.3, 1)'],
  settle: ['--lk-spring-settle', 'cubic-bezier(0.22, 1, 0.36, 1)'],
} as const;

/** Whether movement is off: by the visitor's preference or the host's theme. */
export function isStill(element: Element): boolean {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return true;
  return getComputedStyle(element).getPropertyValue('--lk-motion').trim() === '0';
}

/** The theme's easing; engines without `linear()` use an approximation. */
export function easing(element: Element, name: keyof typeof EASE): string {
  const [token, fallback] = EASE[name];
  const value = getComputedStyle(element).getPropertyValue(token).trim().replace(/\s+/g, ' ');
  return value && CSS.supports('transition-timing-function', value) ? value : fallback;
}

/** Opens the modal: controls are usable from the first frame, and only the surroundings fade in. */
export function animateOpen(dialog: HTMLElement, sheet: boolean): void {
  const timing = { duration: DURATION.open, easing: 'ease-out' };
  animateScrim(dialog, [{ opacity: 0 }, { opacity: 1 }], timing);
  if (!sheet) dialog.animate([{ boxShadow: 'none' }, {}], timing);
  else if (!isStill(dialog)) {
    dialog.animate([{ translate: '0 100%' }, { translate: '0 0' }], {
      duration: DURATION.sheetOpen,
      easing: easing(dialog, 'glide'),
    });
  }
}

/** Closes the modal, starting from how it is drawn now. `duration` in milliseconds. */
export function animateClose(
  dialog: HTMLElement,
  sheet: boolean,
): { animations: Animation[]; duration: number } {
  const still = isStill(dialog);
  const duration = still ? DURATION.still : sheet ? DURATION.sheetClose : DURATION.close;
  const last = still ? { opacity: 0 } : sheet ? { translate: '0 100%' } : { opacity: 0, scale: 0.98 };
  const timing = { duration, easing: 'ease-in', fill: 'forwards' } as const;
  const scrim = animateScrim(dialog, [{ opacity: 0 }], timing);
  return { duration, animations: [dialog.animate(last, timing), ...scrim] };
}

/**
 * Animates the scrim, which is the dialog's backdrop. An engine that can't animate it shows and hides it immediately.
 */
function animateScrim(
  dialog: HTMLElement,
  frames: Keyframe[],
  timing: KeyframeAnimationOptions,
): Animation[] {
  try {
    return [dialog.animate(frames, { ...timing, pseudoElement: '::backdrop' })];
  } catch {
    return [];
  }
}

/** Cancels the closing animation if the modal is opened again, starting from how it is drawn now. */
export function resumeOpen(dialog: HTMLDialogElement, closing: readonly Animation[]): void {
  const { opacity, scale, translate } = getComputedStyle(dialog);
  for (const animation of closing) animation.cancel();
  if (!dialog.open || isStill(dialog)) return;
  const frames = [
    { opacity, scale, translate },
    { opacity: 1, scale: 'none', translate: 'none' },
  ];
  dialog.animate(frames, { duration: DURATION.resume, easing: 'ease-out' });
}

/** Shakes the modal when it refuses to close. */
export function animateShake(dialog: HTMLElement): void {
  if (isStill(dialog)) return;
  const at = (x: number) => ({ translate: `${x}px 0` });
  dialog.animate([at(0), at(-7), at(6), at(-4), at(2), at(0)], {
    duration: DURATION.shake,
    easing: 'ease-out',
  });
}
