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
 * Returns the counts of a vitest JSON report. What failed outside of tests, and a run that failed for no reason that is listed, count
 * as one failed test each.
 *
 * @param {any} report undefined if vitest wrote none
 * @param {number} code the runner's exit status
 * @param {readonly import('./outsideOfTests.mjs').Outside[]} [outside]
 */
export function countsOfVitest(report, code, outside) {
  if (report === undefined) return { passed: 0, failed: 1, skipped: 0 };
  const tests = report.testResults.flatMap(({ assertionResults }) => assertionResults);
  const passed = tests.filter(({ status }) => status === 'passed').length;
  const failed = failuresOf(report, outside).length;
  return {
    passed,
    failed: failed + (code > 1 || (failed === 0 && code !== 0) ? 1 : 0),
    skipped: tests.filter(({ status }) => status !== 'passed' && status !== 'failed').length,
  };
}

/**
 * Lists the failed tests, and what failed outside of tests, each with the first line of its error. `isTest`: whether the code of a
 * test failed, and not that of a hook.
 *
 * @param {any} report a vitest JSON report
 * @param {readonly import('./outsideOfTests.mjs').Outside[]} [outside]
 * @returns {{ file: string, title: string, why: string, isTest: boolean }[]}
 */
export function failuresOf(report, outside = []) {
  const keyOf = ({ file, title }) => `${file}\n${title}`;
  const inHooks = new Set(outside.filter(({ ofTest }) => ofTest).map(keyOf));
  const others = outside.filter(({ ofTest }) => !ofTest);
  const ofReport = (report?.testResults ?? []).flatMap(
    ({ name: file, status, message = '', assertionResults }) => {
      const failed = assertionResults.filter(test => test.status === 'failed');
      const isListed = failed.length > 0 || others.some(one => one.file === file);
      if (status === 'failed' && !isListed)
        return [{ file, title: '(the file)', why: firstLine(message), isTest: false }];
      return failed.map(({ fullName: title, failureMessages = [] }) => ({
        file,
        title,
        why: firstLine(failureMessages[0] ?? ''),
        isTest: !inHooks.has(keyOf({ file, title })),
      }));
    },
  );
  return [...ofReport, ...others.map(({ file, title, why }) => ({ file, title, why, isTest: false }))];
}

const firstLine = text => text.trim().split('\n', 1)[0];
