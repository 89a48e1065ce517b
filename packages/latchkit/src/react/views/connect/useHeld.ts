import { useState } from 'react';

/**
 * A value that stays as it is while a pointer is pressed on what it draws: nothing moves from under a click.
 *
 * @returns the value to draw, and the handler for the element that draws it.
 */
export function useHeld<T>(value: T): [T, () => void] {
  const [held, setHeld] = useState<{ value: T }>();
  const hold = () => {
    setHeld({ value });
    const abort = new AbortController();
    // The click comes after the release, and goes to what was pressed.
    const release = () => {
      abort.abort();
      setTimeout(() => setHeld(undefined));
    };
    for (const end of ['pointerup', 'pointercancel'] as const) {
      window.addEventListener(end, release, { capture: true, signal: abort.signal });
    }
  };
  return [held ? held.value : value, hold];
}
