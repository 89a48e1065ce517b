import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, it, onTestFinished } from 'vitest';
import { inRoot } from './paths.mjs';
import { canMeasure, createProcessTimes, kindOf, machineSeconds } from './processTimes.mjs';

/**
 * A process that does what its stdin says, a line each, and answers each line with one: `burn` uses 0.2 s of a processor,
 * `child ENV` starts one of its kind, `to N LINE` passes a line on to its Nth child, `brief` runs a child that burns and ends,
 * `mark FILE` says which test file it runs, `leave` ends without waiting for the children, `end` ends. It prints what it used.
 */
const WORKER = `
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { writeMark } from ${JSON.stringify(inRoot('scripts/lib/processTimes.mjs'))};
const used = () => { const { user, system } = process.cpuUsage(); return (user + system) / 1e6; };
const burn = () => { for (const from = used(); used() < from + 0.2;); };
if (process.argv[2] === 'brief') { burn(); console.log(used()); process.exit(); }
const children = [];
const lines = [];
for await (const line of createInterface({ input: process.stdin })) {
  const [what, first, ...rest] = line.split(' ');
  let answer = '';
  if (what === 'burn') burn();
  if (what === 'mark') writeMark(process.env.MARKS, first);
  if (what === 'brief') answer = spawnSync(process.execPath, [process.argv[1], 'brief'], { env: {}, encoding: 'utf8' }).stdout.trim();
  if (what === 'child') {
    const child = spawn(process.execPath, [process.argv[1]], {
      detached: true, stdio: ['pipe', 'pipe', 'inherit'], env: first === 'bare' ? {} : process.env,
    });
    children.push({ child, lines: createInterface({ input: child.stdout })[Symbol.asyncIterator]() });
    answer = String(child.pid);
  }
  if (what === 'to') {
    const { child, lines } = children[Number(first)];
    child.stdin.write(rest.join(' ') + '\\n');
    answer = (await lines.next()).value;
    if (rest[0] === 'end') await once(child, 'close');
  }
  if (what === 'end' || what === 'leave') { console.log(used()); process.exit(); }
  console.log(answer);
}
`;

async function startWorker() {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'latchkit-times-'));
  const value = randomUUID();
  const marks = path.join(folder, 'marks');
  const times = createProcessTimes({ name: 'TIMES_TEST', value, marks });
  const script = path.join(folder, 'worker.mjs');
  writeFileSync(script, WORKER);
  const child = spawn(process.execPath, [script], {
    env: { TIMES_TEST: value, MARKS: marks },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const gone = once(child, 'close');
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await gone;
    rmSync(folder, { recursive: true });
  });
  const say = async line => {
    child.stdin.write(`${line}\n`);
    const { value: answer } = await lines.next();
    if (/^(end|leave)$/.test(line)) await gone;
    return answer;
  };
  /** Takes a sample, and returns the seconds so far. */
  const seconds = () => {
    times.sample();
    return times.seconds();
  };
  return { times, say, seconds };
}

/** A tick for each of the numbers in /proc, and what a process uses to end. */
const SLACK = 0.08;

describe.runIf(canMeasure)('createProcessTimes', () => {
  it('counts children that started and ended between two samples, once', async () => {
    const { say, seconds } = await startWorker();
    const before = await say('burn').then(seconds);
    const used = [await say('brief'), await say('brief'), await say('brief')].map(Number);
    const expected = used.reduce((total, one) => total + one, 0);
    const counted = seconds() - before;
    expect(counted).toBeGreaterThan(expected - SLACK);
    // Each child also used time before and after it measured itself, and the worker to start it.
    expect(counted).toBeLessThan(expected * 1.25 + SLACK);
    const parent = Number(await say('end'));
    expect(seconds()).toBeGreaterThan(parent + expected - SLACK);
    expect(seconds()).toBeLessThan((parent + expected) * 1.25 + SLACK);
  });

  it('counts what a seen child used after it was last seen, and nothing twice when both have ended', async () => {
    const { say, seconds } = await startWorker();
    await say('child bare');
    await say('to 0 burn');
    const seen = seconds();
    await say('to 0 burn');
    const child = Number(await say('to 0 end'));
    expect(seconds() - seen).toBeGreaterThan(0.2 - SLACK);
    expect(seconds() - seen).toBeLessThan(0.2 + 2 * SLACK);
    const parent = Number(await say('end'));
    expect(seconds()).toBeGreaterThan(parent + child - SLACK);
    expect(seconds()).toBeLessThan(parent + child + 2 * SLACK);
  });

  it('counts a parent and a child that ended between the same two samples', async () => {
    const { say, seconds } = await startWorker();
    await say('child bare');
    await say('to 0 burn');
    seconds();
    await say('to 0 burn');
    const child = Number(await say('to 0 end'));
    const parent = Number(await say('end'));
    expect(seconds()).toBeGreaterThan(parent + child - SLACK);
    expect(seconds()).toBeLessThan(parent + child + 2 * SLACK);
  });

  it('counts a detached process whose parent has ended', async () => {
    const { say, seconds } = await startWorker();
    const pid = Number(await say('child with'));
    onTestFinished(() => {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // It ended with its stdin.
      }
    });
    await say('to 0 burn');
    const before = seconds();
    expect(before).toBeGreaterThan(0.2);
    const parent = Number(await say('leave'));
    const after = seconds();
    expect(after).toBeGreaterThanOrEqual(before);
    expect(after).toBeLessThan(before + parent + SLACK);
  });

  it("divides a worker's time, and that of its children, among its files", async () => {
    const { times, say } = await startWorker();
    const total = (...files) =>
      files.flatMap(file => Object.values(times.files.get(file))).reduce((all, one) => all + one, 0);
    times.begin('a step');
    await say('mark one.test.ts');
    await say('burn');
    times.sample();
    const one = total('one.test.ts');
    expect(one).toBeGreaterThan(0.2 - SLACK);
    await say('mark two.test.ts');
    await say('child bare');
    await say('to 0 burn');
    times.sample();
    const child = Number(await say('to 0 end'));
    await say('burn');
    times.sample();
    expect(total('two.test.ts')).toBeGreaterThan(child + 0.2 - SLACK);
    // Within a sample, it is divided by time.
    await say('burn');
    await say('mark three.test.ts');
    await say('burn');
    const before = total('one.test.ts', 'two.test.ts');
    times.sample();
    const used = total('one.test.ts', 'two.test.ts', 'three.test.ts') - before;
    expect(used).toBeGreaterThan(0.4 - SLACK);
    expect(total('three.test.ts')).toBeGreaterThan(0);
    expect(total('three.test.ts')).toBeLessThan(used);
    expect(total('one.test.ts')).toBeLessThan(one + SLACK);
    expect(times.seconds('a step')).toBeGreaterThanOrEqual(
      total('one.test.ts', 'two.test.ts', 'three.test.ts') - 1e-9,
    );
  });

  it('counts nothing of a child that this process had started before', async () => {
    const older = spawn(process.execPath, [
      '-e',
      'while (process.cpuUsage().user < 3e5); console.log(); process.stdin.resume();',
    ]);
    await once(older.stdout, 'data');
    onTestFinished(async () => {
      older.kill('SIGKILL');
      await once(older, 'close');
    });
    const { say, seconds } = await startWorker();
    expect(seconds()).toBeLessThan(0.2);
    const parent = Number(await say('end'));
    expect(seconds()).toBeLessThan(parent + 2 * SLACK);
  });

  it('counts no more than the machine was busy', async () => {
    const busy = machineSeconds();
    const { say, seconds } = await startWorker();
    for (let round = 0; round < 3; round += 1) await say('brief');
    const counted = seconds();
    expect(machineSeconds() - busy).toBeGreaterThan(counted - SLACK);
  });
});

describe('kindOf', () => {
  it.each([
    ['/usr/bin/chromium-headless-shell --type=renderer', 'browser'],
    ['postgres: checkpointer', 'databases'],
    ['redis-server 127.0.0.1:6379', 'databases'],
    ['node (vitest 1)', 'runner'],
    ['/usr/bin/node scripts/test.mjs --full', 'runner'],
    ['/r/node_modules/@foundry-rs/anvil-linux-amd64/bin/anvil --port 1', 'servers'],
    ['/usr/bin/node packages/gateway/dist/cli.js start', 'servers'],
    ['/usr/bin/node /tmp/packed/node_modules/@latchkit/gateway/dist/cli.js', 'servers'],
    ['/usr/bin/node /r/node_modules/typescript/bin/tsc -p .', 'other'],
    ['/r/node_modules/@esbuild/linux-x64/bin/esbuild --service', 'other'],
    ['/usr/bin/node scripts/css.mjs', 'other'],
    ['/usr/bin/node scripts/start.mjs', 'servers'],
    ['npm test', 'other'],
    ['', 'other'],
  ])('says what %s is', (command, kind) => {
    expect(kindOf(command)).toBe(kind);
  });
});
