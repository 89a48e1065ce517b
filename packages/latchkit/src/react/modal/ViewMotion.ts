import { Component, type ReactNode } from 'react';
import type { LeavingView, ViewChange } from '../runtime/viewChange.js';

export interface ViewMotionProps {
  /** Changes when another view is shown. */
  readonly viewKey: string;
  readonly direction: 'forward' | 'back';
  readonly rtl: boolean;
  readonly dialog: () => HTMLElement | null;
  /** The control that led to the next view; its mark moves there. */
  readonly pressed: () => Element | undefined;
  /** Called before the view leaves, while its elements are still in the document. */
  readonly onLeave: (viewKey: string) => void;
  /** Called when the view is in the document; its transition may still run. */
  readonly onEnter: () => void;
  /** The transition; undefined until it has loaded, and then the change is immediate. */
  readonly change: () => ViewChange | undefined;
  readonly children: ReactNode;
}

/** Animates from one view to the next. Every transition starts from what is drawn now; a new one replaces it. */
export class ViewMotion extends Component<ViewMotionProps> {
  private readonly running = new Set<Animation>();

  override getSnapshotBeforeUpdate(before: ViewMotionProps): LeavingView | null {
    if (before.viewKey === this.props.viewKey) return null;
    before.onLeave(before.viewKey);
    const dialog = this.props.dialog();
    const body = dialog?.querySelector<HTMLElement>('.lk-body:not(.lk-ghost)');
    if (!dialog) return null;
    const pressed = this.props.direction === 'forward' ? this.props.pressed() : undefined;
    const tile = pressed?.isConnected ? pressed.querySelector('.lk-tile') : undefined;
    return {
      height: dialog.getBoundingClientRect().height,
      ghost: body ? this.props.change()?.copyForLeaving(body, tile ?? undefined) : undefined,
      tile: tile?.getBoundingClientRect(),
    };
  }

  override componentDidUpdate(_: ViewMotionProps, __: unknown, snapshot: LeavingView | null): void {
    if (!snapshot) return;
    const dialog = this.props.dialog();
    if (dialog) {
      this.stop();
      for (const old of dialog.querySelectorAll('.lk-ghost')) old.remove();
    }
    // Moving focus computes the layout, so the measurements for the transition come after it and cost no second one.
    this.props.onEnter();
    if (!dialog) return;
    const { direction, rtl, change } = this.props;
    change()?.moveViews(dialog, snapshot, { direction, rtl, keep: animation => this.keep(animation) });
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

  private keep(animation: Animation): void {
    this.running.add(animation);
    const forget = () => this.running.delete(animation);
    animation.finished.then(forget, forget);
  }
}
