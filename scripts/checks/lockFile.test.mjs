import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { completeLock } from '../completeLock.mjs';
import { inRoot } from '../lib/paths.mjs';
import { checkLock } from './lockFile.mjs';

const repository = () => JSON.parse(readFileSync(inRoot('package-lock.json'), 'utf8'));
const entry = { version: '1.0.0', integrity: 'sha512-x' };
const chain = '@foundry-rs/anvil';
const names = { [`${chain}-linux-amd64`]: '1.0.0', [`${chain}-darwin-arm64`]: '1.0.0' };
const linuxOnly = () => ({
  packages: {
    '': {},
    'packages/own': {},
    'node_modules/own': { resolved: 'packages/own', link: true },
    [`node_modules/${chain}`]: { ...entry, dev: true, license: 'MIT', optionalDependencies: names },
    [`node_modules/${chain}-linux-amd64`]: { ...entry, optional: true },
  },
});

describe('checkLock', () => {
  it('passes the lock file of this repository', () => {
    expect(checkLock(repository())).toEqual({ ok: true, text: '' });
  });

  it('fails when any platform package is removed (DX-18)', () => {
    const { packages } = repository();
    const optional = Object.keys(packages).filter(place => packages[place].optional && packages[place].os);
    expect(optional.length).toBeGreaterThan(60);
    for (const place of optional) {
      const rest = { ...packages };
      delete rest[place];
      expect(checkLock({ packages: rest }).ok, place).toBe(false);
    }
  });

  it('names the missing package and its dependent', () => {
    const { ok, text } = checkLock(linuxOnly());
    expect(ok).toBe(false);
    expect(text).toContain(`node_modules/${chain} names ${chain}-darwin-arm64@1.0.0`);
  });

  it('looks up packages as Node does', () => {
    const parent = 'node_modules/a/node_modules/b';
    const lock = place => ({
      packages: { [parent]: { ...entry, optionalDependencies: { c: '1.0.0' } }, [place]: entry },
    });
    for (const place of [`${parent}/node_modules/c`, 'node_modules/a/node_modules/c', 'node_modules/c'])
      expect(checkLock(lock(place)).ok, place).toBe(true);
    expect(checkLock(lock('node_modules/d/node_modules/c')).ok).toBe(false);
  });

  it('accepts a listed package that is missing, and refuses a stale exception', () => {
    const listed = { [`${chain}-darwin-arm64`]: 'why' };
    expect(checkLock(linuxOnly(), listed).ok).toBe(true);
    expect(checkLock(linuxOnly(), { ...listed, gone: 'why' }).text).toContain('gone is on the list');
  });

  it('refuses an entry without integrity, except for packages that only the script can add', () => {
    const lock = linuxOnly();
    lock.packages['node_modules/other'] = { version: '1.0.0', optional: true };
    completeLock(lock);
    expect(checkLock(lock).text).toBe('node_modules/other has no integrity.');
  });
});

describe('completeLock', () => {
  it('adds the entries of other platforms in npm order, and changes nothing the second time', () => {
    const lock = linuxOnly();
    expect(completeLock(lock)).toEqual([`node_modules/${chain}-darwin-arm64`]);
    expect(lock.packages[`node_modules/${chain}-darwin-arm64`]).toEqual({
      version: '1.0.0',
      cpu: ['arm64'],
      dev: true,
      license: 'MIT',
      optional: true,
      os: ['darwin'],
    });
    expect(Object.keys(lock.packages)).toEqual([
      '',
      `node_modules/${chain}`,
      `node_modules/${chain}-darwin-arm64`,
      `node_modules/${chain}-linux-amd64`,
      'node_modules/own',
      'packages/own',
    ]);
    expect(completeLock(lock)).toEqual([]);
  });

  it('refuses a name without a platform and a version range', () => {
    const wants = optionalDependencies => ({
      packages: { 'node_modules/a': { ...entry, optionalDependencies } },
    });
    expect(() => completeLock(wants({ colors: '1.0.0' }))).toThrow('does not end with a platform');
    expect(() => completeLock(wants({ 'a-linux-arm64': '^1.0.0' }))).toThrow('does not pin');
  });
});
