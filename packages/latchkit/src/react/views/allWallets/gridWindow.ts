/** Rows of a grid, from `first` up to but excluding `end`. */
export interface GridWindow {
  readonly first: number;
  readonly end: number;
}

/** Position of a grid in its scrolling body, in px. */
export interface GridPlace {
  /** Height of the part of the grid above the view. */
  readonly hidden: number;
  /** Height of the view. */
  readonly height: number;
  /** Height of each row; 0 before layout. */
  readonly rowHeight: number;
}

/** Rows rendered beyond both edges of the visible area, so that a quick scroll shows no gap. */
const BEYOND = 2;

/** Rows rendered before anything is measured: few, for a quick first paint; the others follow immediately. */
const ROWS_AT_FIRST = 3;

/** The rows around a given one, before anything is measured. */
export function windowAround(row: number): GridWindow {
  const first = Math.max(0, row - BEYOND);
  return { first, end: first + ROWS_AT_FIRST };
}

/** The rows that have tiles, and those of them whose tiles have logos. */
export interface DrawnRows {
  readonly tiles: GridWindow;
  readonly logos: GridWindow;
}

/** The rows rendered before anything is measured. Logos follow after the first paint. */
export function rowsAtFirst(startRow: number): DrawnRows {
  const tiles = windowAround(startRow);
  return { tiles, logos: { first: tiles.first, end: tiles.first } };
}

/**
 * Performs one step for tiles and logos. Tiles are cheap; a logo must be fetched, decoded and painted. So logos are
 * added a row at a time, and not while rows scroll by too quickly to be seen. Returns the same object if there is
 * nothing to do.
 */
export function nextRows(before: DrawnRows, place: GridPlace, passing: boolean): DrawnRows {
  const tiles = gridWindow(before.tiles, place, 2);
  const kept = within(before.logos, tiles);
  const logos = passing ? kept : within(gridWindow(kept, place, 1), tiles);
  const isSame =
    tiles === before.tiles && logos.first === before.logos.first && logos.end === before.logos.end;
  return isSame ? before : { tiles, logos };
}

/** The part of a window that lies in another one; empty, at the other's start, if they don't overlap. */
function within({ first, end }: GridWindow, outer: GridWindow): GridWindow {
  const part = { first: Math.max(first, outer.first), end: Math.min(end, outer.end) };
  return part.first < part.end ? part : { first: outer.first, end: outer.first };
}

/**
 * Performs one step from the rendered rows to the wanted ones: first the visible rows, then a row beyond one edge;
 * distant rows are removed. Returns the same object if there is nothing to do.
 *
 * @param most maximum number of rows to render per step at each edge of the visible area.
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
  // Downwards first, the usual scroll direction.
  const below = lacksBelow ? Math.min(before.end + most, seen.end) : before.end + (lacksAbove ? 0 : 1);
  const above = lacksAbove
    ? Math.max(before.first - most, seen.first)
    : before.first - (lacksBelow || before.end < end ? 0 : 1);
  const next = { first: Math.max(first, above), end: Math.min(below, end) };
  return next.first === before.first && next.end === before.end ? before : next;
}

/** Whether all visible rows are rendered. */
export function coversSight({ first, end }: GridWindow, place: GridPlace): boolean {
  if (place.rowHeight <= 0) return true;
  const seen = rowsInSight(place);
  return first <= seen.first && end >= seen.end;
}

function rowsInSight({ hidden, height, rowHeight }: GridPlace): GridWindow {
  const first = Math.max(0, Math.floor(hidden / rowHeight));
  return { first, end: Math.max(first + 1, Math.ceil((hidden + height) / rowHeight)) };
}
