import os from 'node:os';
import { allFiles } from './affected.mjs';
import { DEFENCE_SUITE, DEFENCES, titleOfDefence } from './defences.mjs';
import { isCurrent, mergeSuite, readResults, writeResults } from './fullResults.mjs';
import { importsHash } from './importsHash.mjs';
import { longSuites, ONLY_FULL } from './longSuites.mjs';
import { run } from './run.mjs';

/** The tests that run on the bundler Alto too. */
export const ALTO_TESTS = [
  'packages/latchkit/src/protocol/smartAccount/sendUserOperation.test.ts',
  'packages/gateway/src/project/aa/service.test.ts',
  'apps/frame/src/page/smartAccount.test.ts',
  'apps/frame/src/page/smartAccountFaults.test.ts',
];

/** The journeys that run with TLS on all sites too, as in production: logins that leave the page, and windows. */
export const TLS_TESTS = [
  'e2e/frame/waysIn.test.ts',
  'e2e/frame/mailbox.test.ts',
  'e2e/frame/sibling.test.ts',
];

/** The tests that run on wagmi 2 too. */
export const EVM = 'packages/latchkit/src/evm';

const TEST = /\.test\.(ts|tsx|mjs)$/;
const isJourney = file => file.startsWith('e2e/');
const isUnit = file => /^(packages|apps|scripts|bench)\//.test(file) && TEST.test(file);

/**
 * The parts of `npm run test:full`, in order, and the tests of each. A part without tests depends on every file. The suites of
 * `long-unit`, `long-journeys` and `defences` have results of their own.
 *
 * @type {{ name: string, tests?: (file: string, isLong: boolean) => boolean, hasSuites?: boolean }[]}
 */
const PARTS = [
  { name: 'check' },
  { name: 'unit', tests: isUnit },
  { name: 'wagmi2', tests: file => file.startsWith(`${EVM}/`) && TEST.test(file) },
  { name: 'alto', tests: file => ALTO_TESTS.includes(file) },
  { name: 'tls', tests: file => TLS_TESTS.includes(file) },
  { name: 'journeys', tests: (file, isLong) => isJourney(file) && TEST.test(file) && !isLong },
  { name: 'examples' },
  {
    name: 'long-unit',
    tests: (file, isLong) => isLong && isUnit(file) && file !== DEFENCE_SUITE,
    hasSuites: true,
  },
  { name: 'long-journeys', tests: (file, isLong) => isLong && isJourney(file), hasSuites: true },
  { name: 'defences', tests: file => file === DEFENCE_SUITE, hasSuites: true },
];

export const PART_NAMES = PARTS.map(({ name }) => name);
/** The parts that have one result; the others have one for each suite. */
const ROWS = PARTS.filter(({ hasSuites }) => !hasSuites).map(({ name }) => name);

/**
 * Opens the results of the full tests, and says what has none that holds for the files as they are.
 *
 * @param {{ read?: typeof readResults, write?: typeof writeResults }} [store] for tests
 */
export async function openFullResults({ read = readResults, write = writeResults } = {}) {
  const files = await allFiles();
  const suites = longSuites();
  const hash = importsHash(files);
  const { output } = await run('git', ['rev-parse', '--short=8', 'HEAD'], { quiet: true });
  const { code } = await run('git', ['diff', '--quiet', 'HEAD', '--', ':!docs', ':!*.md'], { quiet: true });
  const now = () => ({
    commit: code === 0 ? output.trim() : `${output.trim()} and changes`,
    date: new Date().toISOString().slice(0, 10),
    node: process.versions.node,
    cores: os.cpus().length,
  });

  /** The hash of what a long suite depends on: the whole product if it starts it, every file if it is of the examples. */
  const importsOfSuite = file =>
    isUnit(file) || isJourney(file)
      ? hash([file], { whole: !/^(packages|apps)\//.test(file) || ONLY_FULL.includes(file) })
      : hash();
  const importsOfDefence = ({ suite, file }) => hash([suite, file], { whole: isJourney(suite) });

  const testsOf = ({ tests }) => files.filter(file => tests(file, suites.includes(file)));
  const importsOfPart = part =>
    part.tests === undefined ? hash() : hash(testsOf(part), { whole: /^(tls|journeys)$/.test(part.name) });

  const isDone = (file, imports) =>
    isCurrent(
      read().tests.filter(test => test.file === file),
      imports,
    );

  /**
   * Returns the names of the defences to test.
   *
   * @param {{ shard?: string, resume?: boolean }} options `shard`: `2/4` is the second quarter
   */
  function defences({ shard = '1/1', resume = false }) {
    const [index, count] = shard.split('/').map(Number);
    if (!(index >= 1 && index <= count)) throw new Error(`There is no shard ${shard}.`);
    const { tests } = read();
    const isDue = defence => {
      const own = tests.filter(
        ({ file, title }) => file === DEFENCE_SUITE && title === titleOfDefence(defence),
      );
      return !resume || !isCurrent(own, importsOfDefence(defence));
    };
    return DEFENCES.filter((_, at) => at % count === index - 1)
      .filter(isDue)
      .map(({ name }) => name);
  }

  return {
    suites,

    defences,

    /**
     * Returns the parts to run, each with its test files.
     *
     * @param {{ only?: readonly string[], resume?: boolean, shard?: string }} options `resume`: without what has a result that holds
     * @returns {{ name: string, files: string[] }[]}
     */
    parts({ only = PART_NAMES, resume = false, shard }) {
      const unknown = only.filter(name => !PART_NAMES.includes(name));
      if (unknown.length > 0)
        throw new Error(`There is no part ${unknown.join(', ')}. Parts are ${PART_NAMES.join(', ')}.`);
      return PARTS.filter(({ name }) => only.includes(name)).flatMap(part => {
        const { name } = part;
        const files = part.tests === undefined ? [] : testsOf(part);
        const result = read().parts[name];
        if (name === 'defences') return defences({ resume, shard }).length === 0 ? [] : [{ name, files }];
        if (!part.hasSuites)
          return resume && result && isCurrent([result], importsOfPart(part)) ? [] : [{ name, files }];
        const due = files.filter(file => !resume || !isDone(file, importsOfSuite(file)));
        return due.length === 0 ? [] : [{ name, files: due }];
      });
    },

    /** Records the tests of a long suite. @param {readonly import('./fullResults.mjs').TestResult[]} tests */
    addSuite(file, tests) {
      const ofDefence = title => DEFENCES.find(defence => titleOfDefence(defence) === title);
      let results = read();
      if (file === DEFENCE_SUITE) {
        for (const test of tests) {
          const defence = ofDefence(test.title);
          if (defence === undefined) continue;
          const run = { ...now(), imports: importsOfDefence(defence) };
          results = mergeSuite(results, file, [test], run, suites);
        }
      } else results = mergeSuite(results, file, tests, { ...now(), imports: importsOfSuite(file) }, suites);
      write(results, ROWS, suites);
    },

    /** Records a part. @param {import('./fullResults.mjs').PartResult} result */
    addPart(name, result) {
      const part = PARTS.find(one => one.name === name);
      if (part === undefined || part.hasSuites) return;
      const results = read();
      const own = { ...result, ...now(), imports: importsOfPart(part) };
      write({ ...results, parts: { ...results.parts, [name]: own } }, ROWS, suites);
    },
  };
}
