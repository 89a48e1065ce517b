import { describe, expect, it } from 'vitest';
import { pathSegment } from './pathSegment.js';

describe('pathSegment', () => {
  it.each([
    ['a/b?c#d', 'a%2Fb%3Fc%23d'],
    ['\u{1f600}', '%F0%9F%98%80'],
    ['\ud800', '%EF%BF%BD'],
    ['a\udc00\ud800b', 'a%EF%BF%BD%EF%BF%BDb'],
  ])('encodes %j (RV-01)', (text, encoded) => {
    expect(pathSegment(text)).toBe(encoded);
  });
});
