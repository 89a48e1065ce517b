import { FIRST_RETRY, LONGEST_RETRY } from './relayLimits.js';

/** Milliseconds until the next attempt after `failures` in a row. Randomness spreads reconnects to a restarted relay. */
export function retryDelay(failures: number): number {
  const longest = Math.min(LONGEST_RETRY, FIRST_RETRY * 2 ** Math.min(failures, 16));
  return longest / 2 + (Math.random() * longest) / 2;
}
