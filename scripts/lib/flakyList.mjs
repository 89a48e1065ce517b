import { readFileSync, writeFileSync } from 'node:fs';
import { fromRoot } from './flaky.mjs';
import { inRoot } from './paths.mjs';

const list = inRoot('docs/results/flaky.md');

/** How often a test may be on the list before its cause is repaired. */
const SEEN = 2;

/**
 * Returns the rows of the list of flaky tests.
 *
 * @param {string} text
 * @returns {{ file: string, test: string, isOpen: boolean }[]}
 */
export function readFlaky(text) {
  const rows = text.split('\n').filter(line => /^\|(?! date |-)/.test(line));
  let before = '';
  return rows.map(row => {
    const [, , file, test, , repaired] = row.split(/(?<!\\)\|/).map(cell => cell.trim());
    before = file === 'the same' ? before : file;
    return { file: before.replaceAll('`', ''), test, isOpen: repaired === 'open' };
  });
}

/** Returns the rows for tests that were flaky in a run. */
export const flakyRows = (flaky, date) =>
  flaky.map(
    ({ file, title }) => `| ${date} | \`${fromRoot(file)}\` | ${title.replaceAll('|', '\\|')} | – | open |`,
  );

/** Adds rows to the list. @param {readonly string[]} rows */
export const addFlaky = rows =>
  writeFileSync(list, `${readFileSync(list, 'utf8').trimEnd()}\n${rows.join('\n')}\n`);

/** Names the tests that are on the list more than twice and not repaired. @param {string} [text] */
export function seenTooOften(text = readFileSync(list, 'utf8')) {
  const names = readFlaky(text)
    .filter(({ isOpen }) => isOpen)
    .map(({ file, test }) => `${file}: ${test}`);
  return [...new Set(names)].filter(name => names.filter(one => one === name).length > SEEN);
}
