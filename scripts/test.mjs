// npm test: installs what is missing, then builds, checks and tests everything. The last line has the totals.
//   PATH…        only the tests under these paths
//   --changed    only the tests that a change since `main` affects; `--changed REV`: since that commit
//   --full PATH… also the examples, the tarballs, and the long suites at their full counts (LATCHKIT_FULL=1); records the long
//                suites in docs/results/full.md
//   --strict     accepts no flaky test, as --full
//   --profile    lists the processor seconds of each step and of the most expensive files, by kind of process
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { build, generate } from './build.mjs';
import { install } from './install.mjs';
import { affectedTests, allFiles, changedFiles } from './lib/affected.mjs';
import { stopwatch } from './lib/clock.mjs';
import { addCounts, formatCounts, none } from './lib/counts.mjs';
import { findTestChromium } from './lib/findChromium.mjs';
import { formatFlaky, listFailures } from './lib/flaky.mjs';
import { addFlaky, flakyRows } from './lib/flakyList.mjs';
import { mergeResults, readResults, writeResults } from './lib/fullResults.mjs';
import { installAlto } from './lib/installAlto.mjs';
import { leftovers } from './lib/leftovers.mjs';
import { longResults, longSuites } from './lib/longSuites.mjs';
import { root } from './lib/paths.mjs';
import { canMeasure, createProcessTimes, machineSeconds } from './lib/processTimes.mjs';
import { formatMachine, formatProfile } from './lib/profile.mjs';
import { run } from './lib/run.mjs';
import { createTestRuns } from './lib/testRuns.mjs';

const argv = process.argv.slice(2);
const full = argv.includes('--full');
const strict = full || argv.includes('--strict');
const paths = argv.filter(one => !one.startsWith('--'));
const runId = randomUUID();
const scratch = mkdtempSync(path.join(os.tmpdir(), 'latchkit-test-'));
process.on('exit', () => rmSync(scratch, { recursive: true, force: true }));
// Every process of this run inherits the id, so that leftover processes can be found at the end.
process.env.LATCHKIT_TEST_RUN = runId;
if (full) process.env.LATCHKIT_FULL = '1';
// Vitest colours its errors wherever they go.
if (!process.stdout.isTTY) {
  process.env.NO_COLOR = '1';
  delete process.env.FORCE_COLOR;
}
// A run that is measured from outside has it: see scripts/measure.mjs.
process.env.TEST_MARKS_FILE ??= path.join(scratch, 'marks');
const times = createProcessTimes({
  name: 'LATCHKIT_TEST_RUN',
  value: runId,
  marks: process.env.TEST_MARKS_FILE,
  countsItself: true,
});
const busyBefore = machineSeconds();
times.start();

const ok = { passed: 1, failed: 0, skipped: 0 };
const broken = { passed: 0, failed: 1, skipped: 0 };

/** The suites with full counts, and the results of their tests. */
const suites = full ? longSuites() : [];
const long = [];

/** Counts a suite that did not run as failed. */
function allLongRan() {
  const missing = suites.filter(file => long.every(result => result.file !== file));
  for (const file of missing) console.log(`Not run: ${file}`);
  return missing.length === 0 ? ok : broken;
}

const runs = createTestRuns({
  scratch,
  strict,
  onReport: report => {
    if (full) long.push(...longResults(report, suites));
  },
});

const inBrowser = async (name, config, files) =>
  runs.run(name, { options: ['--config', config], files, env: { CHROMIUM: await findTestChromium() } });

async function nothingLeft() {
  const left = await leftovers('LATCHKIT_TEST_RUN', runId);
  for (const { pid, command } of left) {
    console.log(`Left running: ${pid} ${command}`);
    process.kill(pid, 'SIGKILL');
  }
  return left.length === 0 ? ok : broken;
}

const evm = 'packages/latchkit/src/evm';

const ALTO_TESTS = [
  'packages/latchkit/src/protocol/smartAccount/sendUserOperation.test.ts',
  'packages/gateway/src/project/aa/service.test.ts',
  'apps/frame/src/page/smartAccount.test.ts',
  'apps/frame/src/page/smartAccountFaults.test.ts',
];

/** Builds, and runs the checks that need no build in parallel. A failed build counts as one failed test. */
async function buildAndCheck() {
  await generate();
  const built = build().then(
    () => ok,
    error => {
      console.error(error.message);
      return broken;
    },
  );
  const { runChecks } = await import('./check.mjs');
  return addCounts(await runChecks({ built }), await built);
}

/** Journeys need no declarations, which take most of the time. */
const buildStep = { name: 'build', run: async () => build({ types: false }).then(() => ok) };
/** The same tests with a bundler that has none of our code. */
const onAlto = {
  name: 'smart accounts on Alto',
  run: async () =>
    runs.run('alto', {
      options: ['--no-file-parallelism'],
      files: ALTO_TESTS,
      env: { LATCHKIT_ALTO: await installAlto() },
    }),
};
const unit = files => ({ name: 'unit and integration', run: () => runs.run('unit', { files }) });
const journeys = files => ({
  name: 'browser journeys',
  run: () => inBrowser('e2e', 'e2e/vitest.config.ts', files),
});
const examples = files => ({
  name: 'examples',
  run: () => inBrowser('examples', 'examples/vitest.config.mjs', files),
});
const nothingLeftStep = { name: 'nothing left running', run: nothingLeft };

/** Returns all steps in order. A step that throws counts as one failed test; later steps still run. */
const allSteps = () => [
  { name: 'build and check', run: buildAndCheck },
  unit(),
  {
    name: 'evm on wagmi 2',
    run: () =>
      runs.run('wagmi2', {
        files: full ? [evm] : [`${evm}/evm.conformance.test.ts`, `${evm}/wagmiVersion.test.ts`],
        env: { LATCHKIT_WAGMI: '2' },
      }),
  },
  ...(full ? [onAlto] : []),
  journeys(),
  ...(full ? [examples()] : []),
  nothingLeftStep,
  ...(full ? [{ name: 'long suites all ran', run: async () => allLongRan() }] : []),
];

/** Tests that failed by chance, and all other failures. @type {Awaited<ReturnType<typeof runs.repeat>>} */
let outcome = { flaky: [], failed: [] };
const repeatStep = {
  name: 'failed files, alone',
  run: async () => {
    outcome = await runs.repeat();
    return none;
  },
};

/** Returns the steps for the tests of these files and folders. */
function stepsOf(list) {
  const under = place => list.filter(file => file === place || file.startsWith(`${place}/`));
  const [ofJourneys, ofExamples] = [under('e2e'), under('examples')];
  const ofUnit = list.filter(file => !ofJourneys.includes(file) && !ofExamples.includes(file));
  return [
    ...(ofJourneys.length + ofExamples.length > 0 ? [buildStep] : []),
    ...(ofUnit.length > 0 ? [unit(ofUnit)] : []),
    ...(ofJourneys.length > 0 ? [journeys(ofJourneys)] : []),
    ...(ofExamples.length > 0 ? [examples(ofExamples)] : []),
    nothingLeftStep,
  ];
}

async function stepsOfChange() {
  const changed = await changedFiles(paths[0]);
  const affected = affectedTests(changed, await allFiles());
  console.log(`Changed: ${changed.join(', ') || 'nothing'}`);
  if (affected.everything) return allSteps();
  const files = [...affected.unit, ...affected.journeys];
  console.log(['Affected:', ...files].join('\n  '));
  return stepsOf(files);
}

async function stepsToRun() {
  if (argv.includes('--changed')) return stepsOfChange();
  return paths.length > 0 ? stepsOf(paths.map(fromRoot)) : allSteps();
}

/** Returns a path from the root of the repository, without a trailing slash. */
const fromRoot = place => path.relative(root, path.resolve(place)).split(path.sep).join('/');

async function runStep(step) {
  const time = stopwatch();
  times.begin(step.name);
  console.log(`\n== ${step.name}`);
  const counts = await step.run().catch(error => {
    console.error(error.message);
    return broken;
  });
  times.sample();
  const seconds = time();
  console.log(`== ${step.name}: ${formatCounts(counts)} in ${seconds}`);
  return { name: step.name, counts, seconds, processor: times.seconds(step.name) };
}

/** Records the long suites of this run in docs/results. A run of everything also records its totals. */
async function record(total, time) {
  const { output } = await run('git', ['rev-parse', '--short=8', 'HEAD'], { quiet: true });
  const date = new Date().toISOString().slice(0, 10);
  const of = { commit: output.trim(), date, node: process.versions.node, cores: os.cpus().length };
  const merged = mergeResults(readResults(), long, of, suites);
  writeResults(paths.length === 0 ? { ...merged, whole: { ...of, ...total, time } } : merged, suites);
}

const time = stopwatch();
const results = [];
try {
  await install();
  for (const step of await stepsToRun()) {
    if (step === nothingLeftStep && runs.hasFailures()) results.push(await runStep(repeatStep));
    results.push(await runStep(step));
  }
} catch (error) {
  console.error(error.message);
  results.push({ name: 'install', counts: broken, seconds: time() });
}
const { flaky, failed } = outcome;
const byChance = { passed: flaky.length, failed: -flaky.length, skipped: 0 };
const total = addCounts(
  results.reduce((sum, { counts }) => addCounts(sum, counts), none),
  byChance,
);
if (full) await record(total, time());
for (const line of listFailures(failed)) console.log(line);
times.sample();
if (argv.includes('--profile') && canMeasure)
  for (const line of formatProfile(times, root)) console.log(line);

const processorColumn = value => (canMeasure ? `${value.toFixed(1)} s`.padStart(10) : '');
console.log('');
console.log(
  canMeasure
    ? `${'step'.padEnd(22)} ${'time'.padStart(8)}${'processor'.padStart(10)}`
    : 'Processor time is measured only on Linux.',
);
for (const { name, counts, seconds, processor = 0 } of results)
  console.log(
    `${name.padEnd(22)} ${seconds.padStart(8)}${processorColumn(processor)}  ${formatCounts(counts)}`,
  );
console.log(`${'all'.padEnd(22)} ${time().padStart(8)}${processorColumn(times.seconds())}`);
if (canMeasure) console.log(formatMachine(times.seconds(), machineSeconds() - busyBefore));
if (flaky.length > 0) {
  const rows = flakyRows(flaky, new Date().toISOString().slice(0, 10));
  // Continuous integration throws its tree away.
  if (!process.env.CI) addFlaky(rows);
  console.log([`${process.env.CI ? 'Add to' : 'Added to'} docs/results/flaky.md:`, ...rows].join('\n'));
  console.log(formatFlaky(flaky));
}
console.log(formatCounts(total));
process.exitCode = total.failed === 0 ? 0 : 1;
