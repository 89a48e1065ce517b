import path from 'node:path';
import { failuresOf } from './counts.mjs';
import { root } from './paths.mjs';

/** More files than these have not failed by chance. */
const FEW = 5;

/**
 * The files that are run once more, alone: a busy machine fails a test that waits for something, a fault fails it again.
 *
 * @param {any} report of vitest; undefined if it wrote none
 * @returns {string[]} none: nothing failed, or too much
 */
export function filesToRepeat(report) {
  const files = [...new Set(failuresOf(report).map(({ file }) => file))];
  return files.length <= FEW ? files : [];
}

/**
 * The first report with the files of the second one in their places.
 *
 * @param {any} first
 * @param {any} second undefined if vitest wrote none: then the first one stands
 */
export function withRepeated(first, second) {
  const again = new Map((second?.testResults ?? []).map(result => [result.name, result]));
  return { ...first, testResults: first.testResults.map(result => again.get(result.name) ?? result) };
}

/** Lines that name failed tests, for the end of a run. @param {ReturnType<typeof failuresOf>} failures */
export function listFailures(heading, failures) {
  if (failures.length === 0) return [];
  return [
    '',
    heading,
    ...failures.map(({ file, title, why }) => `  ${path.relative(root, file)}: ${title}\n    ${why}`),
  ];
}

/** What failed at first and no more. */
export function unsteady(first, last) {
  const still = new Set(failuresOf(last).map(({ file, title }) => `${file}\n${title}`));
  return failuresOf(first).filter(({ file, title }) => !still.has(`${file}\n${title}`));
}
