import { describe, expect, it } from 'vitest';
import { addCounts, countsOfVitest, failuresOf, formatCounts } from './counts.mjs';

const test = (fullName, status, ...failureMessages) => ({ fullName, status, failureMessages });
const file = (name, ...assertionResults) => ({ name, status: 'passed', assertionResults });
const report = (...testResults) => ({ testResults });
const uncollected = {
  name: '/b.test.ts',
  status: 'failed',
  message: 'No such module\nat …',
  assertionResults: [],
};

describe('countsOfVitest', () => {
  it('counts each test of the report by its status', () => {
    const all = file(
      '/a.test.ts',
      test('a', 'passed'),
      test('b', 'failed'),
      test('c', 'skipped'),
      test('d', 'todo'),
    );
    expect(countsOfVitest(report(all, file('/b.test.ts', test('e', 'passed'))), 1)).toEqual({
      passed: 2,
      failed: 1,
      skipped: 2,
    });
  });

  it('counts a file that could not be collected', () => {
    expect(countsOfVitest(report(uncollected), 1).failed).toBe(1);
  });

  it('counts a failure outside of any test, and a run without a report', () => {
    expect(countsOfVitest(report(file('/a.test.ts', test('a', 'passed'))), 1).failed).toBe(1);
    expect(countsOfVitest(undefined, 0).failed).toBe(1);
    expect(countsOfVitest(report(file('/a.test.ts', test('a', 'failed'))), 137).failed).toBe(2);
  });
});

describe('failuresOf', () => {
  it('lists each failed test and each uncollected file, with the first line of its error', () => {
    const failed = file('/a.test.ts', test('a', 'passed'), test('b', 'failed', 'expected 1\nto be 2'));
    expect(failuresOf(report(failed, uncollected))).toEqual([
      { file: '/a.test.ts', title: 'b', why: 'expected 1', isTest: true },
      { file: '/b.test.ts', title: '(the file)', why: 'No such module', isTest: false },
    ]);
    expect(failuresOf(undefined)).toEqual([]);
  });

  it('tells tests from what failed outside of them, and lists nothing twice', () => {
    const outside = [
      { file: '/a.test.ts', title: 'b', why: 'in a hook', ofTest: true },
      { file: '/b.test.ts', title: '(the file)', why: 'No such module' },
      { file: '(unknown)', title: '(outside of any test)', why: 'late' },
    ];
    const all = report(
      file('/a.test.ts', test('b', 'failed', 'in a hook'), test('c', 'failed')),
      uncollected,
    );
    expect(failuresOf(all, outside).map(({ title, isTest }) => [title, isTest])).toEqual([
      ['b', false],
      ['c', true],
      ['(the file)', false],
      ['(outside of any test)', false],
    ]);
    expect(countsOfVitest(all, 1, outside).failed).toBe(4);
  });
});

describe('formatCounts', () => {
  it('is the last line of npm test', () => {
    const sum = addCounts({ passed: 1, failed: 2, skipped: 3 }, { passed: 10, failed: 0, skipped: 1 });
    expect(formatCounts(sum)).toBe('11 passed, 2 failed, 4 skipped');
  });
});
