/** Whether all of several elements can be seen, as the browser itself says. */
export interface Sight {
  /** Since when all of them could be seen without a break, in milliseconds of `performance.now()`; undefined: they cannot. */
  seenSince(): number | undefined;
  /** Whether the browser has looked at all of them. */
  isKnown(): boolean;
}

/** IntersectionObserver v2, which TypeScript does not know. */
interface SightOptions extends IntersectionObserverInit {
  readonly trackVisibility: boolean;
  readonly delay: number;
}
type SightEntry = IntersectionObserverEntry & { readonly isVisible?: boolean };

/** Milliseconds between two looks; the browser allows no fewer. */
const DELAY = 100;

/** Elements end at fractions of a pixel: less than the whole counts. */
const WHOLE = 0.99;

/**
 * Watches that elements are in view, whole or by a share of each, and where the browser can tell (IntersectionObserver v2) that nothing covers, fades
 * or transforms them, on the host's page too.
 */
export function watchSight(
  self: Window & typeof globalThis,
  elements: readonly Element[],
  onChange: () => void,
  signal: AbortSignal,
  share = WHOLE,
): Sight {
  const canTell = 'isVisible' in self.IntersectionObserverEntry.prototype;
  const seen = new Map<Element, number | undefined>();
  const note = (entries: readonly SightEntry[]) => {
    for (const { target, intersectionRatio, isVisible, time } of entries) {
      const isSeen = intersectionRatio >= share && (!canTell || isVisible === true);
      seen.set(target, isSeen ? (seen.get(target) ?? time) : undefined);
    }
  };
  const options: SightOptions = { threshold: [0, 0.5, WHOLE, 1], trackVisibility: canTell, delay: DELAY };
  const observer = new self.IntersectionObserver(entries => {
    note(entries);
    onChange();
  }, options);
  for (const element of elements) observer.observe(element);
  signal.addEventListener('abort', () => observer.disconnect(), { once: true });
  return {
    isKnown: () => elements.every(element => seen.has(element)),
    seenSince() {
      note(observer.takeRecords());
      const times = elements.map(element => seen.get(element));
      return times.some(time => time === undefined) ? undefined : Math.max(...(times as readonly number[]));
    },
  };
}
