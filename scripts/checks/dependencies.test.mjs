import { describe, expect, it } from 'vitest';
import { compareInstallScripts, isAllowed } from './dependencies.mjs';

const lock = {
  packages: {
    '': {},
    'node_modules/quiet': { version: '1.0.0' },
    'node_modules/@scope/loud': { version: '2.0.0', hasInstallScript: true },
    'node_modules/a/node_modules/deep': { version: '3.0.0', hasInstallScript: true },
  },
};

describe('compareInstallScripts', () => {
  it('passes when the list matches exactly', () => {
    expect(compareInstallScripts(lock, { '@scope/loud@2.0.0': 'why', 'deep@3.0.0': 'why' })).toEqual({
      ok: true,
      text: '',
    });
  });

  it('fails on an unlisted package, even a nested one, and on another version of a listed package', () => {
    expect(compareInstallScripts(lock, { '@scope/loud@2.0.0': 'why' })).toMatchObject({
      ok: false,
      text: expect.stringContaining('deep@3.0.0'),
    });
    expect(compareInstallScripts(lock, { '@scope/loud@1.9.0': 'why', 'deep@3.0.0': 'why' }).ok).toBe(false);
  });

  it('fails on a stale entry', () => {
    const { ok, text } = compareInstallScripts({ packages: {} }, { 'gone@1.0.0': 'why' });
    expect(ok).toBe(false);
    expect(text).toContain('gone@1.0.0 is listed but not installed.');
  });
});

describe('isAllowed', () => {
  it.each([
    'MIT',
    'Apache-2.0',
    'ISC',
    '0BSD',
    'BSD-3-Clause',
    '(MIT OR Apache-2.0)',
    'MIT OR GPL-3.0',
    'MIT AND ISC',
  ])('allows %s', licence => {
    expect(isAllowed(licence)).toBe(true);
  });

  it.each(['GPL-3.0', 'LGPL-3.0', 'MIT AND GPL-3.0', 'UNLICENSED', 'SEE LICENSE IN x', undefined])(
    'refuses %s',
    licence => {
      expect(isAllowed(licence)).toBe(false);
    },
  );
});
