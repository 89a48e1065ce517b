import { APPROVAL_LIMITS } from './approvalLimits.js';

/** Where the page stands on the screen, as pointer events tell it: nothing else says so to a page in a frame. */
export interface Place {
  /**
   * Since when every event of the mouse put the page at the same place, as of one that was noted; undefined: that is the first,
   * or none of a mouse. Milliseconds of `performance.now()`.
   */
  stillSince(event: PointerEvent): number | undefined;
  /** Whether the page stands where it stood at an earlier event, of any pointer. */
  isSame(one: PointerEvent, other: PointerEvent): boolean;
}

/** Screens draw a pixel of CSS with so many of their own, at the zoom of 100 %. */
const SCREENS = [1, 1.25, 1.5, 1.75, 2, 2.5, 3, 3.5, 4];

interface Point {
  readonly x: number;
  readonly y: number;
}

/**
 * Follows the mouse over the page for as long as that is there. Its place is the difference of an event's screen and client coordinates. Where the browser's
 * zoom scales only the latter, by a factor that no page is told, one factor has to fit all events.
 */
export function watchPlace(self: Window & typeof globalThis): Place {
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
