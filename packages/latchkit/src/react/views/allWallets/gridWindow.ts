/** Rows of a grid, from `first` up to but without `end`. */
export interface GridWindow {
  readonly first: number;
  readonly end: number;
}

/** Where a grid lies in the body that scrolls it, in px. */
export interface GridPlace {
  /** How much of the grid lies above the view. */
  readonly hidden: number;
  /** Of the view. */
  readonly height: number;
  /** Of every row; 0: not laid out yet. */
  readonly rowHeight: number;
}

/** Rows drawn beyond both edges of what can be seen, so that a quick scroll meets no gap. */
const BEYOND = 2;

/** What is drawn before anything is measured: few, so that the first picture comes soon; the others come right after. */
const ROWS_AT_FIRST = 3;

/** The rows around one that is known to be wanted, before anything is measured. */
export function windowAround(row: number): GridWindow {
  const first = Math.max(0, row - BEYOND);
  return { first, end: first + ROWS_AT_FIRST };
}

/**
 * One step from the rows that are drawn to those that should be: what can be seen is drawn at once, a row beyond an edge
 * with each further step, and what is far away no more. The same object when there is nothing to do.
 */
export function gridWindow(before: GridWindow, place: GridPlace): GridWindow {
  if (place.rowHeight <= 0) return before;
  const seen = rowsInSight(place);
  if (before.first > seen.end || before.end < seen.first) return seen;
  const first = Math.max(0, seen.first - BEYOND);
  const end = seen.end + BEYOND;
  const step = before.end < seen.end ? seen.end : Math.min(before.end + 1, end);
  // Downwards first: that is where most scroll to.
  const isDown = before.end >= end;
  const up = before.first > first && isDown ? before.first - 1 : before.first;
  const next = { first: Math.max(first, Math.min(up, seen.first)), end: step };
  return next.first === before.first && next.end === before.end ? before : next;
}

function rowsInSight({ hidden, height, rowHeight }: GridPlace): GridWindow {
  const first = Math.max(0, Math.floor(hidden / rowHeight));
  return { first, end: Math.max(first + 1, Math.ceil((hidden + height) / rowHeight)) };
}
