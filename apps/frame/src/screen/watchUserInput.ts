import { APPROVAL_LIMITS } from './approvalLimits.js';

/** The state of the user's mouse and keyboard, which shows whether input is deliberate. */
export interface UserInput {
  readonly place: Place;
  readonly keys: Keys;
}

/** Tracks both from before the first request: one per page. */
export function watchUserInput(self: Window & typeof globalThis): UserInput {
  return { place: watchPlace(self), keys: watchKeys(self) };
}

/** The page's position on the screen, derived from pointer events: a page in a frame has no other source for it. */
export interface Place {
  /**
   * Since when every mouse event has put the page at the same position, as of a recorded event, in milliseconds of
   * `performance.now()`; undefined for the first mouse event and for other pointers.
   */
  stillSince(event: PointerEvent): number | undefined;
  /** Whether the page is where it was at an earlier event, of any pointer. */
  isSame(one: PointerEvent, other: PointerEvent): boolean;
}

/** Common ratios of device pixels to CSS pixels at 100 % zoom. */
const SCREENS = [1, 1.25, 1.5, 1.75, 2, 2.5, 3, 3.5, 4];

interface Point {
  readonly x: number;
  readonly y: number;
}

/**
 * Tracks the mouse over the page for the lifetime of the page. The position is the difference between an event's screen and
 * client coordinates. If the browser's zoom scales only the latter, by a factor that pages can't read, one factor must fit all
 * events.
 */
function watchPlace(self: Window & typeof globalThis): Place {
  let first: PointerEvent | undefined;
  let factors: readonly number[] = [];

  const factorsHere = () => {
    const { devicePixelRatio } = self;
    return [...new Set([1, ...SCREENS.map(one => devicePixelRatio / one)])];
  };
  const note = (event: PointerEvent) => {
    if (!event.isTrusted || event.pointerType !== 'mouse') return;
    const before = first;
    const fitting = before === undefined ? [] : factors.filter(factor => isAt(before, event, factor));
    if (fitting.length > 0) factors = fitting;
    else {
      first = event;
      factors = factorsHere();
    }
  };
  const page = self.document;
  for (const type of ['pointerover', 'pointermove', 'pointerdown', 'pointerup'] as const) {
    page.addEventListener(type, note, { capture: true });
  }
  return {
    stillSince(event) {
      if (event.pointerType !== 'mouse' || first === undefined || first === event) return undefined;
      return first.timeStamp;
    },
    isSame: (one, other) => factorsHere().some(factor => isAt(one, other, factor)),
  };
}

function isAt(one: PointerEvent, other: PointerEvent, factor: number): boolean {
  const from = placeOf(one, factor);
  const to = placeOf(other, factor);
  const { shift } = APPROVAL_LIMITS;
  return Math.abs(from.x - to.x) <= shift && Math.abs(from.y - to.y) <= shift;
}

function placeOf({ screenX, screenY, clientX, clientY }: PointerEvent, factor: number): Point {
  return { x: screenX - clientX * factor, y: screenY - clientY * factor };
}

/** Whether key presses are meant for this page, or reached it because the focus moved while the user typed. */
export interface Keys {
  /** Whether a recorded key event counts. */
  counts(event: KeyboardEvent): boolean;
}

/**
 * Tracks the keyboard for the lifetime of the page. Keys count once the page has had the focus for a second without any key,
 * until the focus leaves or the user types again: typing text must not approve anything.
 */
function watchKeys(self: Window & typeof globalThis): Keys {
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
