import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import UnhandledErrors from './unhandledErrors.mjs';

it('writes the first line of each error, its test and its test file', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'latchkit-unhandled-'));
  onTestFinished(() => {
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true });
  });
  const file = path.join(folder, 'errors.json');
  vi.stubEnv('UNHANDLED_ERRORS_FILE', file);
  new UnhandledErrors().onTestRunEnd(
    [],
    [
      {
        message: 'why\nmore',
        stack: 'Error: why\n    at run (/src/one.test.ts:3:7)',
        VITEST_TEST_NAME: 'a test',
      },
      { message: 'no stack' },
    ],
  );
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual([
    { why: "why (during 'a test')", file: '/src/one.test.ts' },
    { why: 'no stack', file: '(unknown)' },
  ]);
});
