import { type PointerEvent, useCallback, useEffect, useRef, useState } from 'react';

/** Delay before a tooltip shows, in milliseconds. */
const TOOLTIP_DELAY = 500;

/**
 * Whether a control's tooltip shows, and the handlers that control it: after 500 ms of hover, or of visible focus.
 */
export function useTooltip() {
  const [shown, setShown] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const hide = useCallback(() => {
    clearTimeout(timer.current);
    setShown(false);
  }, []);
  const show = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setShown(true), TOOLTIP_DELAY);
  }, []);
  useEffect(() => () => clearTimeout(timer.current), []);
  const handlers = {
    onPointerEnter: (event: PointerEvent) => {
      if (event.pointerType === 'mouse') show();
    },
    onPointerLeave: hide,
    onPointerDown: hide,
    onFocus: (event: { currentTarget: Element }) => {
      if (event.currentTarget.matches(':focus-visible')) show();
    },
    onBlur: hide,
  };
  return { shown, handlers };
}
