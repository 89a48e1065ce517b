import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { bin } from './paths.mjs';
import Progress, { progress } from './progress.mjs';
import { runNode } from './run.mjs';

describe('a run that is reported', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'latchkit-progress-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  let output = '';

  beforeAll(async () => {
    const files = {
      'quiet.test.js': `it('passes', () => console.log('said by', 'a passing test'));`,
      'tests.test.js': `
        it('passes', () => console.log('also said by', 'a passing test'));
        it('fails', () => { console.log('said by a failed test'); process.stderr.write('past the console'); throw new Error('why'); });`,
      'hook.test.js': `describe('group', () => { beforeAll(() => { throw new Error('in a hook'); }); it('waits', () => {}); });`,
      'broken.test.js': `throw new Error('cannot be collected');`,
      'late.test.js': `it('ends too early', () => { Promise.reject(new Error('outside')); });`,
    };
    for (const [name, code] of Object.entries(files)) writeFileSync(path.join(folder, name), code);
    const args = ['run', '--globals', '--root', folder, `--reporter=${progress}`];
    ({ output } = await runNode([bin('vitest/vitest.mjs'), ...args], {
      cwd: folder,
      env: { NO_COLOR: '1', CI: 'true' },
      quiet: true,
    }));
  });

  it('shows each failure with its cause: of a test, a hook, a file and outside of any test', () => {
    expect(output).toMatch(/FAILED tests\.test\.js > fails\n(.*\n)*.*why/);
    expect(output).toMatch(/FAILED hook\.test\.js > group\n(.*\n)*.*in a hook/);
    expect(output).toMatch(/FAILED broken\.test\.js\n(.*\n)*.*cannot be collected/);
    expect(output).toMatch(/FAILED outside of any test\n(.*\n)*.*outside/);
  });

  it('shows what failed tests wrote, and nothing of those that passed', () => {
    expect(output).toContain('  | said by a failed test');
    expect(output).toMatch(/past the console, at last:\npast the console/);
    expect(output).not.toContain('said by a passing test');
  });

  it('has a line for each failed file, none for those that passed, and a total', () => {
    expect(
      output
        .match(/^\[\d\/5\] .*$/gm)
        ?.map(line => line.replaceAll(/\[.*?\]|[\d.]+ s/g, '').trim())
        .sort(),
    ).toEqual(['broken.test.js  failed', 'hook.test.js  failed', 'tests.test.js  failed']);
    expect(output).toContain('5 of 5 files done');
  });
});

describe('Progress', () => {
  const module = name => ({
    moduleId: `/r/${name}`,
    relativeModuleId: name,
    errors: () => [],
    state: () => 'passed',
  });

  function start({ isTTY, ci = '' }) {
    vi.useFakeTimers({ toFake: ['performance'] });
    vi.stubEnv('CI', ci);
    onTestFinished(() => {
      vi.useRealTimers();
      vi.unstubAllEnvs();
    });
    const written = [];
    const reporter = new Progress({ output: { write: text => written.push(text), isTTY, columns: 30 } });
    const logger = {};
    reporter.onInit({ logger });
    reporter.onTestRunStart([1, 2]);
    const end = (file, milliseconds) => {
      reporter.onTestModuleQueued(file);
      vi.advanceTimersByTime(milliseconds);
      reporter.onTestModuleEnd(file);
    };
    return { reporter, logger, end, text: () => written.join('') };
  }

  it('has a line for each file that took five seconds', () => {
    const { end, text } = start({ isTTY: false });
    end(module('fast.test.ts'), 4_900);
    end(module('slow.test.ts'), 5_100);
    expect(text()).toBe('[2/2]    5.1 s  slow.test.ts\n');
  });

  it('says on a terminal what is running', () => {
    const { reporter, text } = start({ isTTY: true });
    reporter.onTestModuleQueued(module('packages/one.test.ts'));
    expect(text()).toBe('\r\u001b[2K[0/2] one.test.ts');
    reporter.onTestModuleQueued(module('packages/a/long/way/another.test.ts'));
    expect(text()).toContain('[0/2] one.test.ts another.tes');
  });

  it('keeps what workers write after one has ended', () => {
    const { reporter, logger, text } = start({ isTTY: false });
    logger.errorStream.end('one');
    logger.errorStream.write(' and another');
    reporter.onTestRunEnd([{ state: () => 'failed' }], []);
    expect(text()).toContain(' and another');
  });

  it('writes whole lines only, in continuous integration', () => {
    const { end, text } = start({ isTTY: true, ci: 'true' });
    end(module('fast.test.ts'), 10);
    expect(text()).toBe('');
  });
});
