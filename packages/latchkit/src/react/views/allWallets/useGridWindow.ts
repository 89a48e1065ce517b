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
  const where = useRef((): GridPlace => NOWHERE);
  const steps = useSteps(most => setShown(before => gridWindow(before, where.current(), most)));
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
    if (coversSight(shown, where.current())) return whenIdle(steps.now);
    steps.next();
    return undefined;
  }, [shown, steps]);
  return shown;
}

/** Frames that come at least this quickly, in milliseconds, have time for two rows. */
const QUICK = 20;

/**
 * One step a frame at most, however often it is asked for: the pictures of a row are laid out and painted with the frame that
 * shows them, which a slow machine has time for once.
 *
 * @param step how many rows it may draw at each edge.
 */
function useSteps(step: (most: number) => void) {
  const [steps] = useState(() => {
    let frame = 0;
    let last = 0;
    return {
      next: () => {
        frame ||= requestAnimationFrame(time => {
          frame = 0;
          const isQuick = time - last < QUICK;
          last = time;
          step(isQuick ? 2 : 1);
        });
      },
      now: () => step(1),
      stop: () => {
        cancelAnimationFrame(frame);
        frame = 0;
      },
    };
  });
  return steps;
}

/** Nothing is measured yet. */
const NOWHERE: GridPlace = { hidden: 0, height: 0, rowHeight: 0 };
