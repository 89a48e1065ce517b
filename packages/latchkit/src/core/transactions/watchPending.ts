import { instanceSlot } from '../kernel/Kernel.js';
import type { Latchkit } from '../Latchkit.js';
import { followTransaction } from './followTransaction.js';
import { PENDING_LIMIT } from './pendingRecord.js';

/** Poll interval for pending transactions, in ms. */
const WATCH_MS = 30_000;

const watching = /* @__PURE__ */ instanceSlot<boolean>('watchedTransactions');

/**
 * Polls pending transactions every 30 s if the host enables `watchPendingTransactions`. Stops when none is pending, or 99
 * are.
 */
export function watchPending(kit: Latchkit): void {
  const { kernel } = kit;
  if (!kit.options.watchPendingTransactions || watching.get(kit)) return;
  watching.set(kit, true);
  const stop = () => {
    clearInterval(timer);
    kernel.signal.removeEventListener('abort', stop);
    watching.set(kit, false);
  };
  const timer = setInterval(() => {
    const { pendingTransactions } = kit.store.getState();
    if (pendingTransactions.length === 0 || pendingTransactions.length >= PENDING_LIMIT) return stop();
    for (const transaction of pendingTransactions) void followTransaction(kit, transaction);
  }, WATCH_MS);
  kernel.signal.addEventListener('abort', stop, { once: true });
}
