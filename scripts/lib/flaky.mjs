import path from 'node:path';
import { DEFENCE_SUITE, DEFENCES } from './defences.mjs';
import { root } from './paths.mjs';

/** How many flaky tests a run may have and pass. */
const MOST = 3;

/** If more files than this failed, it was not a race, so none is repeated. */
const FEW = 5;

/** How often a file must pass alone. */
const TIMES = 3;

/** @typedef {{ file: string, title: string, why: string, isTest: boolean }} Failure */

export const fromRoot = file => path.relative(root, file).split(path.sep).join('/');

const isOfDefence = ({ file, title }) =>
  fromRoot(file) === DEFENCE_SUITE ||
  DEFENCES.some(({ suite, test }) => suite === fromRoot(file) && title.includes(test));

/**
 * Whether a failure may be by chance: only that of a test, and never that of a security test or of a test of a defence.
 *
 * @param {Failure} failure
 */
export const canBeFlaky = failure =>
  failure.isTest && !/\bSEC-\d/.test(failure.title) && !isOfDefence(failure);

/**
 * Returns the files to repeat, each alone, and how often. Three times if the failures may be by chance; once if the run fails in any
 * case, to tell a plain fault from a race.
 *
 * @param {readonly Failure[]} failures
 * @param {boolean} strict accepts no flaky test
 * @returns {{ file: string, times: number }[]} empty if nothing failed or too many files failed
 */
export function filesToRepeat(failures, strict) {
  const files = [...new Set(failures.filter(({ title }) => title !== OUTSIDE).map(({ file }) => file))];
  if (files.length > FEW) return [];
  const candidates = failures.filter(canBeFlaky);
  const mayPass = !strict && candidates.length <= MOST;
  return files.map(file => ({
    file,
    times: mayPass && candidates.some(one => one.file === file) ? TIMES : 1,
  }));
}

/** The title of errors that belong to no file. */
const OUTSIDE = '(outside of any test)';

/**
 * Whether a file that was repeated passed: everything in it, and each test that had failed was run.
 *
 * @param {{ counts: { failed: number }, report: any }} repetition
 * @param {readonly Failure[]} failures of the file in the first run
 */
export function hasPassed({ counts, report }, failures) {
  const tests = (report?.testResults ?? []).flatMap(({ assertionResults }) => assertionResults);
  return (
    counts.failed === 0 &&
    failures
      .filter(({ isTest }) => isTest)
      .every(({ title }) => {
        const same = tests.filter(({ fullName }) => fullName === title);
        return same.length > 0 && same.every(({ status }) => status === 'passed');
      })
  );
}

/** Returns the lines that list failed tests at the end of a run. @param {readonly (Failure & { passedAlone?: boolean })[]} failures */
export function listFailures(failures) {
  if (failures.length === 0) return [];
  const lines = failures.map(({ file, title, why, passedAlone }) => {
    const note = passedAlone ? ' (passed alone: a race)' : '';
    return `  ${fromRoot(file)}: ${title}${note}\n    ${why}`;
  });
  return ['', 'Failed:', ...lines];
}

/** Returns the line that names flaky tests. @param {readonly Failure[]} flaky */
export const formatFlaky = flaky =>
  `flaky: ${flaky.length} (${flaky.map(({ file, title }) => `${fromRoot(file)}: ${title}`).join('; ')})`;
