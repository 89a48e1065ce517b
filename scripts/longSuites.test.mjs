import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { longResults, longSuites } from './lib/longSuites.mjs';
import { inRoot } from './lib/paths.mjs';

describe('longSuites', () => {
  it('finds the suites that have a full count, on a server and in a browser', () => {
    const suites = longSuites();
    expect(suites).toEqual(
      expect.arrayContaining([
        'packages/gateway/src/openapi/fuzz.test.ts',
        'e2e/reload.test.ts',
        'e2e/isolation/instances.test.ts',
      ]),
    );
    expect(suites.filter(file => !file.includes('.test.'))).toEqual([]);
  });

  it('are in places that npm test runs', () => {
    // Each as scripts/test.mjs and the configurations name it.
    const unit = /^(packages|apps)\/[^/]+\/src\/|^(scripts|bench)\/|^e2e\/|^examples\//;
    expect(longSuites().filter(file => !unit.test(file))).toEqual([]);
  });

  it('has LATCHKIT_FULL set by npm run test:full', () => {
    const { scripts } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'));
    expect(scripts['test:full']).toBe('node scripts/test.mjs --full');
    expect(readFileSync(inRoot('scripts/test.mjs'), 'utf8')).toContain("process.env.LATCHKIT_FULL = '1'");
  });
});

describe('longResults', () => {
  const suites = ['e2e/reload.test.ts'];
  const test = { fullName: 'reload comes back 100 times', status: 'passed', duration: 1_500 };

  it('takes the tests of those files from a report', () => {
    const report = {
      testResults: [
        { name: inRoot('e2e/reload.test.ts'), assertionResults: [test] },
        { name: inRoot('e2e/demo.test.ts'), assertionResults: [test] },
      ],
    };
    expect(longResults(report, suites)).toEqual([
      { file: 'e2e/reload.test.ts', title: test.fullName, status: 'passed', seconds: 1.5 },
    ]);
  });

  it('has nothing to say without a report', () => {
    expect(longResults(undefined, suites)).toEqual([]);
  });
});
