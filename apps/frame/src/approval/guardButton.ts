import type { Arming } from './createArming.js';

/** A press of the visitor's that counted; milliseconds since 1970. */
export interface Press {
  readonly armedAt: number;
  readonly decidedAt: number;
}

export interface GuardOptions {
  readonly self: Window & typeof globalThis;
  readonly button: HTMLElement;
  readonly arming: Arming;
  readonly onPress: (press: Press) => void;
  /** It was pressed when it did not count. */
  readonly onEarly: () => void;
  readonly signal: AbortSignal;
}

/**
 * Makes a button count only for a press that the visitor made knowingly: pressed and let go by a pointer on the same button, or
 * by a key when the focus came to it by Tab, all of it after it was armed, and all of it in the browser's own word. `click()`,
 * synthetic events and keys on a focus that a page moved there do nothing; what came too early starts the wait anew.
 */
export function guardButton({ self, button, arming, onPress, onEarly, signal }: GuardOptions): void {
  let down: { readonly pointer: number; readonly at: number } | undefined;
  let tab: number | undefined;
  let reached: number | undefined;

  const settle = (since: number | undefined, event: Event) => {
    const armedAt = arming.armedAt(event.timeStamp);
    if (since === undefined || armedAt === undefined || armedAt > since) {
      arming.disturb();
      onEarly();
      return;
    }
    // By the clock of the keyring, which goes on while a machine sleeps; that of `performance` may not.
    const timeOrigin = Date.now() - self.performance.now();
    const decidedAt = Math.floor(timeOrigin + event.timeStamp);
    onPress({ armedAt: Math.floor(timeOrigin + armedAt), decidedAt });
  };
  const on = <K extends keyof HTMLElementEventMap>(
    type: K,
    listener: (event: HTMLElementEventMap[K]) => void,
  ) => button.addEventListener(type, event => event.isTrusted && listener(event), { signal });

  on('pointerdown', event => {
    const isMain = event.isPrimary && event.button === 0;
    const counts = isMain && arming.armedAt(event.timeStamp) !== undefined;
    down = counts ? { pointer: event.pointerId, at: event.timeStamp } : undefined;
    if (!counts) settle(undefined, event);
  });
  on('pointerup', event => {
    const pressed = down;
    down = undefined;
    const under = self.document.elementFromPoint(event.clientX, event.clientY);
    if (pressed?.pointer === event.pointerId && button.contains(under)) settle(pressed.at, event);
  });
  on('pointercancel', () => {
    down = undefined;
  });
  self.document.addEventListener(
    'keydown',
    event => {
      tab = event.isTrusted && event.key === 'Tab' ? event.timeStamp : undefined;
    },
    { signal, capture: true },
  );
  on('focusin', () => {
    reached = tab !== undefined && arming.armedAt(tab) !== undefined ? tab : undefined;
    tab = undefined;
  });
  on('focusout', () => {
    reached = undefined;
  });
  on('keydown', event => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    if (!event.repeat) settle(reached, event);
  });
}
