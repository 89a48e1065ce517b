import { describe, expect, it } from 'vitest';
import { travelFrom, travelSign } from './viewChange.js';

describe('travelSign', () => {
  it('brings a view from the inline end going forward, and mirrors it right to left', () => {
    expect(travelSign('forward', false)).toBe(1);
    expect(travelSign('back', false)).toBe(-1);
    expect(travelSign('forward', true)).toBe(-1);
    expect(travelSign('back', true)).toBe(1);
  });
});

describe('travelFrom', () => {
  it('puts the ring’s mark where the row’s mark was, at its size', () => {
    const transform = travelFrom({ x: 96, y: 300, width: 36 }, { x: 140, y: 120, width: 80 });
    expect(transform).toBe('translate(-44px, 180px) scale(0.45)');
  });

  it('does not divide by a box that is not drawn', () => {
    expect(travelFrom({ x: 0, y: 0, width: 36 }, { x: 0, y: 0, width: 0 })).toContain('scale(1)');
  });
});
