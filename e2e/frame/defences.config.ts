import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { withoutDefence } from '../../scripts/lib/withoutDefence.mjs';

/** Runs the tests in e2e/frame without the stack that other journeys need, for `scripts/defences.test.mjs`. */
export default defineConfig({
  plugins: [withoutDefence()],
  test: {
    root: path.join(import.meta.dirname, '../..'),
    globalSetup: 'e2e/frame/support/buildSites.ts',
    include: ['e2e/frame/{approval,guards,handshake,social,storage,tones,touch,window}.test.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 5_000 } },
  },
});
