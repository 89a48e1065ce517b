import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { locateChromium, locateTestChromium } from './findChromium.mjs';

describe('locateChromium', () => {
  it('prefers $CHROMIUM, and refuses a value that is not an executable', () => {
    expect(locateChromium({ CHROMIUM: process.execPath, PATH: '' })).toBe(process.execPath);
    expect(() => locateChromium({ CHROMIUM: '/nowhere/chromium' })).toThrow(
      'CHROMIUM=/nowhere/chromium is not a program',
    );
    expect(() => locateChromium({ CHROMIUM: '/' })).toThrow('is not a program');
  });
});

describe('locateTestChromium', () => {
  it('prefers $CHROMIUM, then a headless shell, then Chromium', () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'latchkit-browsers-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const program = name => {
      const file = path.join(folder, name);
      writeFileSync(file, '');
      chmodSync(file, 0o755);
      return file;
    };
    const chromium = program('chromium');
    expect(locateTestChromium({ PATH: folder })).toBe(chromium);
    const shell = program('chromium-headless-shell');
    expect(locateTestChromium({ PATH: folder })).toBe(shell);
    expect(locateChromium({ PATH: folder })).toBe(chromium);
    expect(locateTestChromium({ PATH: folder, CHROMIUM: process.execPath })).toBe(process.execPath);
  });
});
