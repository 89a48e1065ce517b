import { describe, expect, it } from 'vitest';
import { importsHash } from './importsHash.mjs';

const repository = {
  'package.json': '{}',
  'docs/one.md': '',
  'packages/a/src/one.test.ts': "import './one.js';",
  'packages/a/src/one.ts': "import '../../b/src/two.js';",
  'packages/a/src/three.ts': '',
  'packages/a/src/three.test.ts': '',
  'packages/a/data/list.json': '[]',
  'packages/b/src/two.ts': 'export const two = 2;',
  'packages/b/src/other.ts': '',
  'e2e/one.test.ts': "import './support/page.js';",
  'e2e/support/page.ts': '',
  'e2e/support/other.ts': '',
};

/** Returns the files whose change changes the hash. */
function dependencies(...how) {
  const before = hashOf({}, ...how);
  return Object.keys(repository).filter(file => hashOf({ [file]: '// changed' }, ...how) !== before);
}

function hashOf(changes, ...how) {
  const files = { ...repository, ...changes };
  return importsHash(Object.keys(files), file => files[file])(...how);
}

describe('importsHash', () => {
  it('depends on what the tests import, on all of their package but its other tests, and on the configuration', () => {
    expect(dependencies(['packages/a/src/one.test.ts'])).toEqual([
      'package.json',
      'packages/a/src/one.test.ts',
      'packages/a/src/one.ts',
      'packages/a/src/three.ts',
      'packages/a/data/list.json',
      'packages/b/src/two.ts',
    ]);
  });

  it('depends for journeys on the whole product', () => {
    expect(dependencies(['e2e/one.test.ts'], { whole: true })).toEqual([
      'package.json',
      'packages/a/src/one.ts',
      'packages/a/src/three.ts',
      'packages/a/data/list.json',
      'packages/b/src/two.ts',
      'packages/b/src/other.ts',
      'e2e/one.test.ts',
      'e2e/support/page.ts',
    ]);
  });

  it('depends for everything on every file but documents, also a new or removed one', () => {
    expect(dependencies()).toEqual(Object.keys(repository).filter(file => file !== 'docs/one.md'));
    expect(hashOf({ 'packages/b/src/new.ts': '' })).not.toBe(hashOf({}));
    expect(hashOf({ 'docs/new.md': '' })).toBe(hashOf({}));
  });
});
