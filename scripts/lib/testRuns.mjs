import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { countsOfVitest, failuresOf } from './counts.mjs';
import { canBeFlaky, filesToRepeat, hasPassed } from './flaky.mjs';
import { outsideOfTests } from './outsideOfTests.mjs';
import { bin, root } from './paths.mjs';
import { progress } from './progress.mjs';
import { runNode } from './run.mjs';

/**
 * Runs vitest, and at the end repeats what failed: see `flaky.mjs`.
 *
 * @param {{ scratch: string, strict?: boolean, reporters?: readonly string[], quiet?: boolean }} options `scratch`: a folder for the
 *   reports. `reporters` are those of first runs besides those that each run has
 */
export function createTestRuns({ scratch, strict = false, reporters: ofFirst = [], quiet = false }) {
  /** Failures of all runs, each with the options that its run had. */
  const failures = [];

  async function once(name, { options = [], files = [], env = {} }, more = []) {
    const to = path.join(scratch, `${name}.json`);
    const outsideTo = path.join(scratch, `${name}-outside.json`);
    const reporters = [progress, 'json', outsideOfTests, ...more].map(one => `--reporter=${one}`);
    // vitest matches a relative path as part of a name, so connect.test.ts would also run walletConnect.test.ts.
    const places = files.map(file => path.resolve(root, file));
    const { code } = await runNode(
      [bin('vitest/vitest.mjs'), 'run', ...reporters, `--outputFile.json=${to}`, ...options, ...places],
      { env: { ...env, OUTSIDE_OF_TESTS_FILE: outsideTo }, quiet },
    );
    const read = file => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined);
    const [report, outside] = [read(to), read(outsideTo)];
    return { report, failures: failuresOf(report, outside), counts: countsOfVitest(report, code, outside) };
  }

  /** Repeats a file alone, and returns whether it passed each time. */
  async function passesAlone({ file, times }, { name, how }, failed) {
    for (let round = 1; round <= times; round += 1) {
      const of = `${name}-${path.basename(file)}-${round}`;
      const repetition = await once(of, {
        ...how,
        options: [...(how.options ?? []), '--no-file-parallelism'],
        files: [file],
      });
      if (!hasPassed(repetition, failed)) return false;
    }
    return true;
  }

  return {
    /**
     * Runs vitest once, and returns the counts.
     *
     * @param {string} name of the reports
     * @param {{ options?: readonly string[], files?: readonly string[], env?: Record<string, string | undefined> }} [how]
     */
    async run(name, how = {}) {
      const { failures: found, counts } = await once(name, how, ofFirst);
      const of = { name, how };
      failures.push(...found.map(failure => ({ ...failure, of })));
      return counts;
    },

    hasFailures: () => failures.length > 0,

    /** Repeats the files that failed, and returns the tests that failed by chance; `failed` lists the others. */
    async repeat() {
      for (const one of filesToRepeat(failures, strict)) {
        for (const of of new Set(
          failures.filter(({ file }) => file === one.file).map(failure => failure.of),
        )) {
          const own = failures.filter(failure => failure.file === one.file && failure.of === of);
          const passedAlone = await passesAlone(one, of, own);
          for (const failure of own) Object.assign(failure, { passedAlone, times: one.times });
        }
      }
      const isFlaky = failure => failure.passedAlone === true && failure.times > 1 && canBeFlaky(failure);
      return { flaky: failures.filter(isFlaky), failed: failures.filter(failure => !isFlaky(failure)) };
    },
  };
}
