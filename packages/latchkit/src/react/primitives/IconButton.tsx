import { type PointerEvent, useCallback, useEffect, useRef, useState } from 'react';
import type { IconName } from '../runtime/icons.js';
import { Icon } from './Icon.js';

export interface IconButtonProps {
  icon: IconName;
  /** The accessible name: the action and its object. */
  label: string;
  onClick: () => void;
  size?: 'md' | 'sm';
  /** The edge that its tooltip is aligned with. */
  align?: 'start' | 'end';
  returnKey?: string;
}

/** An icon button with an accessible name, drawn at 36 px with a touch target of 44 px. */
export function IconButton({
  icon,
  label,
  onClick,
  size = 'md',
  align = 'start',
  returnKey,
}: IconButtonProps) {
  const { shown, handlers } = useTooltip();
  return (
    <button
      className="lk-icon-btn"
      type="button"
      aria-label={label}
      data-size={size === 'md' ? undefined : size}
      data-return={returnKey}
      onClick={onClick}
      {...handlers}
    >
      <Icon name={icon} />
      {shown && (
        <span className="lk-tip" data-align={align} aria-hidden="true">
          {label}
        </span>
      )}
    </button>
  );
}

/** Delay before a tooltip shows, in milliseconds. */
const TOOLTIP_DELAY = 500;

/**
 * Whether a control's tooltip shows, and the handlers that control it: after 500 ms of hover, or of visible focus.
 */
function useTooltip() {
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
