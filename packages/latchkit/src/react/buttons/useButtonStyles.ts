import { useCallback, useRef } from 'react';
import { buttonsCss } from './buttons.css.gen.js';

/**
 * Counts the buttons per document or shadow root that need the sheet. It is stored on the sheet, so that all copies
 * of this code share the count.
 */
const USERS = Symbol.for('latchkit.buttons.1');

type ButtonSheet = CSSStyleSheet & { [USERS]?: number };

/**
 * A ref for a button's element. It adopts the buttons' style sheet into the element's document or shadow root, once.
 * It writes no style elements or attributes, so it works under `style-src 'self'` and Trusted Types.
 */
export function useButtonStyles(): (element: HTMLElement | null) => void {
  const leave = useRef<(() => void) | undefined>(undefined);
  return useCallback((element: HTMLElement | null) => {
    leave.current?.();
    leave.current = element ? adoptButtonStyles(element) : undefined;
  }, []);
}

function adoptButtonStyles(element: HTMLElement): (() => void) | undefined {
  const root = element.getRootNode() as Document | ShadowRoot;
  const view = element.ownerDocument.defaultView;
  // Engines without adopted style sheets (before 2023) use `latchkit/style.css`, if the host links it.
  if (!view || !('adoptedStyleSheets' in root)) return undefined;
  let sheet = root.adoptedStyleSheets.find((adopted): adopted is ButtonSheet => USERS in adopted);
  if (!sheet) {
    sheet = new view.CSSStyleSheet() as ButtonSheet;
    sheet.replaceSync(buttonsCss);
    root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
  }
  const held = sheet;
  held[USERS] = (held[USERS] ?? 0) + 1;
  return () => {
    held[USERS] = (held[USERS] ?? 1) - 1;
    if (held[USERS] > 0) return;
    root.adoptedStyleSheets = root.adoptedStyleSheets.filter(adopted => adopted !== held);
  };
}
