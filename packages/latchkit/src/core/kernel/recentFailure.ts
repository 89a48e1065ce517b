import type { Latchkit } from '../Latchkit.js';
import { queriesOf } from './queries.js';

/** Minimum time after a failure before the next attempt, in ms. */
const RETRY_GAP_MS = 30_000;

/** The error of a query that failed too recently to be retried. */
export function recentFailure(kit: Latchkit, queryKey: readonly unknown[]): Error | undefined {
  const state = queriesOf(kit).getQueryState(queryKey);
  if (state?.status !== 'error' || Date.now() - state.errorUpdatedAt >= RETRY_GAP_MS) return undefined;
  return state.error ?? undefined;
}
