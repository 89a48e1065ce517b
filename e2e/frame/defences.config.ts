import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { browserSuites, withoutDefence } from '../../scripts/lib/withoutDefence.mjs';

/** Runs tests of the wallet's pages without the stack that other journeys need, for `scripts/defences.test.mjs`. */
export default defineConfig({
  plugins: [withoutDefence()],
  test: {
    root: path.join(import.meta.dirname, '../..'),
    globalSetup: 'e2e/frame/support/buildSites.ts',
    include: browserSuites(),
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
  },
});
