import type { Latchkit } from '../Latchkit.js';
import { followTransaction } from './followTransaction.js';
import { PENDING_LIMIT, readPending, writePending } from './pendingRecord.js';
import type { TrackedTransaction } from './TrackedTransaction.js';
import { watchPending } from './watchPending.js';

/** Tracks a transaction until it is settled, even if the modal closes or the page reloads. Above 99 the oldest are dropped. */
export function trackTransaction(kit: Latchkit, transaction: TrackedTransaction): void {
  const { kernel } = kit;
  const others = <T extends { hash: string }>(list: readonly T[]) =>
    list.filter(({ hash }) => hash !== transaction.hash);
  // Another tab may have changed the record meanwhile.
  const remembered = [transaction, ...others(readPending(kernel.storage))];
  writePending(kernel.storage, remembered.slice(0, PENDING_LIMIT));
  kernel.set(({ pendingTransactions }) => ({
    pendingTransactions: [transaction, ...others(pendingTransactions)].slice(0, PENDING_LIMIT),
  }));
  void followTransaction(kit, transaction);
  watchPending(kit);
}
