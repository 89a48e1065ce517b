import { type RefObject, useEffect, useRef } from 'react';

/**
 * Focuses a control if a change disabled or removed the element that had the focus. Focus elsewhere in the modal or
 * in the page is not changed.
 *
 * @param beside a sibling or ancestor of the control, or a sibling of an ancestor.
 * @param change a value that differs after each change that may remove the focus.
 */
export function useLostFocus(beside: RefObject<HTMLElement | null>, control: string, change: unknown): void {
  const seen = useRef(change);
  useEffect(() => {
    // When a view opens, the modal sets its focus.
    if (seen.current === change) return;
    seen.current = change;
    const { current: element } = beside;
    const root = element?.getRootNode() as ShadowRoot | undefined;
    const active = root?.activeElement ?? document.activeElement;
    if (!element || (active && active !== document.body && !active.matches(':disabled'))) return;
    element.parentElement?.querySelector<HTMLElement>(control)?.focus({ preventScroll: true });
  }, [beside, control, change]);
}
