/** Whether all of several elements are visible, as the browser reports it. */
export interface Visibility {
  /**
   * Since when all of them have been visible without interruption, in milliseconds of `performance.now()`; undefined if they
   * are not.
   */
  visibleSince(): number | undefined;
  /** Whether the browser has reported on all of them. */
  isKnown(): boolean;
}

/** IntersectionObserver v2, missing from TypeScript's types. */
interface VisibilityOptions extends IntersectionObserverInit {
  readonly trackVisibility: boolean;
  readonly delay: number;
}
type VisibilityEntry = IntersectionObserverEntry & { readonly isVisible?: boolean };

/** Milliseconds between two reports; browsers allow no shorter delay. */
const DELAY = 100;

/** Elements end at fractions of a pixel, so slightly less than the whole counts. */
const WHOLE = 0.99;

/**
 * Watches whether elements are in view, fully or in part, and, if the browser supports IntersectionObserver v2, whether
 * anything covers, fades or transforms them, also on the host's page.
 */
export function watchVisibility(
  self: Window & typeof globalThis,
  elements: readonly Element[],
  onChange: () => void,
  signal: AbortSignal,
  share = WHOLE,
): Visibility {
  const canTell = 'isVisible' in self.IntersectionObserverEntry.prototype;
  const seen = new Map<Element, number | undefined>();
  const note = (entries: readonly VisibilityEntry[]) => {
    for (const { target, intersectionRatio, isVisible, time } of entries) {
      const isSeen = intersectionRatio >= share && (!canTell || isVisible === true);
      seen.set(target, isSeen ? (seen.get(target) ?? time) : undefined);
    }
  };
  const options: VisibilityOptions = {
    threshold: [0, 0.5, WHOLE, 1],
    trackVisibility: canTell,
    delay: DELAY,
  };
  const observer = new self.IntersectionObserver(entries => {
    note(entries);
    onChange();
  }, options);
  for (const element of elements) observer.observe(element);
  signal.addEventListener('abort', () => observer.disconnect(), { once: true });
  return {
    isKnown: () => elements.every(element => seen.has(element)),
    visibleSince() {
      note(observer.takeRecords());
      const times = elements.map(element => seen.get(element));
      return times.some(time => time === undefined) ? undefined : Math.max(...(times as readonly number[]));
    },
  };
}
