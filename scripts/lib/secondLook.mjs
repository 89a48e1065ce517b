import path from 'node:path';
import { failuresOf } from './counts.mjs';
import { root } from './paths.mjs';

/** If more files than this failed, it was not a race, so none is repeated. */
const FEW = 5;

/**
 * Returns the files to run once more, alone. A test that failed stays failed; the repetition only tells a plain fault from a race,
 * in the test or in the product.
 *
 * @param {any} report vitest's JSON report; undefined if it wrote none
 * @returns {string[]} empty if nothing failed or too many files failed
 */
export function filesToRepeat(report) {
  const files = [...new Set(failuresOf(report).map(({ file }) => file))];
  return files.length <= FEW ? files : [];
}

/**
 * Returns the failures of a run, each with whether it passed when it was repeated.
 *
 * @param {any} first report
 * @param {any} second report of the repeated files; undefined if none were repeated
 */
export function withSecondLook(first, second) {
  const key = ({ file, title }) => `${file}\n${title}`;
  const again = new Set(failuresOf(second).map(key));
  return failuresOf(first).map(found => ({
    ...found,
    passedAlone: second !== undefined && !again.has(key(found)),
  }));
}

/** Returns the lines that list failed tests at the end of a run. @param {ReturnType<typeof withSecondLook>} failures */
export function listFailures(failures) {
  if (failures.length === 0) return [];
  const lines = failures.map(({ file, title, why, passedAlone }) => {
    const note = passedAlone ? ' (passed alone: a race)' : '';
    return `  ${path.relative(root, file)}: ${title}${note}\n    ${why}`;
  });
  return ['', 'Failed:', ...lines];
}
