import { describe, expect, it } from 'vitest';
import { gridMove } from './gridMove.js';

describe('gridMove', () => {
  const move = (key: string, index: number, rtl = false) => gridMove(key, index, 10, rtl);

  it('moves along a row, on into the next one, and stops at both ends', () => {
    expect([move('ArrowRight', 3), move('ArrowLeft', 4)]).toEqual([4, 3]);
    expect([move('ArrowRight', 9), move('ArrowLeft', 0)]).toEqual([9, 0]);
  });

  it('mirrors left and right where reading runs right to left', () => {
    expect([move('ArrowRight', 3, true), move('ArrowLeft', 3, true)]).toEqual([2, 4]);
  });

  it('moves by rows; above an unfinished last row, down ends on the last wallet', () => {
    expect([move('ArrowDown', 1), move('ArrowUp', 5)]).toEqual([5, 1]);
    expect(move('ArrowDown', 7)).toBe(9);
    expect([move('ArrowDown', 8), move('ArrowUp', 2)]).toEqual([8, 2]);
  });

  it('goes to the first and the last, and leaves other keys alone', () => {
    expect([move('Home', 6), move('End', 1)]).toEqual([0, 9]);
    expect([move('a', 1), move('Enter', 1)]).toEqual([undefined, undefined]);
  });
});
