import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Path of this reporter, for vitest's `--reporter`. */
export const unhandledErrors = fileURLToPath(import.meta.url);

/** A vitest reporter: writes the errors outside of any test, which the JSON report leaves out, to the file UNHANDLED_ERRORS_FILE. */
export default class UnhandledErrors {
  /** @param {unknown} _modules @param {readonly { message: string, stack?: string, VITEST_TEST_NAME?: string }[]} errors */
  onTestRunEnd(_modules, errors) {
    const file = process.env.UNHANDLED_ERRORS_FILE;
    if (!file) return;
    const listed = errors.map(({ message, stack = '', VITEST_TEST_NAME: during }) => ({
      why: `${message.trim().split('\n', 1)[0]}${during ? ` (during '${during}')` : ''}`,
      file: /([^\s(]+\.test\.[a-z]+):\d+/.exec(stack)?.[1] ?? '(unknown)',
    }));
    writeFileSync(file, JSON.stringify(listed));
  }
}
