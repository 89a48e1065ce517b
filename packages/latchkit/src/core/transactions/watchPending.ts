import { instanceSlot } from '../kernel/Kernel.js';
import type { Latchkit } from '../Latchkit.js';
import { followTransaction } from './followTransaction.js';
import { PENDING_LIMIT } from './pendingRecord.js';

/** Milliseconds between two polls of what is pending [TIME-18]. */
const WATCH_MS = 30_000;

const watching = /* @__PURE__ */ instanceSlot<boolean>('watchedTransactions');

/**
 * Asks after what is pending every 30 s, where the host wants it (`watchPendingTransactions`), until nothing is, or until 99
 * transactions are [STATE-48].
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
