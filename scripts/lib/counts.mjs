/** Counts of tests: `{ passed, failed, skipped }`. */
export const none = Object.freeze({ passed: 0, failed: 0, skipped: 0 });

export const addCounts = (one, other) => ({
  passed: one.passed + other.passed,
  failed: one.failed + other.failed,
  skipped: one.skipped + other.skipped,
});

/** The line that `npm test` ends with. */
export const formatCounts = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed, ${skipped} skipped`;

/**
 * Counts of a vitest JSON report. A file that could not be collected has no test in it, and a run may fail outside of
 * any test (an unhandled rejection): each such counts as one failed test, so that none is lost.
 *
 * @param {any} report undefined if vitest wrote none
 * @param {number} code the runner's exit status
 */
export function countsOfVitest(report, code) {
  if (report === undefined) return { passed: 0, failed: 1, skipped: 0 };
  const brokenFiles = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && assertionResults.every(test => test.status !== 'failed'),
  ).length;
  const failed = report.numFailedTests + brokenFiles;
  return {
    passed: report.numPassedTests,
    failed: failed === 0 && code !== 0 ? 1 : failed,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}
