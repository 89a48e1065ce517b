import { type RefObject, useEffect } from 'react';

/** Keeps a sheet above the on-screen keyboard, and the focused field visible. */
export function useKeyboardInset(dialog: RefObject<HTMLElement | null>, active: boolean): void {
  useEffect(() => {
    const viewport = window.visualViewport;
    const element = dialog.current;
    if (!active || !viewport || !element) return;
    const follow = () => {
      const covered = Math.max(0, window.innerHeight - viewport.height - viewport.offsetTop);
      // Pinch zoom makes the viewport smaller too, without a keyboard.
      const inset = viewport.scale > 1.01 ? 0 : Math.round(covered);
      element.style.setProperty('--_keyboard', `${inset}px`);
      if (inset > 0) {
        const focused = (element.getRootNode() as ShadowRoot).activeElement;
        if (focused?.matches('input')) focused.scrollIntoView({ block: 'nearest' });
      }
    };
    viewport.addEventListener('resize', follow);
    viewport.addEventListener('scroll', follow);
    follow();
    return () => {
      viewport.removeEventListener('resize', follow);
      viewport.removeEventListener('scroll', follow);
      element.style.removeProperty('--_keyboard');
    };
  }, [dialog, active]);
}
