import { DURATION, easing, isStill } from './motion.js';

/** Measurements of the view that leaves. */
export interface LeavingView {
  /** Height of the modal with it, in pixels. */
  readonly height: number;
  /** Its copy, see `copyForLeaving`. */
  readonly ghost: HTMLElement | undefined;
  /** Position of the mark that moves into the next view. */
  readonly tile: DOMRect | undefined;
}

export interface ChangeOptions {
  readonly direction: 'forward' | 'back';
  readonly rtl: boolean;
  /** Receives every animation, so that the next change can end it. */
  readonly keep: (animation: Animation) => void;
}

/** Animates from the view that leaves to the one in the document. */
function moveViews(
  dialog: HTMLElement,
  { height, ghost, tile }: LeavingView,
  { direction, rtl, keep }: ChangeOptions,
): void {
  const play = (element: Element, frames: Keyframe[], options: KeyframeAnimationOptions) => {
    const animation = element.animate(frames, options);
    keep(animation);
    return animation;
  };
  const parts = [...dialog.querySelectorAll('.lk-body, .lk-footer')];
  if (isStill(dialog)) {
    for (const part of parts) play(part, [{ opacity: 0 }, { opacity: 1 }], { duration: DURATION.still });
    return;
  }
  const sign = travelSign(direction, rtl);
  const settle = easing(dialog, 'settle');
  const glide = glideHeight(dialog, height);
  if (glide) keep(glide);
  const target = tile && dialog.querySelector('.lk-body [data-shared-target]');
  const enter = (x: number) => [
    { opacity: 0, translate: `${sign * x}px 0` },
    { opacity: 1, translate: '0 0' },
  ];
  for (const part of target ? [] : parts) play(part, enter(14), { duration: DURATION.enter, easing: settle });
  const title = dialog.querySelector('.lk-title');
  if (title) play(title, enter(6), { duration: DURATION.title, easing: 'ease-out' });
  if (ghost) leave(dialog, ghost, sign, play);
  if (tile && target) travel(dialog, tile, target, settle, play);
}

type Play = (element: Element, frames: Keyframe[], options: KeyframeAnimationOptions) => Animation;

function leave(dialog: HTMLElement, ghost: HTMLElement, sign: number, play: Play): void {
  dialog.append(ghost);
  const frames = [
    { opacity: 1, translate: '0 0' },
    { opacity: 0, translate: `${sign * -8}px 0` },
  ];
  const remove = () => ghost.remove();
  play(ghost, frames, { duration: DURATION.leave, easing: 'ease-out', fill: 'forwards' }).finished.then(
    remove,
    remove,
  );
}

function travel(dialog: HTMLElement, from: DOMRect, target: Element, settle: string, play: Play): void {
  const transform = travelFrom(from, target.getBoundingClientRect());
  const frames = [
    { transform, transformOrigin: '0 0' },
    { transform: 'none', transformOrigin: '0 0' },
  ];
  play(target, frames, { duration: DURATION.travel, easing: settle });
  const followers = '.lk-body :is(.lk-ring-line, .lk-hero-title, .lk-hero-text, .lk-actions, .lk-group)';
  for (const part of dialog.querySelectorAll(followers)) {
    play(part, [{ opacity: 0 }, { opacity: 0, offset: 0.3 }, { opacity: 1 }], { duration: DURATION.travel });
  }
}

/** Attributes that identify or expose an element; the copy must not have them. */
const NAMING = ['id', 'name', 'role', 'data-return', 'data-testid'];

/** An inert copy of a leaving body, without names, ids and the moving mark. */
function copyForLeaving(body: HTMLElement, tile: Element | undefined): HTMLElement {
  const mark = 'data-travels';
  tile?.setAttribute(mark, '');
  const ghost = body.cloneNode(true) as HTMLElement;
  tile?.removeAttribute(mark);
  ghost.querySelector<HTMLElement>(`[${mark}]`)?.style.setProperty('visibility', 'hidden');
  for (const element of ghost.querySelectorAll(NAMING.map(name => `[${name}]`).join())) {
    for (const name of NAMING) element.removeAttribute(name);
  }
  ghost.inert = true;
  ghost.setAttribute('aria-hidden', 'true');
  ghost.classList.add('lk-ghost');
  return ghost;
}

/** The side that a view enters from: 1 right, -1 left. Moving forward, it enters from the inline end. */
export function travelSign(direction: 'forward' | 'back', rtl: boolean): 1 | -1 {
  return (direction === 'back') === rtl ? 1 : -1;
}

/** The transform that moves a box from `to` to where `from` is. Both are viewport rectangles. */
export function travelFrom(
  from: { x: number; y: number; width: number },
  to: { x: number; y: number; width: number },
): string {
  const scale = to.width === 0 ? 1 : from.width / to.width;
  return `translate(${from.x - to.x}px, ${from.y - to.y}px) scale(${scale})`;
}

/** Animates the modal's height from a previous value, in pixels, to that of its content now. */
function glideHeight(dialog: HTMLElement, from: number): Animation | undefined {
  const to = dialog.getBoundingClientRect().height;
  if (isStill(dialog) || Math.abs(from - to) < 1) return undefined;
  const frames = [{ height: `${from}px` }, { height: `${to}px` }];
  return dialog.animate(frames, { duration: DURATION.height, easing: easing(dialog, 'glide') });
}

/** The transition between views; loaded with the first view after Connect. */
export const viewChange = { copyForLeaving, glideHeight, moveViews };

export type ViewChange = typeof viewChange;
