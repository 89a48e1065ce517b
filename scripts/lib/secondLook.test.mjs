import { describe, expect, it } from 'vitest';
import { inRoot } from './paths.mjs';
import { filesToRepeat, listFailures, withSecondLook } from './secondLook.mjs';

const test = (fullName, status) => ({
  fullName,
  status,
  failureMessages: status === 'failed' ? ['why\nwhere'] : [],
});
const file = (name, ...assertionResults) => ({ name: inRoot(name), status: 'passed', assertionResults });
const report = (...testResults) => ({ testResults });
const failing = count =>
  report(...Array.from({ length: count }, (_, index) => file(`${index}.test.ts`, test('a', 'failed'))));

const first = report(
  file('one.test.ts', test('chance', 'failed'), test('fault', 'failed')),
  file('two.test.ts', test('steady', 'passed')),
);
const second = report(file('one.test.ts', test('chance', 'passed'), test('fault', 'failed')));

describe('a second look', () => {
  it('repeats each file with a failed test once, and none when many failed', () => {
    expect(filesToRepeat(first)).toEqual([inRoot('one.test.ts')]);
    expect(filesToRepeat(failing(5))).toHaveLength(5);
    expect(filesToRepeat(failing(6))).toEqual([]);
    expect(filesToRepeat(undefined)).toEqual([]);
  });

  it('lists all failures, and marks those that passed alone', () => {
    expect(listFailures(withSecondLook(first, second))).toEqual([
      ...['', 'Failed:', '  one.test.ts: chance (passed alone: a race)\n    why'],
      '  one.test.ts: fault\n    why',
    ]);
  });

  it('marks no test that was not repeated, and lists nothing when none failed', () => {
    expect(withSecondLook(first, undefined).map(({ passedAlone }) => passedAlone)).toEqual([false, false]);
    expect(listFailures([])).toEqual([]);
  });
});
