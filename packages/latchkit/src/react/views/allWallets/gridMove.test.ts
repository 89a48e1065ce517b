import { describe, expect, it } from 'vitest';
import { gridMove } from './gridMove.js';

describe('gridMove', () => {
  const move = (key: string, index: number, rtl = false) => gridMove(key, index, 10, rtl);

  it('moves along a row and into the next one, and stops at both ends', () => {
    expect([move('ArrowRight', 3), move('ArrowLeft', 4)]).toEqual([4, 3]);
    expect([move('ArrowRight', 9), move('ArrowLeft', 0)]).toEqual([9, 0]);
  });

  it('mirrors left and right in right-to-left locales', () => {
    expect([move('ArrowRight', 3, true), move('ArrowLeft', 3, true)]).toEqual([2, 4]);
  });

  it('moves by rows; down from above an unfinished last row moves to the last wallet', () => {
    expect([move('ArrowDown', 1), move('ArrowUp', 5)]).toEqual([5, 1]);
    expect(move('ArrowDown', 7)).toBe(9);
    expect([move('ArrowDown', 8), move('ArrowUp', 2)]).toEqual([8, 2]);
  });

  it('moves to the first and the last wallet, and ignores other keys', () => {
    expect([move('Home', 6), move('End', 1)]).toEqual([0, 9]);
    expect([move('a', 1), move('Enter', 1)]).toEqual([undefined, undefined]);
  });
});
