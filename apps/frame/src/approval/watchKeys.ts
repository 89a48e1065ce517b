import { APPROVAL_LIMITS } from './approvalLimits.js';

/** Whether keys are pressed for this page, or came to it because the focus did while the visitor typed. */
export interface Keys {
  /** Whether a key event that was noted counts. */
  counts(event: KeyboardEvent): boolean;
}

/**
 * Follows the keyboard for as long as the page is there. Keys count once the page has had the focus for a second without any, and until the focus leaves or the
 * visitor types again: who types text answers no question.
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
