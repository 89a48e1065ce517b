import { describe, expect, it } from 'vitest';
import { travelFrom, travelSign } from './viewChange.js';

describe('travelSign', () => {
  it('enters from the inline end when moving forward, mirrored in right-to-left locales', () => {
    expect(travelSign('forward', false)).toBe(1);
    expect(travelSign('back', false)).toBe(-1);
    expect(travelSign('forward', true)).toBe(-1);
    expect(travelSign('back', true)).toBe(1);
  });
});

describe('travelFrom', () => {
  it('moves the ring’s mark to the position and size of the row’s mark', () => {
    const transform = travelFrom({ x: 96, y: 300, width: 36 }, { x: 140, y: 120, width: 80 });
    expect(transform).toBe('translate(-44px, 180px) scale(0.45)');
  });

  it('does not divide by zero when a box is not rendered', () => {
    expect(travelFrom({ x: 0, y: 0, width: 36 }, { x: 0, y: 0, width: 0 })).toContain('scale(1)');
  });
});
