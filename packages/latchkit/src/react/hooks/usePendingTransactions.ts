import type { LatchkitState, TrackedTransaction } from '../../core/index.js';
import { useLatchkitState } from './useLatchkitState.js';

const readPending = (state: LatchkitState) => state.pendingTransactions;

/** What {@link usePendingTransactions} returns. */
export type UsePendingTransactionsReturnType = readonly TrackedTransaction[];

/**
 * Transactions that the visitor sent through Latchkit, in this visit or an earlier one, and that are not settled yet;
 * newest first.
 *
 * @example
 * const pending = usePendingTransactions();
 */
export function usePendingTransactions(): UsePendingTransactionsReturnType {
  return useLatchkitState(readPending);
}
