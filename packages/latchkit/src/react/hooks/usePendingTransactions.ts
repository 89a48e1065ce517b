import type { LatchkitState, TrackedTransaction } from '../../core/index.js';
import { useLatchkitState } from './useLatchkitState.js';

const readPending = (state: LatchkitState) => state.pendingTransactions;

/** What the visitor sent through Latchkit and is not settled yet, newest first; also of an earlier visit [ENT-24]. */
export function usePendingTransactions(): readonly TrackedTransaction[] {
  return useLatchkitState(readPending);
}
