import { describe, expect, it } from 'vitest';
import { coversSight, type GridPlace, type GridWindow, gridWindow, windowAround } from './gridWindow.js';

/** All windows on the way until nothing changes any more. */
function steps(before: GridWindow, place: GridPlace, most = 2): string[] {
  const found: string[] = [];
  for (let window = before; ; ) {
    const next = gridWindow(window, place, most);
    if (next === window) return found;
    expect(found.length).toBeLessThan(50);
    found.push(`${next.first}-${next.end}`);
    window = next;
  }
}

describe('gridWindow', () => {
  const place = { hidden: 1000, height: 500, rowHeight: 100 };

  it('draws first what can be seen, two rows at a time, then a row at a time, up to two beyond each edge', () => {
    expect(steps(windowAround(0), place)).toEqual([
      '10-12',
      '10-14',
      '10-15',
      '10-16',
      '10-17',
      '9-17',
      '8-17',
    ]);
    expect(steps({ first: 8, end: 17 }, { ...place, hidden: 1250 })).toEqual(['10-18', '10-19', '10-20']);
  });

  it('draws one row at a time where frames are slow', () => {
    expect(steps(windowAround(0), place, 1).slice(0, 5)).toEqual([
      '10-11',
      '10-12',
      '10-13',
      '10-14',
      '10-15',
    ]);
    expect(steps({ first: 8, end: 17 }, { ...place, hidden: 620 }, 1)[0]).toBe('7-14');
  });

  it('begins with the first row, also while the grid lies below the top of the view', () => {
    expect(steps(windowAround(0), { ...place, hidden: -90 })).toEqual(['0-5', '0-6', '0-7']);
  });

  it('draws first what a scroll upwards shows', () => {
    expect(steps({ first: 8, end: 17 }, { ...place, hidden: 620 })[0]).toBe('6-14');
    expect(steps({ first: 8, end: 17 }, { ...place, hidden: 520 }).slice(0, 2)).toEqual(['6-13', '5-13']);
    expect(steps({ first: 8, end: 17 }, { ...place, hidden: 0 })).toEqual([
      '0-2',
      '0-4',
      '0-5',
      '0-6',
      '0-7',
    ]);
  });

  it('answers the same window when nothing changes, and before anything is measured', () => {
    const window = { first: 8, end: 17 };
    expect(gridWindow(window, { hidden: 1010, height: 480, rowHeight: 100 }, 2)).toBe(window);
    expect(gridWindow(window, { hidden: 0, height: 0, rowHeight: 0 }, 2)).toBe(window);
  });

  it('adds no more than two rows at a time, and one once all that can be seen is drawn', () => {
    for (let hidden = 0; hidden < 12_000; hidden += 37) {
      const now = { ...place, hidden };
      let window = gridWindow(windowAround(0), now, 2);
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

  it('keeps pace with a scroll of two rows a frame, and never draws more than a step on the way', () => {
    let window = windowAround(0);
    for (let hidden = 0; hidden < 12_000; hidden += 200) {
      const next = gridWindow(window, { ...place, hidden }, 2);
      expect(next.end - Math.max(next.first, window.end)).toBeLessThanOrEqual(2);
      expect(coversSight(next, { ...place, hidden })).toBe(true);
      window = next;
    }
  });

  it('begins around the wallet that Back returns to', () => {
    expect(windowAround(50)).toEqual({ first: 48, end: 51 });
  });
});
