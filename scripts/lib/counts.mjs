/** Test counts: `{ passed, failed, skipped }`. */
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
 * Returns the counts of a vitest JSON report. A file that could not be collected, and a run that failed outside of any test
 * (an unhandled rejection), count as one failed test each.
 *
 * @param {any} report undefined if vitest wrote none
 * @param {number} code the runner's exit status
 */
export function countsOfVitest(report, code) {
  if (report === undefined) return { passed: 0, failed: 1, skipped: 0 };
  const tests = report.testResults.flatMap(({ assertionResults }) => assertionResults);
  const passed = tests.filter(({ status }) => status === 'passed').length;
  const failed = failuresOf(report).length;
  return {
    passed,
    failed: failed === 0 && code !== 0 ? 1 : failed,
    skipped: tests.filter(({ status }) => status !== 'passed' && status !== 'failed').length,
  };
}

/**
 * Lists the failed tests and the files that could not be collected, each with the first line of its error.
 *
 * @param {any} report a vitest JSON report
 * @returns {{ file: string, title: string, why: string }[]}
 */
export function failuresOf(report) {
  return (report?.testResults ?? []).flatMap(({ name, status, message = '', assertionResults }) => {
    const failed = assertionResults.filter(test => test.status === 'failed');
    if (failed.length === 0 && status === 'failed')
      return [{ file: name, title: '(the file)', why: firstLine(message) }];
    return failed.map(({ fullName, failureMessages = [] }) => ({
      file: name,
      title: fullName,
      why: firstLine(failureMessages[0] ?? ''),
    }));
  });
}

const firstLine = text => text.trim().split('\n', 1)[0];
