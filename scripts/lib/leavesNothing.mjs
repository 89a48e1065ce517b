import { afterAll, vi } from 'vitest';
import { readSharedState, settledChanges } from './sharedState.mjs';

const before = readSharedState();

// The next unit test file of this worker gets what this one leaves, so it fails if that differs. Journeys share a browser and its services
// on purpose. Runs after the hooks of the file itself.
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
