// npm test: installs what is missing, then builds, checks and tests everything. The last line has the totals.
//   PATH…           only the tests under these paths
//   --changed       only the tests that a change since `main` affects; `--changed REV`: since that commit
//   --full          the parts of `npm run test:full`, with the long suites at their full counts (LATCHKIT_FULL=1), and records their
//                   results in docs/results/full.md; with PATH… only those tests
//   --part NAME     only this part of --full; several times for several parts
//   --resume        only what of --full has no result that holds for the files as they are
//   --shard 2/4     only the second quarter of the defences of --full
//   --list          prints the test files that --changed or --full would run, and does nothing else
//   --strict        accepts no flaky test, as --full
//   --profile       lists the processor seconds of each step and of the most expensive files, by kind of process
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { build, generate } from './build.mjs';
import { install } from './install.mjs';
import { affectedTests, allFiles, changedFiles } from './lib/affected.mjs';
import { stopwatch } from './lib/clock.mjs';
import { addCounts, formatCounts, none } from './lib/counts.mjs';
import { findTestChromium } from './lib/findChromium.mjs';
import { formatFlaky, listFailures } from './lib/flaky.mjs';
import { addFlaky, flakyRows } from './lib/flakyList.mjs';
import { ALTO_TESTS, EVM, openFullResults, TLS_TESTS } from './lib/fullParts.mjs';
import { installAlto } from './lib/installAlto.mjs';
import { leftovers } from './lib/leftovers.mjs';
import { root } from './lib/paths.mjs';
import { canMeasure, createProcessTimes, machineSeconds } from './lib/processTimes.mjs';
import { formatMachine, formatProfile } from './lib/profile.mjs';
import { randomOrders } from './lib/randomOrders.mjs';
import { recordResults } from './lib/recordResults.mjs';
import { createTestRuns } from './lib/testRuns.mjs';

const flag = { type: 'boolean', default: false };
const { values, positionals: paths } = parseArgs({
  allowPositionals: true,
  options: {
    changed: flag,
    full: flag,
    list: flag,
    profile: flag,
    resume: flag,
    strict: flag,
    part: { type: 'string', multiple: true },
    shard: { type: 'string' },
  },
});
const { full } = values;
const strict = full || values.strict;

if (values.list) {
  const list = (await testsToRun()).map(file => `${file}\n`).join('');
  await new Promise(resolve => process.stdout.write(list, resolve));
  process.exit();
}

/** Lists the test files that a run with --changed or --full would have; a part without tests of its own by its name. */
async function testsToRun() {
  if (full) {
    const { parts } = await openFullResults();
    const chosen = parts({ ...values, only: values.part });
    return chosen.flatMap(({ name, files }) => (files.length > 0 ? files : [name]));
  }
  const { unit, journeys } = affectedTests(await changedFiles(paths[0]), await allFiles());
  return [...unit, ...journeys];
}

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

const runs = createTestRuns({ scratch, strict, reporters: full ? [recordResults] : [] });

const inBrowser = async (name, config, { files, env = {} }) =>
  runs.run(name, {
    options: ['--config', config],
    files,
    env: { ...env, CHROMIUM: await findTestChromium() },
  });

async function nothingLeft() {
  const left = await leftovers('LATCHKIT_TEST_RUN', runId);
  for (const { pid, command } of left) {
    console.log(`Left running: ${pid} ${command}`);
    process.kill(pid, 'SIGKILL');
  }
  return left.length === 0 ? ok : broken;
}

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
const buildStep = { name: 'build', run: async () => build({ types: full }).then(() => ok) };
const unit = (files, env) => ({ name: 'unit and integration', run: () => runs.run('unit', { files, env }) });
const journeys = (files, env) => ({
  name: 'browser journeys',
  run: () => inBrowser('e2e', 'e2e/vitest.config.ts', { files, env }),
});
const examples = files => ({
  name: 'examples',
  run: () => inBrowser('examples', 'examples/vitest.config.mjs', { files }),
});
const onWagmi2 = files => ({
  name: 'evm on wagmi 2',
  run: () => runs.run('wagmi2', { files, env: { LATCHKIT_WAGMI: '2' } }),
});
const buildAndCheckStep = { name: 'build and check', run: buildAndCheck };
const nothingLeftStep = { name: 'nothing left running', run: nothingLeft };

/** Returns the steps of `npm test` in order. A step that throws counts as one failed test; later steps still run. */
const allSteps = () => [
  buildAndCheckStep,
  unit(),
  onWagmi2([`${EVM}/evm.conformance.test.ts`, `${EVM}/wagmiVersion.test.ts`]),
  journeys(),
  nothingLeftStep,
];

const withoutLong = { WITHOUT_LONG_SUITES: '1' };

async function inRandomOrders() {
  let counts = none;
  for (const { name, seed, options, env } of randomOrders()) {
    console.log(name);
    counts = addCounts(counts, await runs.run(`unit-${seed}`, { options, env }));
  }
  return counts;
}

/** Returns the step of each part of `npm run test:full`. */
const fullSteps = {
  check: () => buildAndCheckStep,
  unit: () => ({ name: 'unit and integration in random orders', run: inRandomOrders }),
  wagmi2: () => onWagmi2([EVM]),
  // The same tests with a bundler that has none of our code.
  alto: () => ({
    name: 'smart accounts on Alto',
    run: async () =>
      runs.run('alto', {
        options: ['--no-file-parallelism'],
        files: ALTO_TESTS,
        env: { LATCHKIT_ALTO: await installAlto() },
      }),
  }),
  // The same journeys with TLS on the hosts, the wallet service and the vault.
  tls: () => ({
    name: 'ways in with TLS',
    run: () => inBrowser('tls', 'e2e/vitest.config.ts', { files: TLS_TESTS, env: { LATCHKIT_TLS: '1' } }),
  }),
  journeys: () => journeys([], withoutLong),
  examples: () => examples(),
  'long-unit': files => ({ ...unit(files), name: 'long unit tests' }),
  'long-journeys': files => ({ ...journeys(files), name: 'long journeys' }),
  defences: (files, defences) => ({
    name: 'defences',
    run: () => runs.run('defences', { files, env: { DEFENCES_TO_TEST: defences.join('\n') } }),
  }),
};

/** Returns the steps of the chosen parts of `npm run test:full`. Each records its result when it ends. */
async function stepsOfParts() {
  const results = await openFullResults();
  const parts = results.parts({ ...values, only: values.part });
  const steps = parts.map(({ name, files }) => ({
    ...fullSteps[name](files, results.defences(values)),
    onEnd: (counts, seconds) => results.addPart(name, { ...counts, seconds }),
  }));
  const isBuilt = parts.length === 0 || parts.some(({ name }) => name === 'check');
  return [...(isBuilt ? [] : [buildStep]), ...steps, nothingLeftStep];
}

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
  if (affected.left > 0)
    console.log(`${affected.left} more test files import it from further away: npm test.`);
  return files.length > 0 ? stepsOf(files) : [];
}

async function stepsToRun() {
  if (values.changed) return stepsOfChange();
  if (paths.length > 0) return stepsOf(paths.map(fromRoot));
  return full ? stepsOfParts() : allSteps();
}

/** Returns a path from the root of the repository, without a trailing slash. */
const fromRoot = place => path.relative(root, path.resolve(place)).split(path.sep).join('/');

async function runStep(step) {
  const time = stopwatch();
  const from = Date.now();
  times.begin(step.name);
  console.log(`\n== ${step.name}`);
  const counts = await step.run().catch(error => {
    console.error(error.message);
    return broken;
  });
  times.sample();
  step.onEnd?.(counts, (Date.now() - from) / 1_000);
  const seconds = time();
  console.log(`== ${step.name}: ${formatCounts(counts)} in ${seconds}`);
  return { name: step.name, counts, seconds, processor: times.seconds(step.name) };
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
for (const line of listFailures(failed)) console.log(line);
times.sample();
if (values.profile && canMeasure) for (const line of formatProfile(times, root)) console.log(line);

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
