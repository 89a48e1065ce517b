import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allFiles } from './lib/affected.mjs';
import { inRoot } from './lib/paths.mjs';
import { runNode } from './lib/run.mjs';

// Each runs vitest up to four times. Without it, `lib/testRuns.test.mjs` tests the same but the status.
const isFull = process.env.LATCHKIT_FULL === '1';

const folder = mkdtempSync(path.join(os.tmpdir(), 'latchkit-planted-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A test that passes only from its second run on. */
const once = title => `
import { existsSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
const mark = import.meta.filename + '.ran';
const isFirst = !existsSync(mark);
writeFileSync(mark, '');
it('${title}', () => expect(isFirst).toBe(false));
`;
const ALWAYS = "import { expect, it } from 'vitest'; it('fails always', () => expect(1).toBe(2));";

/** Runs `npm test` on one planted file in a copy of the repository. Returns the status and the last lines. */
async function runPlanted(name, code, options) {
  const file = `scripts/planted/${name}.test.mjs`;
  writeFileSync(path.join(folder, file), code);
  const { code: status, output } = await runNode(['scripts/test.mjs', file, ...options], {
    cwd: folder,
    env: { LATCHKIT_FULL: undefined, TEST_MARKS_FILE: undefined, CI: undefined },
    quiet: true,
  });
  return { status, end: output.trim().split('\n').slice(-2) };
}

describe.runIf(isFull)('npm test', () => {
  beforeAll(async () => {
    for (const file of await allFiles()) {
      mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
      cpSync(inRoot(file), path.join(folder, file));
    }
    mkdirSync(path.join(folder, 'scripts/planted'));
    symlinkSync(inRoot('node_modules'), path.join(folder, 'node_modules'));
  });

  it('fails with a test that fails always', async () => {
    const { status, end } = await runPlanted('always', ALWAYS, []);
    expect(status).toBe(1);
    expect(end[1]).toBe('1 passed, 1 failed, 0 skipped');
  });

  it('passes with a test that fails once, names it above the last line, and adds it to the list', async () => {
    const { status, end } = await runPlanted('once', once('fails once'), []);
    expect(end).toEqual([
      'flaky: 1 (scripts/planted/once.test.mjs: fails once)',
      '2 passed, 0 failed, 0 skipped',
    ]);
    expect(status).toBe(0);
    expect(readFileSync(path.join(folder, 'docs/results/flaky.md'), 'utf8')).toContain(
      '| `scripts/planted/once.test.mjs` | fails once | – | open |',
    );
  });

  it('fails with a security test that fails once', async () => {
    const { status, end } = await runPlanted('security', once('refuses [SEC-01]'), []);
    expect(status).toBe(1);
    expect(end[1]).toBe('1 passed, 1 failed, 0 skipped');
  });

  it('fails with a test that fails once if it is strict', async () => {
    const { status, end } = await runPlanted('strict', once('fails once'), ['--strict']);
    expect(status).toBe(1);
    expect(end[1]).toBe('1 passed, 1 failed, 0 skipped');
  });
});
