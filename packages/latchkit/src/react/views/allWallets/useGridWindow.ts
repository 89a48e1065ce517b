import { type RefObject, useLayoutEffect, useState } from 'react';
import { type GridWindow, gridWindow, windowAround } from './gridWindow.js';

/**
 * Follows which rows of a grid its scrolling body shows.
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
  useLayoutEffect(() => {
    const element = grid.current;
    const body = element?.closest<HTMLElement>('.lk-body');
    if (!element || !body) return;
    const measure = () => {
      const { top, height } = element.getBoundingClientRect();
      const view = body.getBoundingClientRect();
      const rowHeight = height / rows;
      setShown(before => gridWindow(before, { hidden: view.top - top, height: view.height, rowHeight }));
    };
    body.addEventListener('scroll', measure, { passive: true });
    // It answers at once as well, for the first time once the rows at first are painted.
    const resized = new ResizeObserver(measure);
    resized.observe(body);
    return () => {
      body.removeEventListener('scroll', measure);
      resized.disconnect();
    };
  }, [grid, rows]);
  return shown;
}
