import { describe, expect, it } from 'vitest';
import { locateChromium } from './findChromium.mjs';

describe('locateChromium', () => {
  it('prefers $CHROMIUM, and refuses a value that is not an executable', () => {
    expect(locateChromium({ CHROMIUM: process.execPath, PATH: '' })).toBe(process.execPath);
    expect(() => locateChromium({ CHROMIUM: '/nowhere/chromium' })).toThrow(
      'CHROMIUM=/nowhere/chromium is not a program',
    );
    expect(() => locateChromium({ CHROMIUM: '/' })).toThrow('is not a program');
  });
});
