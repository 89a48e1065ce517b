import { configDefaults, defineConfig } from 'vitest/config';

/** Browser journeys over the real stack: what `npm start` starts, on ports of its own. */
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['**/*.test.{ts,tsx,mjs}'],
    // Browsers that not every machine has: see docs/browsers.md.
    exclude: [...configDefaults.exclude, ...(process.env.LATCHKIT_FULL ? [] : ['browsers/**'])],
    globalSetup: ['support/startStack.ts', 'isolation/support/buildPages.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    // The files of a worker share its modules and its browser: see `support/journey.ts`.
    isolate: false,
    expect: { poll: { timeout: 10_000 } },
  },
});
