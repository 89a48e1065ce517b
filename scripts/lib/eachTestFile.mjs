import { afterAll, vi } from 'vitest';
import { readSharedState, settledChanges } from './sharedState.mjs';

/** Timeout of `vi.waitFor` in milliseconds, for busy machines. Vitest has a setting for `expect.poll`, but none for this. */
const PATIENCE = 60_000;

const { waitFor } = vi;
const patiently = (check, options) =>
  waitFor(check, { timeout: PATIENCE, ...(typeof options === 'number' ? { timeout: options } : options) });
// Patch once per worker.
if (waitFor.name !== patiently.name) vi.waitFor = patiently;

const before = readSharedState();

// The next file of this worker gets what this one leaves, so it fails if that differs. Runs after the hooks of the file itself.
afterAll(async () => {
  const changes = vi.isFakeTimers() ? ['the clock is a fake one'] : [];
  // The next file shall not fail over it, too.
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  changes.push(...(await settledChanges(before)));
  if (changes.length > 0)
    throw new Error(`This file leaves to the next ones of its worker:\n  ${changes.join('\n  ')}`);
});
