import path from 'node:path';
import { failuresOf } from './counts.mjs';
import { root } from './paths.mjs';

/** More files than these have not failed by chance. */
const FEW = 5;

/**
 * The files that are run once more, alone. What failed has failed and counts; the second look tells a plain fault from a race,
 * of the test or of what it tests.
 *
 * @param {any} report of vitest; undefined if it wrote none
 * @returns {string[]} none: nothing failed, or too much
 */
export function filesToRepeat(report) {
  const files = [...new Set(failuresOf(report).map(({ file }) => file))];
  return files.length <= FEW ? files : [];
}

/**
 * The failures of a run, and of each whether it failed again.
 *
 * @param {any} first report
 * @param {any} second report of the files that were run again; undefined: none were
 */
export function withSecondLook(first, second) {
  const key = ({ file, title }) => `${file}\n${title}`;
  const again = new Set(failuresOf(second).map(key));
  return failuresOf(first).map(found => ({
    ...found,
    passedAlone: second !== undefined && !again.has(key(found)),
  }));
}

/** Lines that name failed tests, for the end of a run. @param {ReturnType<typeof withSecondLook>} failures */
export function listFailures(failures) {
  if (failures.length === 0) return [];
  const lines = failures.map(({ file, title, why, passedAlone }) => {
    const note = passedAlone ? ' (passed alone: a race)' : '';
    return `  ${path.relative(root, file)}: ${title}${note}\n    ${why}`;
  });
  return ['', 'Failed:', ...lines];
}
