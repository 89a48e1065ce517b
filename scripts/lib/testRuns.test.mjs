import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createTestRuns } from './testRuns.mjs';

/** A test that fails in the first run of its file only. */
const ONCE = title => `
import { existsSync, writeFileSync } from 'node:fs';
const mark = import.meta.filename + '.ran';
const isFirst = !existsSync(mark);
writeFileSync(mark, '');
it(${JSON.stringify(title)}, () => expect(isFirst).toBe(false));
`;

/** Runs files, and repeats what failed. Returns the counts, and the titles of flaky and of failed tests. */
async function runFiles(files, options) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'latchkit-runs-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [root, scratch] = [path.join(folder, 'tests'), path.join(folder, 'scratch')];
  mkdirSync(root);
  mkdirSync(scratch);
  for (const [name, code] of Object.entries(files)) writeFileSync(path.join(root, name), code);
  const runs = createTestRuns({ scratch, quiet: true, ...options });
  const counts = await runs.run('planted', { options: ['--globals', '--root', root] });
  const { flaky, failed } = await runs.repeat();
  const titles = list => list.map(({ title }) => title).sort();
  const reports = readdirSync(scratch).filter(name => !name.endsWith('-outside.json'));
  return { counts, flaky: titles(flaky), failed: titles(failed), repetitions: reports.length - 1 };
}

it('accepts a test that fails once, and none that fails always or must never fail', async () => {
  const outcome = await runFiles({
    'once.test.js': ONCE('fails once'),
    'always.test.js': `it('fails always', () => expect(1).toBe(2)); it('passes', () => {});`,
    'security.test.js': ONCE('refuses [SEC-01]'),
  });
  expect(outcome.flaky).toEqual(['fails once']);
  expect(outcome.failed).toEqual(['fails always', 'refuses [SEC-01]']);
  expect(outcome.counts).toEqual({ passed: 1, failed: 3, skipped: 0 });
  // Three times what fails once, and once the others.
  expect(outcome.repetitions).toBe(5);
});

it('accepts nothing that failed outside of a test, also beside a flaky test', async () => {
  const { counts, flaky, failed } = await runFiles({
    'once.test.js': ONCE('fails once'),
    'before.test.js': `${ONCE('waits')} beforeEach(() => { if (isFirst) throw new Error('before each'); });`,
    'after.test.js': `${ONCE('fails too')} afterAll(() => { if (isFirst) throw new Error('after all'); });`,
    'late.test.js': `${ONCE('fails').replace('toBe(false)', 'toBeDefined()')} if (isFirst) Promise.reject(new Error('late'));`,
  });
  expect(failed).toEqual(['(outside of any test)', '(the file)', 'waits']);
  expect(flaky).toEqual(['fails once', 'fails too']);
  expect(counts.failed).toBe(5);
});

it('accepts nothing if it is strict', async () => {
  const { flaky, failed, repetitions } = await runFiles(
    { 'once.test.js': ONCE('fails once') },
    { strict: true },
  );
  expect({ flaky, failed, repetitions }).toEqual({ flaky: [], failed: ['fails once'], repetitions: 1 });
});
