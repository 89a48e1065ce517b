import { Component, type ReactNode } from 'react';
import { DURATION, easing, glideHeight, isStill, travelFrom, travelSign } from './motion.js';

export interface ViewMotionProps {
  /** Changes when another view is shown. */
  readonly viewKey: string;
  readonly direction: 'forward' | 'back';
  readonly rtl: boolean;
  readonly dialog: () => HTMLElement | null;
  /** The control that led on, for its mark to travel. */
  readonly pressed: () => Element | undefined;
  /** The view is about to leave; its elements are still in the document. */
  readonly onLeave: (viewKey: string) => void;
  /** The view is in the document; motion may still run. */
  readonly onEnter: () => void;
  readonly children: ReactNode;
}

interface Snapshot {
  readonly height: number;
  readonly ghost: HTMLElement | undefined;
  readonly tile: DOMRect | undefined;
}

/** Moves from one view to the next: every change starts from what is drawn now, and a new one replaces it. */
export class ViewMotion extends Component<ViewMotionProps> {
  private readonly running = new Set<Animation>();

  override getSnapshotBeforeUpdate(before: ViewMotionProps): Snapshot | null {
    if (before.viewKey === this.props.viewKey) return null;
    before.onLeave(before.viewKey);
    const dialog = this.props.dialog();
    const body = dialog?.querySelector<HTMLElement>('.lk-body:not(.lk-ghost)');
    if (!dialog) return null;
    const pressed = this.props.direction === 'forward' ? this.props.pressed() : undefined;
    const tile = pressed?.isConnected ? pressed.querySelector('.lk-tile') : undefined;
    return {
      height: dialog.getBoundingClientRect().height,
      ghost: body ? copyForLeaving(body, tile ?? undefined) : undefined,
      tile: tile?.getBoundingClientRect(),
    };
  }

  override componentDidUpdate(_: ViewMotionProps, __: unknown, snapshot: Snapshot | null): void {
    if (!snapshot) return;
    const dialog = this.props.dialog();
    if (dialog) {
      this.stop();
      for (const old of dialog.querySelectorAll('.lk-ghost')) old.remove();
    }
    // Focus has the view laid out, and what is measured for the motion after it is known already.
    this.props.onEnter();
    if (dialog) this.move(dialog, snapshot);
  }

  override componentWillUnmount(): void {
    this.stop();
  }

  override render(): ReactNode {
    return this.props.children;
  }

  private stop(): void {
    for (const animation of this.running) animation.cancel();
    this.running.clear();
  }

  private play(element: Element, frames: Keyframe[], options: KeyframeAnimationOptions): Animation {
    const animation = element.animate(frames, options);
    this.running.add(animation);
    const forget = () => this.running.delete(animation);
    animation.finished.then(forget, forget);
    return animation;
  }

  private move(dialog: HTMLElement, { height, ghost, tile }: Snapshot): void {
    const parts = [...dialog.querySelectorAll('.lk-body, .lk-footer')];
    if (isStill(dialog)) {
      for (const part of parts)
        this.play(part, [{ opacity: 0 }, { opacity: 1 }], { duration: DURATION.still });
      return;
    }
    const sign = travelSign(this.props.direction, this.props.rtl);
    const settle = easing(dialog, 'settle');
    const glide = glideHeight(dialog, height);
    if (glide) this.running.add(glide);
    const target = tile && dialog.querySelector('.lk-body [data-shared-target]');
    const enter = (x: number) => [
      { opacity: 0, translate: `${sign * x}px 0` },
      { opacity: 1, translate: '0 0' },
    ];
    for (const part of target ? [] : parts)
      this.play(part, enter(14), { duration: DURATION.enter, easing: settle });
    const title = dialog.querySelector('.lk-title');
    if (title) this.play(title, enter(6), { duration: DURATION.title, easing: 'ease-out' });
    if (ghost) this.leave(dialog, ghost, sign);
    if (tile && target) this.travel(dialog, tile, target, settle);
  }

  private leave(dialog: HTMLElement, ghost: HTMLElement, sign: number): void {
    dialog.append(ghost);
    const frames = [
      { opacity: 1, translate: '0 0' },
      { opacity: 0, translate: `${sign * -8}px 0` },
    ];
    const remove = () => ghost.remove();
    this.play(ghost, frames, {
      duration: DURATION.leave,
      easing: 'ease-out',
      fill: 'forwards',
    }).finished.then(remove, remove);
  }

  private travel(dialog: HTMLElement, from: DOMRect, target: Element, settle: string): void {
    const transform = travelFrom(from, target.getBoundingClientRect());
    const frames = [
      { transform, transformOrigin: '0 0' },
      { transform: 'none', transformOrigin: '0 0' },
    ];
    this.play(target, frames, { duration: DURATION.travel, easing: settle });
    const followers = '.lk-body :is(.lk-ring-line, .lk-hero-title, .lk-hero-text, .lk-actions, .lk-group)';
    for (const part of dialog.querySelectorAll(followers))
      this.play(part, [{ opacity: 0 }, { opacity: 0, offset: 0.3 }, { opacity: 1 }], {
        duration: DURATION.travel,
      });
  }
}

/** Attributes by which an element is found, or counts. */
const NAMING = ['id', 'name', 'role', 'data-return', 'data-testid'];

/** An inert copy of a leaving body, out of the way of names, ids and the travelling mark. */
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
