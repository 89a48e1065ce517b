import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { DEFENCES } from './lib/defences.mjs';
import { bin, inRoot } from './lib/paths.mjs';
import { runNode } from './lib/run.mjs';
import { withChanges } from './lib/withoutDefence.mjs';

const isFull = process.env.LATCHKIT_FULL === '1';
const scratch = mkdtempSync(path.join(os.tmpdir(), 'latchkit-defences-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

/** Runs the test of a defence without it, and answers how many tests ran and how many of them failed. */
async function runWithout({ name, suite, test }) {
  const report = path.join(scratch, `${DEFENCES.findIndex(one => one.name === name)}.json`);
  const config = suite.startsWith('e2e/') ? ['--config', 'e2e/frame/defences.config.ts'] : [];
  const args = [...config, suite, '-t', test, '--reporter=json', `--outputFile=${report}`];
  await runNode([bin('vitest/vitest.mjs'), 'run', ...args], {
    env: { LATCHKIT_WITHOUT_DEFENCE: name },
    quiet: true,
  });
  const { numFailedTests, testResults } = JSON.parse(readFileSync(report, 'utf8'));
  const results = testResults.flatMap(({ assertionResults }) => assertionResults);
  return { ran: results.some(({ status }) => status === 'failed' || status === 'passed'), numFailedTests };
}

describe('defences', () => {
  it('are each in the code, and have a test that is there', () => {
    for (const defence of DEFENCES) {
      const code = readFileSync(inRoot(defence.file), 'utf8');
      expect(withChanges(code, defence), defence.name).not.toBe(code);
      expect(readFileSync(inRoot(defence.suite), 'utf8'), defence.name).toContain(defence.test);
    }
    expect(DEFENCES.length).toBeGreaterThanOrEqual(10);
  });

  // A browser for most of them: only in the long run.
  for (const defence of isFull ? DEFENCES : []) {
    it(`are tested: without '${defence.name}' ${defence.suite} fails`, { timeout: 180_000 }, async () => {
      const { ran, numFailedTests } = await runWithout(defence);
      expect(ran).toBe(true);
      expect(numFailedTests).toBeGreaterThan(0);
    });
  }
});
