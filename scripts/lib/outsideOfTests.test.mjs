import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import OutsideOfTests from './outsideOfTests.mjs';

it('writes the first line of each uncaught error, its test and its test file', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'latchkit-outside-'));
  onTestFinished(() => {
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true });
  });
  const file = path.join(folder, 'outside.json');
  vi.stubEnv('OUTSIDE_OF_TESTS_FILE', file);
  new OutsideOfTests().onTestRunEnd(
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
    { file: '/src/one.test.ts', title: '(outside of any test)', why: "why (during 'a test')" },
    { file: '(unknown)', title: '(outside of any test)', why: 'no stack' },
  ]);
});
