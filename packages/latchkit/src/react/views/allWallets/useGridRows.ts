import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { coversSight, type DrawnRows, type GridPlace, nextRows, rowsAtFirst } from './gridWindow.js';
import { whenIdle } from './whenIdle.js';

/**
 * Follows which rows of a grid its scrolling body shows. Nothing is measured while it scrolls: where the grid lies is
 * known from when it, or the body, last changed its size.
 *
 * @param rows how many rows the grid has; all are equally high.
 * @param startRow the row to begin around.
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
    // It answers at once as well, for the first time once the rows at first are painted.
    const resized = new ResizeObserver(measure);
    resized.observe(body);
    resized.observe(element);
    return () => {
      body.removeEventListener('scroll', steps.next);
      resized.disconnect();
      steps.stop();
    };
  }, [grid, rows, steps]);
  // With every frame until all that can be seen is drawn, then in every pause until all that should be is.
  useEffect(() => {
    const place = where.current();
    if (coversSight(drawn.tiles, place) && coversSight(drawn.logos, place)) return whenIdle(steps.now);
    steps.next();
    return undefined;
  }, [drawn, steps]);
  return drawn;
}

/** Pixels in a millisecond: rows that move faster are gone before a logo in them could be told. */
const PASSING = 2;

/** Steps, one a frame at most, however often one is asked for. `draw` hears whether the rows pass by. */
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
      // The frame in which they come to rest has no scrolling any more.
      if (passing) next();
    });
  };
  const stop = () => {
    cancelAnimationFrame(frame);
    frame = 0;
  };
  return { next, now: () => draw(where(), false), stop };
}

/** Nothing is measured yet. */
const NOWHERE: GridPlace = { hidden: 0, height: 0, rowHeight: 0 };
