import { type RefObject, useEffect, useRef } from 'react';

/**
 * Gives focus to a control when a change took it away: what had it was disabled or removed. Focus elsewhere in the modal or
 * in the page stays where it is.
 *
 * @param beside a sibling of the control or of what contains it, or what contains it.
 * @param change differs once something changed that may take the focus away.
 */
export function useLostFocus(beside: RefObject<HTMLElement | null>, control: string, change: unknown): void {
  const seen = useRef(change);
  useEffect(() => {
    // A view that is entered gets its focus from the modal.
    if (seen.current === change) return;
    seen.current = change;
    const { current: element } = beside;
    const root = element?.getRootNode() as ShadowRoot | undefined;
    const active = root?.activeElement ?? document.activeElement;
    if (!element || (active && active !== document.body && !active.matches(':disabled'))) return;
    element.parentElement?.querySelector<HTMLElement>(control)?.focus({ preventScroll: true });
  }, [beside, control, change]);
}
