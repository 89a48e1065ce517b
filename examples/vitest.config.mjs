import { defineConfig } from 'vitest/config';

/** Builds the examples and drives them in Chromium, one after the other, because each build uses both cores. */
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['*.test.mjs'],
    setupFiles: ['../scripts/lib/markTestFile.mjs'],
    testTimeout: 60_000,
    hookTimeout: 300_000,
    fileParallelism: false,
  },
});
