import { createError } from '../../protocol/errors.js';
import type { TransactionOutcome } from '../adapter/Transaction.js';
import type { Latchkit } from '../Latchkit.js';
import { checkPending } from '../transactions/pendingTransactions.js';

/** Longest wait for a transaction of a swap, in ms: after its deadline the swap can no longer succeed. */
const PATIENCE_MS = 20 * 60_000;

/**
 * The outcome of a tracked transaction, whichever part of the instance waits for it.
 *
 * @throws REQUEST_TIMEOUT after 20 minutes; DESTROYED.
 */
export function untilSettledHere(kit: Latchkit, hash: string): Promise<TransactionOutcome> {
  const { signal } = kit.kernel;
  return new Promise((resolve, reject) => {
    const look = () => {
      const { settledTransactions, pendingTransactions } = kit.store.getState();
      const outcome = settledTransactions.find(one => one.hash === hash)?.outcome;
      if (outcome) end(() => resolve(outcome));
      // One wait has ended without a result: start another.
      else if (pendingTransactions.some(one => one.hash === hash && one.slow)) again();
    };
    let isChecking = false;
    const again = () => {
      if (isChecking) return;
      isChecking = true;
      const { pendingTransactions } = kit.store.getState();
      const waiting = pendingTransactions.map(one => (one.hash === hash ? { ...one, slow: false } : one));
      kit.kernel.set({ pendingTransactions: waiting });
      isChecking = false;
      checkPending(kit);
    };
    const end = (settle: () => void) => {
      clearTimeout(timer);
      unsubscribe();
      signal.removeEventListener('abort', destroyed);
      settle();
    };
    const destroyed = () => end(() => reject(createError('DESTROYED')));
    const late = () => end(() => reject(createError('REQUEST_TIMEOUT', { context: { hash } })));
    const timer = setTimeout(late, PATIENCE_MS);
    const unsubscribe = kit.store.subscribe(look);
    signal.addEventListener('abort', destroyed, { once: true });
    look();
  });
}
