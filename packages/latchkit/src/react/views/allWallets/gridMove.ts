/** Wallets per row of the grid. */
export const COLUMNS = 4;

/**
 * The index that a key moves to in the grid of wallets; undefined if the grid doesn't handle the key. Left and right
 * continue in the adjacent row. Down from above an unfinished last row moves to the last wallet.
 */
export function gridMove(key: string, index: number, count: number, rtl: boolean): number | undefined {
  const last = count - 1;
  const step = rtl ? -1 : 1;
  switch (key) {
    case 'ArrowRight':
      return clamp(index + step, last);
    case 'ArrowLeft':
      return clamp(index - step, last);
    case 'ArrowUp':
      return index < COLUMNS ? index : index - COLUMNS;
    case 'ArrowDown':
      return rowOf(index) === rowOf(last) ? index : Math.min(index + COLUMNS, last);
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      return undefined;
  }
}

function rowOf(index: number): number {
  return Math.floor(index / COLUMNS);
}

function clamp(index: number, last: number): number {
  return Math.max(0, Math.min(index, last));
}
