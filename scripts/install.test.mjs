import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { whatIsMissing } from './install.mjs';
import { isAtLeast, requireNode } from './lib/requireNode.mjs';

let folder;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'latchkit-install-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const lock = (file, packages) => {
  mkdirSync(path.join(folder, 'node_modules'), { recursive: true });
  writeFileSync(path.join(folder, file), JSON.stringify({ packages }));
};

describe('whatIsMissing', () => {
  const wanted = {
    '': {},
    'packages/own': {},
    'node_modules/a': { version: '1.0.0' },
    'node_modules/b': { version: '1.0.0', optional: true },
  };

  it('returns undefined when everything except packages of other platforms is installed', () => {
    lock('package-lock.json', wanted);
    lock('node_modules/.package-lock.json', {
      'node_modules/a': { version: '1.0.0' },
      'node_modules/more': { version: '9.0.0' },
    });
    expect(whatIsMissing(folder)).toBeUndefined();
  });

  it('reports a fresh clone, a missing package and another version', () => {
    writeFileSync(path.join(folder, 'package-lock.json'), JSON.stringify({ packages: wanted }));
    expect(whatIsMissing(folder)).toBe('nothing is installed yet');
    lock('node_modules/.package-lock.json', {});
    expect(whatIsMissing(folder)).toBe('node_modules/a is missing');
    lock('node_modules/.package-lock.json', { 'node_modules/a': { version: '0.9.0' } });
    expect(whatIsMissing(folder)).toBe('node_modules/a is 0.9.0, not 1.0.0');
  });
});

describe('requireNode', () => {
  it('compares versions by number', () => {
    expect(isAtLeast('20.20.2', '20.19')).toBe(true);
    expect(isAtLeast('20.19.0', '20.19')).toBe(true);
    expect(isAtLeast('20.9.0', '20.19')).toBe(false);
    expect(isAtLeast('22.0.0', '20.19')).toBe(true);
    expect(isAtLeast('18.99.0', '20.19')).toBe(false);
  });

  it('reports which Node is needed', () => {
    expect(() => requireNode('18.20.0')).toThrow(
      'Latchkit needs Node 20.19 or newer, and this is Node 18.20.0.',
    );
    expect(() => requireNode()).not.toThrow();
  });
});
