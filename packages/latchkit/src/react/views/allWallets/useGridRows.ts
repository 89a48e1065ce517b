import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { coversSight, type DrawnRows, type GridPlace, nextRows, rowsAtFirst } from './gridWindow.js';

/**
 * Tracks which rows of a grid its scrolling body shows. Nothing is measured during scrolling: the grid's position is
 * measured when it, or the body, changes its size.
 *
 * @param rows number of rows of the grid; all have the same height.
 * @param startRow the row to start around.
 */
export function useGridRows(grid: RefObject<HTMLElement | null>, rows: number, startRow: number): DrawnRows {
  const [drawn, setDrawn] = useState(() => rowsAtFirst(startRow));
  const where = useRef((): GridPlace => NOWHERE);
  const [steps] = useState(() =>
    createSteps(
      () => where.current(),
      (place, passing) => setDrawn(before => nextRows(before, place, passing)),
    ),
  );
  useLayoutEffect(() => {
    const element = grid.current;
    const body = element?.closest<HTMLElement>('.lk-body');
    if (!element || !body) return;
    const place = { start: 0, height: 0, rowHeight: 0 };
    where.current = () => {
      const { start, height, rowHeight } = place;
      return { hidden: body.scrollTop - start, height, rowHeight };
    };
    const measure = () => {
      const { top, height } = element.getBoundingClientRect();
      const view = body.getBoundingClientRect();
      place.start = top - view.top + body.scrollTop;
      place.height = view.height;
      place.rowHeight = height / rows;
      steps.next();
    };
    body.addEventListener('scroll', steps.next, { passive: true });
    // The observer also fires once at the start, after the first rows were painted.
    const resized = new ResizeObserver(measure);
    resized.observe(body);
    resized.observe(element);
    return () => {
      body.removeEventListener('scroll', steps.next);
      resized.disconnect();
      steps.stop();
    };
  }, [grid, rows, steps]);
  // Step every frame until all visible rows are rendered, then in idle time until the rest is.
  useEffect(() => {
    const place = where.current();
    if (coversSight(drawn.tiles, place) && coversSight(drawn.logos, place)) return whenIdle(steps.now);
    steps.next();
    return undefined;
  }, [drawn, steps]);
  return drawn;
}

/** Speed in px per ms above which rows are gone before a logo in them could be recognized. */
const PASSING = 2;

/** Runs requested steps, at most one per frame. `draw` receives whether rows are scrolling by quickly. */
function createSteps(where: () => GridPlace, draw: (place: GridPlace, passing: boolean) => void) {
  let frame = 0;
  let last = { hidden: 0, time: 0 };
  const next = () => {
    frame ||= requestAnimationFrame(time => {
      frame = 0;
      const place = where();
      const passing = Math.abs(place.hidden - last.hidden) > PASSING * (time - last.time);
      last = { hidden: place.hidden, time };
      draw(place, passing);
      // The frame in which scrolling stops receives no scroll event.
      if (passing) next();
    });
  };
  const stop = () => {
    cancelAnimationFrame(frame);
    frame = 0;
  };
  return { next, now: () => draw(where(), false), stop };
}

/** Nothing has been measured yet. */
const NOWHERE: GridPlace = { hidden: 0, height: 0, rowHeight: 0 };

/** Milliseconds after which idle work runs even if the browser is busy. */
const LATEST = 100;

/**
 * Runs work when the browser is idle, or soon if it doesn't support idle callbacks. Returns a function that cancels
 * it.
 */
function whenIdle(work: () => void): () => void {
  if (typeof requestIdleCallback === 'function') {
    const request = requestIdleCallback(work, { timeout: LATEST });
    return () => cancelIdleCallback(request);
  }
  const timer = setTimeout(work, 1);
  return () => clearTimeout(timer);
}
