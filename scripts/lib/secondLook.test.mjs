import { describe, expect, it } from 'vitest';
import { countsOfVitest } from './counts.mjs';
import { inRoot } from './paths.mjs';
import { filesToRepeat, listFailures, unsteady, withRepeated } from './secondLook.mjs';

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
  it('is taken at each file with a failed test, once, and at none where many failed', () => {
    expect(filesToRepeat(first)).toEqual([inRoot('one.test.ts')]);
    expect(filesToRepeat(failing(5))).toHaveLength(5);
    expect(filesToRepeat(failing(6))).toEqual([]);
    expect(filesToRepeat(undefined)).toEqual([]);
  });

  it('counts what failed again as failed, and what passed alone as passed', () => {
    expect(countsOfVitest(withRepeated(first, second), 1)).toEqual({ passed: 2, failed: 1, skipped: 0 });
  });

  it('changes nothing where it told nothing', () => {
    expect(withRepeated(first, undefined)).toEqual(first);
  });

  it('names what passed only alone', () => {
    const found = unsteady(first, withRepeated(first, second));
    expect(listFailures('Unsteady:', found)).toEqual(['', 'Unsteady:', '  one.test.ts: chance\n    why']);
    expect(listFailures('Unsteady:', [])).toEqual([]);
  });
});
