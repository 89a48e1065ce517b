import { afterAll, vi } from 'vitest';

/** Timeout of `vi.waitFor` in milliseconds, for busy machines. Vitest has a setting for `expect.poll`, but none for this. */
const PATIENCE = 60_000;

const { waitFor } = vi;
const patiently = (check, options) =>
  waitFor(check, { timeout: PATIENCE, ...(typeof options === 'number' ? { timeout: options } : options) });
// Patch once per worker.
if (waitFor.name !== patiently.name) vi.waitFor = patiently;

// Restore what the next file of this worker would otherwise inherit.
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});
