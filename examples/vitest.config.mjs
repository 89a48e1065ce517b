import { defineConfig } from 'vitest/config';

/** The examples, built and driven in Chromium. One after the other: each takes both cores to build. */
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['*.test.mjs'],
    testTimeout: 60_000,
    hookTimeout: 300_000,
    fileParallelism: false,
  },
});
