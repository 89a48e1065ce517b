import path from 'node:path';
import { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';

/** Path of this reporter, for vitest's `--reporter`. */
export const progress = fileURLToPath(import.meta.url);

/** Milliseconds from which a file that passed gets a line. */
const SLOW = 5_000;

/** How much of what the workers write themselves is kept, in characters. */
const KEPT = 20_000;

/**
 * A vitest reporter: a line for each file that failed or took more than five seconds, and each failure when it happens, with what the
 * failed test wrote to the console. On a terminal the last line says what is running.
 */
export default class Progress {
  #output;
  #isLive;
  #vitest;
  #total = 0;
  #done = 0;
  #failed = 0;
  /** Start of each running file. @type {Map<string, number>} */
  #running = new Map();
  /** The end of what workers, and programs that write to the same place, wrote past the console. */
  #raw = '';

  /** @param {{ output?: { write(text: string): unknown, isTTY?: boolean, columns?: number } }} [options] for tests */
  constructor({ output = process.stdout } = {}) {
    this.#output = output;
    this.#isLive = output.isTTY === true && !process.env.CI;
  }

  /** @param {any} vitest */
  onInit(vitest) {
    this.#vitest = vitest;
    // Vitest passes on what the workers write, such as warnings of Node: it belongs to no test, and is shown only if something failed.
    const keep = new Writable({
      write: (chunk, _encoding, written) => {
        this.#raw = `${this.#raw}${chunk}`.slice(-KEPT);
        written();
      },
    });
    // Each worker that exits ends its pipe.
    keep.end = () => keep;
    Object.assign(vitest.logger, { outputStream: keep, errorStream: keep });
  }

  /** @param {readonly unknown[]} files */
  onTestRunStart(files) {
    this.#total = files.length;
  }

  onTestModuleQueued(module) {
    this.#running.set(module.moduleId, performance.now());
    this.#live();
  }

  onTestCaseResult(test) {
    const { state, errors } = test.result();
    if (state !== 'failed') return;
    this.#failed += 1;
    this.#failure(test, `${nameOf(test.module)} > ${test.fullName}`, errors);
  }

  onTestSuiteResult(suite) {
    const errors = suite.errors();
    if (errors.length > 0) this.#failure(suite, `${nameOf(suite.module)} > ${suite.fullName}`, errors);
  }

  onTestModuleEnd(module) {
    const errors = module.errors();
    if (errors.length > 0) this.#failure(module, nameOf(module), errors);
    this.#done += 1;
    const from = this.#running.get(module.moduleId) ?? performance.now();
    this.#running.delete(module.moduleId);
    const took = performance.now() - from;
    const hasFailed = module.state() === 'failed';
    if (hasFailed || took >= SLOW) {
      const place = `[${String(this.#done).padStart(String(this.#total).length)}/${this.#total}]`;
      const end = hasFailed ? `  ${this.#red('failed')}` : '';
      this.#print(`${place} ${(took / 1000).toFixed(1).padStart(6)} s  ${nameOf(module)}${end}`);
    }
    this.#live();
  }

  /** @param {readonly unknown[]} modules @param {readonly unknown[]} errors */
  onTestRunEnd(modules, errors) {
    this.#clear();
    for (const error of errors) {
      this.#print(`${this.#red('FAILED')} outside of any test`);
      this.#vitest.logger.printError(error, { fullStack: true });
    }
    const hasFailed = errors.length > 0 || modules.some(module => module.state() === 'failed');
    if (hasFailed && this.#raw !== '')
      this.#print(`What the workers wrote past the console, at last:\n${this.#raw}`);
    this.#print(`${this.#done} of ${this.#total} files done`);
  }

  #failure(entity, name, errors) {
    this.#print(`${this.#red('FAILED')} ${name}`);
    for (const { content } of entity.task?.logs ?? []) this.#print(content.trimEnd().replace(/^/gm, '  | '));
    for (const error of errors)
      this.#vitest.logger.printError(error, { project: entity.project, task: entity.task });
  }

  #print(line) {
    this.#clear();
    this.#output.write(`${line}\n`);
  }

  #red(text) {
    return this.#output.isTTY ? `\u001b[31m${text}\u001b[39m` : text;
  }

  #clear() {
    if (this.#isLive) this.#output.write('\r\u001b[2K');
  }

  /** Says on a terminal what is running. */
  #live() {
    if (!this.#isLive) return;
    const failed = this.#failed > 0 ? `, ${this.#failed} failed` : '';
    const names = [...this.#running.keys()].map(file => path.basename(file)).join(' ');
    const line = `[${this.#done}/${this.#total}${failed}] ${names}`;
    this.#output.write(`\r\u001b[2K${line.slice(0, (this.#output.columns ?? 80) - 1)}`);
  }
}

const nameOf = module => module.relativeModuleId;
