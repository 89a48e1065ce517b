import { describe, expect, it } from 'vitest';
import { closesSheet, followDrag } from './createSheetDrag.js';

describe('closesSheet', () => {
  const height = 400;

  it('closes past a quarter of the height, and not before', () => {
    expect(closesSheet({ distance: 100, speed: 0, height })).toBe(false);
    expect(closesSheet({ distance: 101, speed: 0, height })).toBe(true);
  });

  it('closes on a flick', () => {
    expect(closesSheet({ distance: 40, speed: 0.9, height })).toBe(true);
    expect(closesSheet({ distance: 8, speed: 0.9, height })).toBe(false);
  });

  it('stays open when the finger was moving back up', () => {
    expect(closesSheet({ distance: 180, speed: -0.9, height })).toBe(false);
  });
});

describe('followDrag', () => {
  it('follows down fully and resists upwards', () => {
    expect(followDrag(120)).toBe(120);
    expect(followDrag(-100)).toBe(-10);
  });
});
