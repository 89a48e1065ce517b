import { describe, expect, it } from 'vitest';
import { locateChromium } from './findChromium.mjs';

describe('locateChromium', () => {
  it('takes $CHROMIUM first, and refuses one that cannot be run', () => {
    expect(locateChromium({ CHROMIUM: process.execPath, PATH: '' })).toBe(process.execPath);
    expect(() => locateChromium({ CHROMIUM: '/nowhere/chromium' })).toThrow(
      'CHROMIUM=/nowhere/chromium is not a program',
    );
    expect(() => locateChromium({ CHROMIUM: '/' })).toThrow('is not a program');
  });
});
