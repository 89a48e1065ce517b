import { describe, expect, it } from 'vitest';
import { gridWindow, windowAround } from './gridWindow.js';

describe('gridWindow', () => {
  const before = windowAround(0);

  it('draws the rows in view and two beyond each edge', () => {
    expect(gridWindow(before, { hidden: 1000, height: 500, rowHeight: 100 })).toEqual({ first: 8, end: 17 });
  });

  it('begins with the first row, also while the grid lies below the top of the view', () => {
    expect(gridWindow(before, { hidden: -90, height: 500, rowHeight: 100 })).toEqual({ first: 0, end: 7 });
  });

  it('answers the same window when nothing changes, and before anything is measured', () => {
    const window = gridWindow(before, { hidden: 1000, height: 500, rowHeight: 100 });
    expect(gridWindow(window, { hidden: 1010, height: 480, rowHeight: 100 })).toBe(window);
    expect(gridWindow(before, { hidden: 0, height: 0, rowHeight: 0 })).toBe(before);
  });

  it('begins around the wallet that Back returns to', () => {
    expect(windowAround(50)).toEqual({ first: 48, end: 54 });
  });
});
