import { type PointerEvent, type ReactNode, useCallback, useEffect, useRef, useState } from 'react';

/** The event with which the dialog closes a tooltip on Escape, in place of itself. */
export const DISMISS_TIP = 'lk-dismiss';

/** Delay before a tooltip shows, in milliseconds. */
const DELAY = 500;

/**
 * Whether a control's tooltip shows, how to hide it, and the handlers of the control that control it: after 500 ms of hover, or of visible
 * focus. It stays until the pointer has left the control and the tooltip, the focus has left, or Escape is pressed (WCAG 1.4.13).
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
    timer.current = setTimeout(() => setShown(true), DELAY);
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
  return { shown, hide, handlers };
}

interface TooltipProps {
  /** The edge of its control that it is aligned with. */
  align: 'start' | 'end';
  /** Default: below its control. */
  side?: 'above' | 'below' | undefined;
  onDismiss: () => void;
  children: ReactNode;
}

/** A tooltip, inside its control or its text: the pointer may move onto it. It repeats them, so it is hidden from assistive technology. */
export function Tooltip({ align, side, onDismiss, children }: TooltipProps) {
  const ref = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const tip = ref.current;
    if (!tip) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape') onDismiss();
    };
    tip.addEventListener(DISMISS_TIP, onDismiss);
    tip.ownerDocument.addEventListener('keydown', onKeyDown);
    return () => {
      tip.removeEventListener(DISMISS_TIP, onDismiss);
      tip.ownerDocument.removeEventListener('keydown', onKeyDown);
    };
  }, [onDismiss]);
  return (
    <span ref={ref} className="lk-tip" data-align={align} data-side={side} aria-hidden="true">
      {children}
    </span>
  );
}
