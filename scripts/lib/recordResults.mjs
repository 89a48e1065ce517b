import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { DEFENCE_SUITE } from './defences.mjs';
import { openFullResults } from './fullParts.mjs';
import { titleOf } from './outsideOfTests.mjs';
import { root } from './paths.mjs';

/** Path of this reporter, for vitest's `--reporter`. */
export const recordResults = fileURLToPath(import.meta.url);

/** A vitest reporter: records each long suite when it ends, and each defence, so that a run which is stopped can be resumed. */
export default class RecordResults {
  #open;
  #results;

  /** @param {{ open?: typeof openFullResults }} [options] for tests */
  constructor({ open = openFullResults } = {}) {
    this.#open = open;
  }

  async onInit() {
    this.#results = await this.#open();
  }

  onTestCaseResult(test) {
    const file = fileOf(test.module);
    if (file === DEFENCE_SUITE) this.#results.addSuite(file, [resultOf(test, file)]);
  }

  onTestModuleEnd(module) {
    const file = fileOf(module);
    if (file === DEFENCE_SUITE || !this.#results.suites.includes(file)) return;
    const tests = [...module.children.allTests()].map(test => resultOf(test, file));
    // A hook or the file itself failed.
    const failed = module.state() === 'failed' && tests.every(({ status }) => status !== 'failed');
    if (failed) tests.push({ file, title: '(outside of its tests)', status: 'failed', seconds: 0 });
    this.#results.addSuite(file, tests);
  }
}

const fileOf = module => path.relative(root, module.moduleId).split(path.sep).join('/');

/** @returns {import('./fullResults.mjs').TestResult} */
const resultOf = (test, file) => ({
  file,
  title: titleOf(test),
  status: test.result().state,
  seconds: (test.diagnostic()?.duration ?? 0) / 1_000,
});
