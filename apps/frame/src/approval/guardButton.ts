import { APPROVAL_LIMITS } from './approvalLimits.js';
import type { Arming } from './createArming.js';
import { guardKeys } from './guardKeys.js';
import type { Hands } from './watchHands.js';

/** A press of the visitor's that counted; milliseconds since 1970. */
export interface Press {
  readonly armedAt: number;
  readonly decidedAt: number;
}

export interface GuardOptions {
  readonly self: Window & typeof globalThis;
  readonly button: HTMLButtonElement;
  readonly arming: Arming;
  readonly hands: Hands;
  /** A finger has to tap twice. A finger gives no sign before it taps: the page may have come under it just then. */
  readonly needsTwoTaps: boolean;
  readonly onPress: (press: Press) => void;
  /** It was pressed when it did not count. */
  readonly onEarly: () => void;
  /** The first of two taps. */
  readonly onTap: () => void;
  readonly signal: AbortSignal;
}

/** Where and since when a pointer is down on the button. */
interface Down {
  readonly event: PointerEvent;
  /** Since when a press counts, as of `event`. */
  readonly since: number;
}

/**
 * Makes a button count only for a press that the visitor made knowingly: pressed and let go on the same button, after it was
 * armed, by a mouse that had been over the page for half a second while that stood still, by a finger, or by keys
 * ({@link guardKeys}); all of it in the browser's own word. What comes too early starts the wait again.
 */
export function guardButton(options: GuardOptions): void {
  const { self, button, arming, needsTwoTaps, onPress, onEarly, onTap, signal } = options;
  const { place } = options.hands;
  let down: Down | undefined;
  let tapped: PointerEvent | undefined;

  const refuse = () => {
    tapped = undefined;
    arming.disturb();
    onEarly();
  };
  const press = (since: number, event: Event) => {
    const armedAt = arming.armedAt(event.timeStamp);
    if (armedAt === undefined || armedAt > since) return refuse();
    // By the clock of the keyring, which goes on while a machine sleeps; that of `performance` may not.
    const timeOrigin = Date.now() - self.performance.now();
    const decidedAt = Math.floor(timeOrigin + event.timeStamp);
    onPress({ armedAt: Math.floor(timeOrigin + armedAt), decidedAt });
  };
  const isStill = (event: PointerEvent) => {
    if (event.pointerType !== 'mouse') return true;
    const since = place.stillSince(event);
    return since !== undefined && event.timeStamp - since >= APPROVAL_LIMITS.arm;
  };
  const tap = (since: number, event: PointerEvent) => {
    if (!needsTwoTaps || event.pointerType === 'mouse') return press(since, event);
    if (
      tapped !== undefined &&
      place.isSame(tapped, event) &&
      since - tapped.timeStamp >= APPROVAL_LIMITS.arm
    )
      return press(since, event);
    if (arming.armedAt(event.timeStamp) === undefined) return refuse();
    tapped = event;
    onTap();
  };
  const on = (type: 'pointerdown' | 'pointerup' | 'pointercancel', listener: (event: PointerEvent) => void) =>
    self.document.addEventListener(type, event => event.isTrusted && listener(event), { signal });

  // Of the page and not of the button: a button that is disabled hears nothing.
  on('pointerdown', event => {
    down = undefined;
    if (!isOver(button, event)) return;
    const isMain = event.isPrimary && event.button === 0;
    const isArmed = arming.armedAt(event.timeStamp) !== undefined;
    if (!isMain || !isArmed || !isStill(event)) return refuse();
    down = { event, since: event.timeStamp };
  });
  on('pointerup', event => {
    const pressed = down;
    down = undefined;
    if (pressed === undefined || pressed.event.pointerId !== event.pointerId || !isOver(button, event))
      return;
    if (!isStill(event) || !place.isSame(pressed.event, event)) return refuse();
    tap(pressed.since, event);
  });
  on('pointercancel', () => {
    down = undefined;
  });
  guardKeys({ ...options, onKey: press, onRefused: refuse });
}

/** Whether a pointer is over the button, which may be disabled. */
function isOver(button: HTMLElement, { clientX, clientY }: PointerEvent): boolean {
  const { left, right, top, bottom } = button.getBoundingClientRect();
  return clientX >= left && clientX <= right && clientY >= top && clientY <= bottom;
}
