import { APPROVAL_LIMITS } from './approvalLimits.js';

/** Whether key presses are meant for this page, or reached it because the focus moved while the user typed. */
export interface Keys {
  /** Whether a recorded key event counts. */
  counts(event: KeyboardEvent): boolean;
}

/**
 * Tracks the keyboard for the lifetime of the page. Keys count once the page has had the focus for a second without any key,
 * until the focus leaves or the user types again: typing text must not approve anything.
 */
export function watchKeys(self: Window & typeof globalThis): Keys {
  const page = self.document;
  let quietSince = page.hasFocus() ? self.performance.now() : undefined;
  let isOpen = false;
  const on = (event: KeyboardEvent) => {
    if (!event.isTrusted) return;
    const isQuiet = quietSince !== undefined && event.timeStamp - quietSince >= APPROVAL_LIMITS.quiet;
    isOpen = (isOpen || isQuiet) && !isText(event);
    quietSince = event.timeStamp;
  };
  const restart = (at: number | undefined) => {
    isOpen = false;
    quietSince = at;
  };
  for (const type of ['keydown', 'keyup'] as const) page.addEventListener(type, on, { capture: true });
  self.addEventListener('focus', () => restart(self.performance.now()));
  self.addEventListener('blur', () => restart(undefined));
  return { counts: event => event.isTrusted && isOpen };
}

function isText({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return [...key].length === 1 && key !== ' ' && !ctrlKey && !metaKey && !altKey;
}
