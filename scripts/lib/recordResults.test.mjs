import { expect, it } from 'vitest';
import { DEFENCE_SUITE } from './defences.mjs';
import { inRoot } from './paths.mjs';
import RecordResults from './recordResults.mjs';

const LONG = 'e2e/reload.test.ts';

/** A module of vitest with tests of these states, and its reporter's calls at the end of each test and of the module. */
function run(reporter, file, states, state = 'passed') {
  const module = { type: 'module', moduleId: inRoot(file), state: () => state };
  const tests = states.map((of, index) => ({
    module,
    parent: module,
    name: `test ${index}`,
    result: () => ({ state: of }),
    diagnostic: () => (of === 'skipped' ? undefined : { duration: 1_500 }),
  }));
  module.children = { allTests: () => tests };
  for (const test of tests) reporter.onTestCaseResult(test);
  reporter.onTestModuleEnd(module);
}

it('records a long suite when it ends, a defence when its test ends, and no other file', async () => {
  const recorded = [];
  const addSuite = (file, tests) => recorded.push([file, ...tests.map(one => Object.values(one).slice(1))]);
  const reporter = new RecordResults({ open: async () => ({ suites: [LONG, DEFENCE_SUITE], addSuite }) });
  await reporter.onInit();
  run(reporter, LONG, ['passed', 'skipped']);
  run(reporter, 'e2e/demo.test.ts', ['passed']);
  run(reporter, DEFENCE_SUITE, ['passed', 'failed']);
  run(reporter, LONG, ['passed'], 'failed');
  expect(recorded).toEqual([
    [LONG, ['test 0', 'passed', 1.5], ['test 1', 'skipped', 0]],
    [DEFENCE_SUITE, ['test 0', 'passed', 1.5]],
    [DEFENCE_SUITE, ['test 1', 'failed', 1.5]],
    // A hook failed.
    [LONG, ['test 0', 'passed', 1.5], ['(outside of its tests)', 'failed', 0]],
  ]);
});
