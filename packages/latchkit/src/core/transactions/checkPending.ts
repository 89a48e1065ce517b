import type { Latchkit } from '../Latchkit.js';
import { followTransaction } from './followTransaction.js';
import { PENDING_LIMIT, readPending } from './pendingRecord.js';
import { watchPending } from './watchPending.js';

/**
 * Checks every pending transaction that the visitor sent, including those of earlier visits. Results are in
 * `state.settledTransactions`, shown as a toast, and emitted as the event TRANSACTION_SETTLED. Called on start.
 */
export function checkPending(kit: Latchkit): void {
  const { kernel } = kit;
  const { pendingTransactions, settledTransactions } = kit.store.getState();
  const known = new Set([...pendingTransactions, ...settledTransactions].map(({ hash }) => hash));
  const found = readPending(kernel.storage).filter(({ hash }) => !known.has(hash));
  const all = [...pendingTransactions, ...found].slice(0, PENDING_LIMIT);
  if (found.length > 0) kernel.set({ pendingTransactions: all });
  for (const transaction of all) void followTransaction(kit, transaction);
  if (all.length > 0) watchPending(kit);
}
