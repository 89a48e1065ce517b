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

  it('allows nothing in the frame when the page only matches a pattern or is itself in a frame [SEC-130]', () => {
    expect(inlineRule(config, 'https://shop.example.org', false)).toBe('never');
    const local = { allowedOrigins: [...LOCAL_ORIGINS, 'http://10.0.0.1'], trustedOrigins: [] };
    expect(inlineRule(local, 'http://localhost:5174', false)).toBe('never');
    expect(inlineRule(local, 'http://evil.localhost:5173', false)).toBe('never');
    expect(inlineRule(local, 'http://10.0.0.1', false)).toBe('auto');
    for (const pattern of config.allowedOrigins.concat(LOCAL_ORIGINS).filter(one => one.includes('*')))
      expect(inlineRule({ allowedOrigins: [pattern], trustedOrigins: [] }, pattern, false)).toBe('never');
    expect(inlineRule(config, 'https://pay.example', true)).toBe('never');
  });

  it('trusts only the named local page in development', () => {
    const development = { allowedOrigins: [...LOCAL_ORIGINS], trustedOrigins: [DEMO] };
    expect(inlineRule(development, DEMO, false)).toBe('trusted');
    expect(inlineRule(development, 'http://localhost:5174', false)).toBe('never');
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
