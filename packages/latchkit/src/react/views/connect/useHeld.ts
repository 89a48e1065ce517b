import { useState } from 'react';

/**
 * A value that doesn't change while a pointer is pressed on what it renders, so that nothing moves from under a
 * click.
 *
 * @returns the value to render, and the handler for the element that renders it.
 */
export function useHeld<T>(value: T): [T, () => void] {
  const [held, setHeld] = useState<{ value: T }>();
  const hold = () => {
    setHeld({ value });
    const abort = new AbortController();
    // The click event follows the release, and must reach the pressed element.
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
