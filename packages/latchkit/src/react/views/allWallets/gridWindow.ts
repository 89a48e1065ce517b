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

/** The rows that have tiles, and those of them whose tiles have their logos. */
export interface DrawnRows {
  readonly tiles: GridWindow;
  readonly logos: GridWindow;
}

/** What is drawn before anything is measured. Logos come after the first picture. */
export function rowsAtFirst(startRow: number): DrawnRows {
  const tiles = windowAround(startRow);
  return { tiles, logos: { first: tiles.first, end: tiles.first } };
}

/**
 * One step of both. Tiles are quickly drawn; a logo is fetched, decoded and painted besides: they come a row at a time, and
 * not while the rows pass by too quickly to be looked at. The same object when there is nothing to do.
 */
export function nextRows(before: DrawnRows, place: GridPlace, passing: boolean): DrawnRows {
  const tiles = gridWindow(before.tiles, place, 2);
  const kept = within(before.logos, tiles);
  const logos = passing ? kept : within(gridWindow(kept, place, 1), tiles);
  const isSame =
    tiles === before.tiles && logos.first === before.logos.first && logos.end === before.logos.end;
  return isSame ? before : { tiles, logos };
}

/** The part of a window in another one; an empty one at its beginning where they have no row in common. */
function within({ first, end }: GridWindow, outer: GridWindow): GridWindow {
  const part = { first: Math.max(first, outer.first), end: Math.min(end, outer.end) };
  return part.first < part.end ? part : { first: outer.first, end: outer.first };
}

/**
 * One step from the rows that are drawn to those that should be: first what can be seen, then a row beyond one edge, and what
 * is far away no more. The same object when there is nothing to do.
 *
 * @param most rows that a step draws at each edge of what can be seen.
 */
export function gridWindow(before: GridWindow, place: GridPlace, most: number): GridWindow {
  if (place.rowHeight <= 0) return before;
  const seen = rowsInSight(place);
  if (before.first > seen.end || before.end < seen.first)
    return { first: seen.first, end: Math.min(seen.end, seen.first + most) };
  const first = Math.max(0, seen.first - BEYOND);
  const end = seen.end + BEYOND;
  const lacksAbove = before.first > seen.first;
  const lacksBelow = before.end < seen.end;
  // Downwards first: that is where most scroll to.
  const below = lacksBelow ? Math.min(before.end + most, seen.end) : before.end + (lacksAbove ? 0 : 1);
  const above = lacksAbove
    ? Math.max(before.first - most, seen.first)
    : before.first - (lacksBelow || before.end < end ? 0 : 1);
  const next = { first: Math.max(first, above), end: Math.min(below, end) };
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
