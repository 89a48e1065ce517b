import path from 'node:path';
import { configDefaults, defineConfig } from 'vitest/config';
import { leftOut } from '../scripts/lib/longSuites.mjs';
import { StartOrder } from '../scripts/lib/startOrder.mjs';

/** Browser journeys on the real stack, which `npm start` runs on its own ports. */
export default defineConfig({
  test: {
    // Not this folder: a path given to vitest selects every file whose path from the root contains it.
    root: path.dirname(import.meta.dirname),
    include: ['e2e/**/*.test.{ts,tsx,mjs}'],
    // Not every machine has these browsers: see docs/browsers.md.
    exclude: [
      ...configDefaults.exclude,
      ...leftOut(),
      ...(process.env.LATCHKIT_FULL ? [] : ['e2e/browsers/**']),
    ],
    globalSetup: 'e2e/support/prepare.ts',
    setupFiles: ['scripts/lib/markTestFile.mjs', 'scripts/lib/eachTestFile.mjs'],
    // High enough that only a hung journey times out: on a busy machine, journeys take up to ten times as long.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // Twice the number of cores: journeys of the wallet page wait for two thirds of their time, others for a third.
    maxWorkers: 4,
    // As for unit tests: some journeys open PGlite.
    execArgv: ['--liftoff-only'],
    // The files of a worker share modules and a browser: see `support/journey.ts`.
    isolate: false,
    sequence: { sequencer: StartOrder },
    expect: { poll: { timeout: 60_000 } },
  },
});
