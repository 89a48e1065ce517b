import { describe, expect, it } from 'vitest';
import {
  coversSight,
  type DrawnRows,
  type GridPlace,
  type GridWindow,
  gridWindow,
  nextRows,
  rowsAtFirst,
} from './gridWindow.js';

const written = ({ first, end }: GridWindow) => `${first}-${end}`;

/** All windows until nothing changes any more. */
function steps(before: GridWindow, place: GridPlace, most = 2): string[] {
  const found: string[] = [];
  for (let window = before; ; ) {
    const next = gridWindow(window, place, most);
    if (next === window) return found;
    expect(found.length).toBeLessThan(50);
    found.push(written(next));
    window = next;
  }
}

const place = { hidden: 1000, height: 500, rowHeight: 100 };
const start = rowsAtFirst(0).tiles;

describe('gridWindow', () => {
  it('renders the visible rows first, several at a time, then one row at a time up to two beyond each edge', () => {
    expect(steps(start, place)).toEqual(['10-12', '10-14', '10-15', '10-16', '10-17', '9-17', '8-17']);
    expect(steps(start, place, 1).slice(0, 6)).toEqual([
      ...['10-11', '10-12', '10-13', '10-14', '10-15', '10-16'],
    ]);
    expect(steps({ first: 8, end: 17 }, { ...place, hidden: 1250 })).toEqual(['10-18', '10-19', '10-20']);
  });

  it('starts with the first row even if the grid is below the top of the view', () => {
    expect(steps(start, { ...place, hidden: -90 })).toEqual(['0-5', '0-6', '0-7']);
  });

  it('renders the rows that scrolling up reveals first', () => {
    expect(steps({ first: 8, end: 17 }, { ...place, hidden: 620 })[0]).toBe('6-14');
    expect(steps({ first: 8, end: 17 }, { ...place, hidden: 620 }, 1)[0]).toBe('7-14');
    expect(steps({ first: 8, end: 17 }, { ...place, hidden: 520 }).slice(0, 2)).toEqual(['6-13', '5-13']);
    expect(steps({ first: 8, end: 17 }, { ...place, hidden: 0 })).toEqual([
      '0-2',
      '0-4',
      '0-5',
      '0-6',
      '0-7',
    ]);
  });

  it('returns the same window when nothing changes, and before anything is measured', () => {
    const window = { first: 8, end: 17 };
    expect(gridWindow(window, { hidden: 1010, height: 480, rowHeight: 100 }, 2)).toBe(window);
    expect(gridWindow(window, { hidden: 0, height: 0, rowHeight: 0 }, 2)).toBe(window);
  });

  it('adds at most one step at a time, and one row once all visible rows are rendered', () => {
    for (let hidden = 0; hidden < 12_000; hidden += 37) {
      const now = { ...place, hidden };
      let window = gridWindow(start, now, 2);
      expect(window.end - window.first).toBeLessThanOrEqual(5);
      for (let step = 0; step < 12; step += 1) {
        const most = coversSight(window, now) ? 1 : 2;
        const next = gridWindow(window, now, 2);
        const added = Math.max(0, window.first - next.first) + Math.max(0, next.end - window.end);
        expect(added).toBeLessThanOrEqual(most);
        window = next;
      }
      expect(coversSight(window, now)).toBe(true);
      expect(window.end - window.first).toBeLessThanOrEqual(10);
    }
  });

  it('keeps up with scrolling two rows per frame, without rendering more than one step per frame', () => {
    let window = { first: 0, end: 7 };
    for (let hidden = 0; hidden < 12_000; hidden += 200) {
      const next = gridWindow(window, { ...place, hidden }, 2);
      expect(next.end - Math.max(next.first, window.end)).toBeLessThanOrEqual(2);
      expect(coversSight(next, { ...place, hidden })).toBe(true);
      window = next;
    }
  });
});

describe('nextRows', () => {
  const sequence = (from: DrawnRows, now: GridPlace, passing: boolean, count: number) => {
    const found: string[] = [];
    for (let rows = from; found.length < count; ) {
      rows = nextRows(rows, now, passing);
      found.push(`${written(rows.tiles)} ${written(rows.logos)}`);
    }
    return found;
  };
  const top = { ...place, hidden: 0 };

  it('starts with the tiles around the wallet that Back returns to, and adds their logos after the first paint', () => {
    expect(rowsAtFirst(50)).toEqual({ tiles: { first: 48, end: 51 }, logos: { first: 48, end: 48 } });
    expect(sequence(rowsAtFirst(0), top, false, 5)).toEqual([
      ...['0-5 0-1', '0-6 0-2', '0-7 0-3', '0-7 0-4', '0-7 0-5'],
    ]);
  });

  it('adds no logos while rows scroll by quickly, keeps existing ones, and adds the rest when scrolling stops', () => {
    const rest = { tiles: { first: 0, end: 7 }, logos: { first: 0, end: 7 } };
    const passing = nextRows(rest, { ...place, hidden: 300 }, true);
    expect([written(passing.tiles), written(passing.logos)]).toEqual(['1-8', '1-7']);
    const far = nextRows(passing, { ...place, hidden: 2_000 }, true);
    expect([written(far.tiles), written(far.logos)]).toEqual(['20-22', '20-20']);
    expect(sequence(far, { ...place, hidden: 2_000 }, false, 5)).toEqual([
      ...['20-24 20-21', '20-25 20-22', '20-26 20-23', '20-27 20-24', '19-27 20-25'],
    ]);
  });

  it('has no logo without a tile, and returns the same rows when nothing changes', () => {
    let rows = rowsAtFirst(0);
    for (let hidden = 0; hidden < 12_000; hidden += 53) {
      rows = nextRows(rows, { ...place, hidden }, hidden % 3 === 0);
      expect(rows.logos.first).toBeGreaterThanOrEqual(rows.tiles.first);
      expect(rows.logos.end).toBeLessThanOrEqual(rows.tiles.end);
    }
    for (let step = 0; step < 20; step += 1) rows = nextRows(rows, place, false);
    expect(nextRows(rows, place, false)).toBe(rows);
    expect(nextRows(rows, place, true)).toBe(rows);
    expect(rows.logos).toEqual(rows.tiles);
  });
});
