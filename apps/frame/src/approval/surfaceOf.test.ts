import { LOCAL_ORIGINS } from 'latchkit/protocol';
import { describe, expect, it } from 'vitest';
import { inlineRule, surfaceOf } from './surfaceOf.js';

describe('inlineRule', () => {
  it("trusts an exact origin of the owner's, and none that only fits a pattern or is nested", () => {
    const origins = ['https://app.example', 'https://*.example.org'];
    expect(inlineRule(origins, 'https://app.example', false)).toBe('trusted');
    expect(inlineRule(origins, 'https://shop.example.org', false)).toBe('auto');
    expect(inlineRule(origins, 'https://app.example', true)).toBe('auto');
  });

  it('trusts pages of this machine in development only', () => {
    expect(inlineRule(LOCAL_ORIGINS, 'http://localhost:5173', false)).toBe('trusted');
    expect(inlineRule(['https://app.example'], 'http://localhost:5173', false)).toBe('auto');
    expect(inlineRule(LOCAL_ORIGINS, 'http://localhost.evil.example', false)).toBe('auto');
  });
});

describe('surfaceOf', () => {
  it('has R3 in the window always, R2 unless the origin is trusted, R1 unless nothing is allowed in the frame', () => {
    const surfaces = (['R1', 'R2', 'R3'] as const).map(risk => [
      surfaceOf(risk, 'trusted'),
      surfaceOf(risk, 'auto'),
      surfaceOf(risk, 'never'),
    ]);
    expect(surfaces).toEqual([
      ['frame', 'frame', 'window'],
      ['frame', 'window', 'window'],
      ['window', 'window', 'window'],
    ]);
  });
});
