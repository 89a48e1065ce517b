import type { Latchkit } from '../Latchkit.js';
import { queriesOf } from './queries.js';

/** After a failure nothing is asked for again before this many ms have passed [TIME-07]. */
const RETRY_GAP_MS = 30_000;

/** The error of a question that failed so lately that it is not to be asked again yet. */
export function recentFailure(kit: Latchkit, queryKey: readonly unknown[]): Error | undefined {
  const state = queriesOf(kit).getQueryState(queryKey);
  if (state?.status !== 'error' || Date.now() - state.errorUpdatedAt >= RETRY_GAP_MS) return undefined;
  return state.error ?? undefined;
}
