import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { coversSight, type GridPlace, type GridWindow, gridWindow, windowAround } from './gridWindow.js';
import { whenIdle } from './whenIdle.js';

/**
 * Follows which rows of a grid its scrolling body shows. Nothing is measured while it scrolls: where the grid lies is
 * known from when it, or the body, last changed its size.
 *
 * @param rows how many rows the grid has; all are equally high.
 * @param startRow the row to begin around.
 */
export function useGridWindow(
  grid: RefObject<HTMLElement | null>,
  rows: number,
  startRow: number,
): GridWindow {
  const [shown, setShown] = useState(() => windowAround(startRow));
  const follow = useRef(() => {});
  const where = useRef((): GridPlace => NOWHERE);
  useLayoutEffect(() => {
    const element = grid.current;
    const body = element?.closest<HTMLElement>('.lk-body');
    if (!element || !body) return;
    const place = { start: 0, height: 0, rowHeight: 0 };
    where.current = () => {
      const { start, height, rowHeight } = place;
      return { hidden: body.scrollTop - start, height, rowHeight };
    };
    follow.current = () => {
      const now = where.current();
      setShown(before => gridWindow(before, now));
    };
    const scrolled = () => follow.current();
    const measure = () => {
      const { top, height } = element.getBoundingClientRect();
      const view = body.getBoundingClientRect();
      place.start = top - view.top + body.scrollTop;
      place.height = view.height;
      place.rowHeight = height / rows;
      follow.current();
    };
    body.addEventListener('scroll', scrolled, { passive: true });
    // It answers at once as well, for the first time once the rows at first are painted.
    const resized = new ResizeObserver(measure);
    resized.observe(body);
    resized.observe(element);
    return () => {
      body.removeEventListener('scroll', scrolled);
      resized.disconnect();
    };
  }, [grid, rows]);
  // With every frame until all that can be seen is drawn, then in every pause until all that should be is.
  useEffect(() => {
    const step = () => follow.current();
    if (coversSight(shown, where.current())) return whenIdle(step);
    const request = requestAnimationFrame(step);
    return () => cancelAnimationFrame(request);
  }, [shown]);
  return shown;
}

/** Nothing is measured yet. */
const NOWHERE: GridPlace = { hidden: 0, height: 0, rowHeight: 0 };
