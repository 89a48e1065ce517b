import { type KeyboardEvent, type PointerEvent, useEffect, useState } from 'react';

/** Milliseconds that the switch shows the secrets. */
const KEEP = 30_000;

/** What shows the secrets: a held button, or the switch for those who can't hold. */
type Shown = 'held' | 'kept' | undefined;

/** Whether secrets are shown, and what the controls need for it. */
export interface Reveal {
  readonly isShown: boolean;
  readonly isKept: boolean;
  /** For the button that shows them while it is held, by pointer, Space or Enter. */
  readonly hold: {
    onPointerDown(event: PointerEvent): void;
    onPointerUp(): void;
    onPointerCancel(): void;
    onLostPointerCapture(): void;
    onKeyDown(event: KeyboardEvent): void;
    onKeyUp(): void;
    onBlur(): void;
  };
  readonly toggle: () => void;
}

/** Covers the secrets when the button is released, the page loses the focus or is hidden, and 30 s after the switch was used. */
export function useReveal(): Reveal {
  const [shown, setShown] = useState<Shown>();
  useEffect(() => {
    if (shown === undefined) return;
    const over = new AbortController();
    const cover = () => setShown(undefined);
    for (const type of ['blur', 'pagehide']) addEventListener(type, cover, over);
    document.addEventListener('visibilitychange', cover, over);
    const timer = shown === 'kept' ? setTimeout(cover, KEEP) : undefined;
    return () => {
      over.abort();
      clearTimeout(timer);
    };
  }, [shown]);
  const release = () => setShown(now => (now === 'held' ? undefined : now));
  return {
    isShown: shown !== undefined,
    isKept: shown === 'kept',
    hold: {
      onPointerDown(event) {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        setShown('held');
      },
      onPointerUp: release,
      onPointerCancel: release,
      onLostPointerCapture: release,
      onKeyDown(event) {
        if (event.key !== ' ' && event.key !== 'Enter') return;
        event.preventDefault();
        setShown('held');
      },
      onKeyUp: release,
      onBlur: release,
    },
    toggle: () => setShown(now => (now === 'kept' ? undefined : 'kept')),
  };
}
