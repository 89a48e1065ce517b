// node scripts/measure.mjs FOLDER [ARGUMENT…]: runs `npm test -- ARGUMENT…` in another checkout and measures it from outside, as
// `npm test -- --profile` measures itself. A checkout without `scripts/lib/markTestFile.mjs` has no times of single files.
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { stopwatch } from './lib/clock.mjs';
import { canMeasure, createProcessTimes, machineSeconds } from './lib/processTimes.mjs';
import { formatMachine, formatProfile } from './lib/profile.mjs';

const [folder, ...args] = process.argv.slice(2);
if (folder === undefined) throw new Error('Name the folder to measure.');
if (!canMeasure) throw new Error('Processor time is measured only on Linux.');

const value = randomUUID();
const scratch = mkdtempSync(path.join(os.tmpdir(), 'latchkit-measure-'));
process.on('exit', () => rmSync(scratch, { recursive: true, force: true }));
const marks = path.join(scratch, 'marks');
const times = createProcessTimes({ name: 'MEASURED_RUN', value, marks });
const busy = machineSeconds();
const time = stopwatch();
const stop = times.start();
const child = spawn('npm', ['test', ...(args.length > 0 ? ['--', ...args] : [])], {
  cwd: folder,
  env: { ...process.env, MEASURED_RUN: value, TEST_MARKS_FILE: marks },
  stdio: ['ignore', 'pipe', 'inherit'],
});
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
const exited = once(child, 'close');
for await (const line of createInterface({ input: child.stdout })) {
  console.log(line);
  // The steps as `npm test` prints them: `== NAME`, and at its end `== NAME: COUNTS in SECONDS`.
  const [, step] = /^== ([^:]+)$/.exec(line) ?? [];
  if (step !== undefined) times.begin(step);
}
const [code] = await exited;
times.sample();
stop();
for (const line of formatProfile(times, path.resolve(folder))) console.log(line);
console.log('');
console.log(`${time()}, ${formatMachine(times.seconds(), machineSeconds() - busy)}`);
process.exitCode = code ?? 1;
