import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { inRoot } from './paths.mjs';

/**
 * @typedef {{ file: string, title: string, status: string, seconds: number }} TestResult
 * @typedef {{ commit: string, date: string, node: string, cores: number }} Run
 * @typedef {{ whole?: Run & { time: string, passed: number, failed: number, skipped: number }, tests: (TestResult & Run)[] }} FullResults
 */

/**
 * Replaces the results of the files that a run contains. Results of other files stay, with the commit that they ran on.
 *
 * @param {FullResults} before
 * @param {readonly TestResult[]} tests
 * @param {Run} run
 * @param {readonly string[]} suites see `longSuites`; results of other files are dropped
 * @returns {FullResults}
 */
export function mergeResults(before, tests, run, suites) {
  const isKept = ({ file }) => suites.includes(file) && tests.every(test => test.file !== file);
  return { ...before, tests: [...before.tests.filter(isKept), ...tests.map(test => ({ ...test, ...run }))] };
}

/**
 * @param {FullResults} results
 * @param {readonly string[]} suites
 * @returns {string} Markdown
 */
export function formatResults({ whole, tests }, suites) {
  const rows = suites.map(file => {
    const own = tests.filter(test => test.file === file);
    if (own.length === 0) return `| ${file} | not run | | | | |`;
    const count = status => own.filter(test => test.status === status).length;
    const seconds = own.reduce((sum, test) => sum + test.seconds, 0);
    const [{ date, commit }] = own;
    return `| ${file} | ${count('passed')} | ${count('failed')} | ${seconds.toFixed(0)} | ${date} | ${commit} |`;
  });
  const failed = tests.filter(({ status }) => status === 'failed');
  return [
    '# Long suites at their full counts',
    '',
    '`npm run test:full` runs everything, `npm run test:full -- PATH…` some suites; both record their results here.',
    ...(whole
      ? [
          '',
          `Last whole run: ${whole.date}, commit ${whole.commit}, Node ${whole.node}, ${whole.cores} cores: ${whole.passed} passed, ${whole.failed} failed, ${whole.skipped} skipped in ${whole.time}.`,
        ]
      : []),
    '',
    '| file | passed | failed | seconds | date | commit |',
    '|---|---|---|---|---|---|',
    ...rows,
    ...(failed.length > 0
      ? ['', '## Failed', '', ...failed.map(({ file, title }) => `- ${file}: ${title}`)]
      : []),
    '',
  ].join('\n');
}

const stored = inRoot('docs/results/full.json');

/** Returns the recorded results. @returns {FullResults} */
export function readResults() {
  return existsSync(stored) ? JSON.parse(readFileSync(stored, 'utf8')) : { tests: [] };
}

/**
 * @param {FullResults} results
 * @param {readonly string[]} suites
 */
export function writeResults(results, suites) {
  writeFileSync(stored, `${JSON.stringify(results, undefined, 1)}\n`);
  writeFileSync(inRoot('docs/results/full.md'), formatResults(results, suites));
}
