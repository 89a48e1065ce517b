import { namespaceOf } from '../../protocol/caip.js';
import type { TransactionOutcome } from '../adapter/Transaction.js';
import { instanceSlot } from '../kernel/Kernel.js';
import type { Latchkit } from '../Latchkit.js';
import { PENDING_LIMIT, readPending, writePending } from './pendingRecord.js';
import { settleTransaction } from './settleTransaction.js';
import type { TrackedTransaction } from './TrackedTransaction.js';

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

/** Hashes of the transactions that are being followed. */
const slot = /* @__PURE__ */ instanceSlot<Set<string>>('followedTransactions');

/**
 * Waits once for a pending transaction and settles it with the result. After a timeout it stays pending and is marked `slow`. A
 * transaction is followed only once at a time. Never rejects.
 */
async function followTransaction(kit: Latchkit, transaction: TrackedTransaction): Promise<void> {
  const { kernel } = kit;
  const { hash } = transaction;
  const following = slot.get(kit) ?? new Set();
  slot.set(kit, following);
  if (following.has(hash) || kernel.signal.aborted) return;
  following.add(hash);
  const outcome = await askFor(kit, transaction);
  following.delete(hash);
  if (outcome) return settleTransaction(kit, transaction, outcome);
  kernel.set(({ pendingTransactions }) => ({
    pendingTransactions: pendingTransactions.map(one => (one.hash === hash ? { ...one, slow: true } : one)),
  }));
}

async function askFor(
  kit: Latchkit,
  transaction: TrackedTransaction,
): Promise<TransactionOutcome | undefined> {
  const { hash, chainId, address, nonce, payload, lastValidBlockHeight } = transaction;
  const namespace = namespaceOf(chainId);
  const network = kit.store
    .getState()
    .namespaces[namespace]?.networks.find(({ caipNetworkId }) => caipNetworkId === chainId);
  try {
    const waiting =
      network &&
      kit.adapter(namespace)?.waitForTransaction?.({
        hash,
        chainId,
        address,
        ...(nonce === undefined ? {} : { nonce }),
        ...(payload === undefined ? {} : { payload }),
        ...(lastValidBlockHeight === undefined ? {} : { lastValidBlockHeight }),
        network,
        signal: kit.kernel.signal,
      });
    if (waiting) return await waiting;
  } catch {
    // Not settled in time, or the chain cannot be reached: it stays pending, however old it is.
  }
  return undefined;
}

/** Poll interval for pending transactions, in ms. */
const WATCH_MS = 30_000;

const watching = /* @__PURE__ */ instanceSlot<boolean>('watchedTransactions');

/**
 * Polls pending transactions every 30 s if the host enables `watchPendingTransactions`. Stops when none is pending, or 99
 * are.
 */
function watchPending(kit: Latchkit): void {
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

/** Resumes transactions of an earlier visit, which may be settled by now. The start loads this module only if there are any. */
export function resumePending(kit: Latchkit): void {
  if (!kit.kernel.signal.aborted) checkPending(kit);
}

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
