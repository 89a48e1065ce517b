/** Rows that are drawn, from `first` up to but without `end`. */
export interface GridWindow {
  readonly first: number;
  readonly end: number;
}

/** Rows drawn beyond both edges of what can be seen, so that a quick scroll meets no gap. */
const BEYOND = 2;

/** What is drawn before anything is measured: the rows that a modal shows, so that the first picture comes soon. */
const ROWS_AT_FIRST = 6;

/** The rows around one that is known to be wanted, before anything is measured. */
export function windowAround(row: number): GridWindow {
  const first = Math.max(0, row - BEYOND);
  return { first, end: first + ROWS_AT_FIRST };
}

/**
 * The rows to draw of a grid whose first `hidden` px lie above a view of `height` px.
 *
 * @param rowHeight height of every row in px; 0: not laid out yet, keep what is drawn.
 */
export function gridWindow(
  before: GridWindow,
  { hidden, height, rowHeight }: { hidden: number; height: number; rowHeight: number },
): GridWindow {
  if (rowHeight <= 0) return before;
  const first = Math.max(0, Math.floor(hidden / rowHeight) - BEYOND);
  const end = Math.max(first + 1, Math.ceil((hidden + height) / rowHeight) + BEYOND);
  return first === before.first && end === before.end ? before : { first, end };
}
