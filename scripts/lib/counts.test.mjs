import { describe, expect, it } from 'vitest';
import { addCounts, countsOfVitest, formatCounts } from './counts.mjs';

const report = (over = {}) => ({
  numPassedTests: 5,
  numFailedTests: 0,
  numPendingTests: 1,
  numTodoTests: 1,
  testResults: [],
  ...over,
});

describe('countsOfVitest', () => {
  it('takes over what the report says', () => {
    expect(countsOfVitest(report(), 0)).toEqual({ passed: 5, failed: 0, skipped: 2 });
    expect(countsOfVitest(report({ numFailedTests: 3 }), 1).failed).toBe(3);
  });

  it('counts a file that could not be collected', () => {
    const testResults = [{ status: 'failed', assertionResults: [] }];
    expect(countsOfVitest(report({ testResults }), 1).failed).toBe(1);
  });

  it('counts a run that failed outside of any test, and one without a report', () => {
    expect(countsOfVitest(report(), 1).failed).toBe(1);
    expect(countsOfVitest(undefined, 0).failed).toBe(1);
  });
});

describe('formatCounts', () => {
  it('is the last line of npm test', () => {
    const sum = addCounts({ passed: 1, failed: 2, skipped: 3 }, { passed: 10, failed: 0, skipped: 1 });
    expect(formatCounts(sum)).toBe('11 passed, 2 failed, 4 skipped');
  });
});
