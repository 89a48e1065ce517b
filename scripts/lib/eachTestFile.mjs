import { afterAll, vi } from 'vitest';

/** How long a condition may take on a busy machine, in milliseconds. Vitest has a setting for `expect.poll`, and none for this. */
const PATIENCE = 10_000;

const { waitFor } = vi;
const patiently = (check, options) =>
  waitFor(check, { timeout: PATIENCE, ...(typeof options === 'number' ? { timeout: options } : options) });
// Once for all files of a worker.
if (waitFor.name !== patiently.name) vi.waitFor = patiently;

// The next file of the worker finds its process as this one found it.
afterAll(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});
