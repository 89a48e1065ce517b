import { APPROVAL_LIMITS } from './approvalLimits.js';
import type { Arming } from './createArming.js';
import { guardKeys } from './guardKeys.js';
import type { UserInput } from './watchUserInput.js';

/** A press that counted; times in milliseconds since 1970. */
export interface Press {
  readonly armedAt: number;
  readonly decidedAt: number;
}

export interface GuardOptions {
  readonly self: Window & typeof globalThis;
  readonly button: HTMLButtonElement;
  readonly arming: Arming;
  readonly userInput: UserInput;
  /** Touch needs two taps: there is no hover before a tap, so the page may have appeared under the finger just then. */
  readonly needsTwoTaps: boolean;
  readonly onPress: (press: Press) => void;
  /** Called with the milliseconds that the mouse still has to be over the unmoved page. */
  readonly onWait?: (milliseconds: number) => void;
  /** Called for a press while the button does not count. */
  readonly onEarly: () => void;
  /** Called for the first of two taps. */
  readonly onTap: () => void;
  readonly signal: AbortSignal;
}

/** A pointer that is down on the button. */
interface Down {
  readonly event: PointerEvent;
  /** Since when the button must have been armed, as of `event`. */
  readonly since: number;
}

/**
 * Accepts only deliberate presses: pressed and released on the same button after it was armed, by a mouse that had been over
 * the unmoved page for half a second, by touch, or by keys ({@link guardKeys}). Uses only trusted browser events. An early
 * press restarts the wait.
 */
export function guardButton(options: GuardOptions): void {
  const { self, button, arming, needsTwoTaps, onPress, onEarly, onTap, signal } = options;
  const { place } = options.userInput;
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
    // The keyring's clock continues while a machine sleeps; `performance.now()` may not.
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
  const on = (
    type: 'pointerdown' | 'pointermove' | 'pointerup' | 'pointercancel',
    listener: (event: PointerEvent) => void,
  ) => self.document.addEventListener(type, event => event.isTrusted && listener(event), { signal });

  // Listens on the page, since a disabled button receives no events.
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
  on('pointermove', event => {
    if (event.pointerType !== 'mouse') return;
    const since = place.stillSince(event) ?? event.timeStamp;
    options.onWait?.(since + APPROVAL_LIMITS.arm - event.timeStamp);
  });
  on('pointercancel', () => {
    down = undefined;
  });
  guardKeys({ ...options, onKey: press, onRefused: refuse });
}

/** Whether a pointer is over the button, even a disabled one. */
function isOver(button: HTMLElement, { clientX, clientY }: PointerEvent): boolean {
  const { left, right, top, bottom } = button.getBoundingClientRect();
  return clientX >= left && clientX <= right && clientY >= top && clientY <= bottom;
}
