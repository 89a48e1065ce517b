import type { GuardOptions } from './guardButton.js';

export interface KeyGuardOptions
  extends Pick<GuardOptions, 'self' | 'button' | 'arming' | 'userInput' | 'signal'> {
  /** Called when Enter or Space was pressed and released. `since`: when the button must have been armed. */
  readonly onKey: (since: number, event: KeyboardEvent) => void;
  readonly onRefused: () => void;
}

/**
 * Accepts Enter and Space on a button that got the focus by Tab after it was armed, once keys count. Key down and key up must
 * both be on the button.
 */
export function guardKeys(options: KeyGuardOptions): void {
  const { self, button, arming, onKey, onRefused, signal } = options;
  const { keys } = options.userInput;
  let tab: number | undefined;
  let reached: number | undefined;
  let held: string | undefined;
  const page = self.document;
  page.addEventListener(
    'keydown',
    event => {
      tab = event.key === 'Tab' && keys.counts(event) ? event.timeStamp : undefined;
    },
    // Runs after the page's own key listener, which was registered first.
    { signal, capture: true },
  );
  button.addEventListener(
    'focusin',
    () => {
      reached = tab !== undefined && arming.armedAt(tab) !== undefined ? tab : undefined;
      tab = undefined;
    },
    { signal },
  );
  button.addEventListener(
    'focusout',
    () => {
      reached = undefined;
      held = undefined;
    },
    { signal },
  );
  button.addEventListener(
    'keydown',
    event => {
      if (!isPress(event)) return;
      event.preventDefault();
      if (event.repeat) return;
      if (reached === undefined || !keys.counts(event)) return onRefused();
      held = event.key;
    },
    { signal },
  );
  button.addEventListener(
    'keyup',
    event => {
      const isHeld = isPress(event) && held === event.key;
      if (isPress(event)) event.preventDefault();
      held = undefined;
      if (isHeld && reached !== undefined && keys.counts(event)) onKey(reached, event);
    },
    { signal },
  );
}

function isPress({ isTrusted, key }: KeyboardEvent): boolean {
  return isTrusted && (key === 'Enter' || key === ' ');
}
