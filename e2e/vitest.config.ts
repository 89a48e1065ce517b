import { defineConfig } from 'vitest/config';

/** Browser journeys over the real stack: what `npm start` starts, on ports of its own. */
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['**/*.test.{ts,tsx,mjs}'],
    globalSetup: ['support/startStack.ts', 'isolation/support/buildPages.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    // The files of a worker share its modules and its browser: see `support/journey.ts`.
    isolate: false,
    expect: { poll: { timeout: 10_000 } },
  },
});
