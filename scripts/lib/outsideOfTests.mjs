import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Path of this reporter, for vitest's `--reporter`. */
export const outsideOfTests = fileURLToPath(import.meta.url);

/**
 * What failed, but not in the code of a test. `ofTest`: a hook of the test that has this title failed, so that the report lists the
 * test as failed.
 *
 * @typedef {{ file: string, title: string, why: string, ofTest?: boolean }} Outside
 */

const firstLine = error =>
  String(error?.message ?? error)
    .trim()
    .split('\n', 1)[0];

/**
 * A vitest reporter: writes to the file OUTSIDE_OF_TESTS_FILE what failed outside of a test's code, which the JSON report leaves out
 * or doesn't tell apart: hooks, files that could not be collected, and errors that nothing caught.
 */
export default class OutsideOfTests {
  /** @param {readonly any[]} modules @param {readonly { message: string, stack?: string, VITEST_TEST_NAME?: string }[]} errors */
  onTestRunEnd(modules, errors) {
    const to = process.env.OUTSIDE_OF_TESTS_FILE;
    if (!to) return;
    const uncaught = errors.map(error => ({
      file: /([^\s(]+\.test\.[a-z]+):\d+/.exec(error.stack ?? '')?.[1] ?? '(unknown)',
      title: '(outside of any test)',
      why: `${firstLine(error)}${error.VITEST_TEST_NAME ? ` (during '${error.VITEST_TEST_NAME}')` : ''}`,
    }));
    writeFileSync(to, JSON.stringify([...modules.flatMap(ofModule), ...uncaught]));
  }
}

/** Returns the name of a test with its groups, as in the JSON report. */
export function titleOf(test) {
  const names = [];
  for (let one = test; one.type !== 'module'; one = one.parent) names.unshift(one.name);
  return names.join(' ');
}

/** @returns {Outside[]} */
function ofModule(module) {
  const file = module.moduleId;
  const listed = (title, errors) => errors.map(error => ({ file, title, why: firstLine(error) }));
  return [
    ...listed('(the file)', module.errors()),
    ...[...module.children.allSuites()].flatMap(suite =>
      listed(`(a hook of ${suite.fullName})`, suite.errors()),
    ),
    ...[...module.children.allTests('failed')]
      // Vitest leaves a hook that failed in the state in which it ran.
      .filter(({ task }) => Object.values(task.result?.hooks ?? {}).includes('run'))
      .map(test => ({
        file,
        title: titleOf(test),
        why: firstLine(test.result().errors[0]),
        ofTest: true,
      })),
  ];
}
