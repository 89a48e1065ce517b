import { LOCAL_ORIGINS } from 'latchkit/protocol';
import { describe, expect, it } from 'vitest';
import { chooseSurface, inlineRule } from './chooseSurface.js';

const DEMO = 'http://localhost:5173';

describe('inlineRule', () => {
  const config = {
    allowedOrigins: ['https://app.example', 'https://pay.example', 'https://*.example.org'],
    trustedOrigins: ['https://pay.example'],
  };

  it('trusts an origin only where the owner named it, not because it is registered', () => {
    expect(inlineRule(config, 'https://pay.example', false)).toBe('trusted');
    expect(inlineRule(config, 'https://app.example', false)).toBe('auto');
  });

  it('allows nothing in the frame when the page only matches a pattern or is itself in a frame', () => {
    expect(inlineRule(config, 'https://shop.example.org', false)).toBe('never');
    expect(inlineRule(config, 'https://pay.example', true)).toBe('never');
  });

  it('trusts only the named local page in development', () => {
    const development = { allowedOrigins: [...LOCAL_ORIGINS], trustedOrigins: [DEMO] };
    expect(inlineRule(development, DEMO, false)).toBe('trusted');
    expect(inlineRule(development, 'http://localhost:5174', false)).toBe('auto');
    expect(inlineRule(development, 'http://evil.localhost:5173', false)).toBe('auto');
  });
});

describe('chooseSurface', () => {
  it('uses the window for R3 always, for R2 unless the origin is trusted, and for R1 only if nothing is allowed in the frame', () => {
    const surfaces = (['R1', 'R2', 'R3'] as const).map(risk => [
      chooseSurface(risk, 'trusted'),
      chooseSurface(risk, 'auto'),
      chooseSurface(risk, 'never'),
    ]);
    expect(surfaces).toEqual([
      ['frame', 'frame', 'window'],
      ['frame', 'window', 'window'],
      ['window', 'window', 'window'],
    ]);
  });
});
