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
 * One step from the rows that are drawn to those that should be: first what can be seen, then a row beyond an edge with
 * each further step, and what is far away no more. The same object when there is nothing to do.
 *
 * @param most rows that the step draws at each edge of what can be seen.
 */
export function gridWindow(before: GridWindow, place: GridPlace, most: number): GridWindow {
  if (place.rowHeight <= 0) return before;
  const seen = rowsInSight(place);
  if (before.first > seen.end || before.end < seen.first)
    return { first: seen.first, end: Math.min(seen.end, seen.first + most) };
  const first = Math.max(0, seen.first - BEYOND);
  const end = seen.end + BEYOND;
  const down = before.end < seen.end ? Math.min(before.end + most, seen.end) : Math.min(before.end + 1, end);
  // Downwards first: that is where most scroll to.
  const isDown = before.end >= end;
  const up =
    before.first > seen.first ? Math.max(before.first - most, seen.first) : before.first - (isDown ? 1 : 0);
  const next = { first: Math.max(first, up), end: down };
  return next.first === before.first && next.end === before.end ? before : next;
}

/** Whether all that can be seen is drawn. */
export function coversSight({ first, end }: GridWindow, place: GridPlace): boolean {
  if (place.rowHeight <= 0) return true;
  const seen = rowsInSight(place);
  return first <= seen.first && end >= seen.end;
}

function rowsInSight({ hidden, height, rowHeight }: GridPlace): GridWindow {
  const first = Math.max(0, Math.floor(hidden / rowHeight));
  return { first, end: Math.max(first + 1, Math.ceil((hidden + height) / rowHeight)) };
}
