import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { DEFENCE_SUITE, DEFENCES, titleOfDefence } from './defences.mjs';
import { inRoot } from './paths.mjs';

/**
 * `imports`: a hash of what the tests depended on (see `importsHash`), by which a result holds for other commits too.
 *
 * @typedef {{ commit: string, date: string, node: string, cores: number, imports?: string }} Run
 * @typedef {{ file: string, title: string, status: string, seconds: number }} TestResult
 * @typedef {{ passed: number, failed: number, skipped: number, seconds: number }} PartResult
 * @typedef {{ parts: Record<string, PartResult & Run>, tests: (TestResult & Run)[] }} FullResults
 */

/**
 * Replaces the results of a suite; of the defences, which run one by one, only those of the given tests. Drops results of suites and
 * defences that no longer exist.
 *
 * @param {FullResults} before
 * @param {string} suite
 * @param {readonly TestResult[]} tests
 * @param {Run} run
 * @param {readonly string[]} suites see `longSuites`
 * @returns {FullResults}
 */
export function mergeSuite(before, suite, tests, run, suites) {
  const titles = suite === DEFENCE_SUITE ? new Set(tests.map(({ title }) => title)) : undefined;
  const isKept = ({ file, title }) =>
    suites.includes(file) && !isGone(file, title) && (file !== suite || titles?.has(title) === false);
  return { ...before, tests: [...before.tests.filter(isKept), ...tests.map(test => ({ ...test, ...run }))] };
}

const titlesOfDefences = new Set(DEFENCES.map(titleOfDefence));
const isGone = (file, title) => file === DEFENCE_SUITE && !titlesOfDefences.has(title);

/**
 * Whether results hold for what the tests depend on now: there are some, and all passed.
 *
 * @param {readonly ((TestResult | PartResult) & Run)[]} results
 * @param {string} imports
 */
export const isCurrent = (results, imports) =>
  results.length > 0 &&
  results.every(one => one.imports === imports && one.status !== 'failed' && !(one.failed > 0));

/**
 * @param {FullResults} results
 * @param {readonly string[]} parts names
 * @param {readonly string[]} suites
 * @returns {string} Markdown
 */
export function formatResults(results, parts, suites) {
  const failed = results.tests.filter(({ status }) => status === 'failed');
  return [
    '# Results of the full tests',
    '',
    '`npm run test:full` runs all parts, `-- --part NAME` one of them, and records their results here; `-- --resume` runs what has no',
    'result yet, or failed, or imports something that changed since. Long suites have their full counts and a result each.',
    '',
    '| part | passed | failed | skipped | seconds | date | commit |',
    '|---|---|---|---|---|---|---|',
    ...parts.map(name => rowOfPart(name, results.parts[name])),
    '',
    '| long suite | passed | failed | seconds | date | commit |',
    '|---|---|---|---|---|---|',
    ...suites.map(file =>
      rowOfSuite(
        file,
        results.tests.filter(test => test.file === file),
      ),
    ),
    ...(failed.length > 0
      ? ['', '## Failed', '', ...failed.map(({ file, title }) => `- ${file}: ${title}`)]
      : []),
    '',
  ].join('\n');
}

function rowOfPart(name, result) {
  if (result === undefined) return `| ${name} | not run | | | | | |`;
  const { passed, failed, skipped, seconds, date, commit } = result;
  return `| ${name} | ${passed} | ${failed} | ${skipped} | ${seconds.toFixed(0)} | ${date} | ${commit} |`;
}

function rowOfSuite(file, tests) {
  if (tests.length === 0) return `| ${file} | not run | | | | |`;
  const count = status => tests.filter(test => test.status === status).length;
  const seconds = tests.reduce((sum, test) => sum + test.seconds, 0);
  const [{ date, commit }] = [...tests].sort((one, other) => (one.date < other.date ? -1 : 1));
  const passed = file === DEFENCE_SUITE ? `${count('passed')} of ${DEFENCES.length}` : count('passed');
  return `| ${file} | ${passed} | ${count('failed')} | ${seconds.toFixed(0)} | ${date} | ${commit} |`;
}

const stored = inRoot('docs/results/full.json');

/** Returns the recorded results. @returns {FullResults} */
export function readResults() {
  const { parts = {}, tests = [] } = existsSync(stored) ? JSON.parse(readFileSync(stored, 'utf8')) : {};
  return { parts, tests };
}

/**
 * @param {FullResults} results
 * @param {readonly string[]} parts names
 * @param {readonly string[]} suites
 */
export function writeResults(results, parts, suites) {
  writeFileSync(stored, `${JSON.stringify(results, undefined, 1)}\n`);
  writeFileSync(inRoot('docs/results/full.md'), formatResults(results, parts, suites));
}
