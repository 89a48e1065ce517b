import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { longSuites } from './lib/longSuites.mjs';
import { inRoot } from './lib/paths.mjs';

describe('longSuites', () => {
  it('finds the suites with a full count, both unit tests and journeys', () => {
    const suites = longSuites();
    expect(suites).toEqual(
      expect.arrayContaining([
        'packages/gateway/src/server/fuzz.test.ts',
        'e2e/reload.test.ts',
        'e2e/isolation/instances.test.ts',
      ]),
    );
    expect(suites.filter(file => !file.includes('.test.'))).toEqual([]);
  });

  it('finds suites only in folders that npm test runs', () => {
    // As in scripts/test.mjs and the vitest configurations.
    const unit = /^(packages|apps)\/[^/]+\/src\/|^(scripts|bench)\/|^e2e\/|^examples\//;
    expect(longSuites().filter(file => !unit.test(file))).toEqual([]);
  });

  it('run with LATCHKIT_FULL when npm run test:full starts them', () => {
    const { scripts } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'));
    expect(scripts['test:full']).toBe('node scripts/test.mjs --full');
    expect(readFileSync(inRoot('scripts/test.mjs'), 'utf8')).toContain("process.env.LATCHKIT_FULL = '1'");
  });
});
