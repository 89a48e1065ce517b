import { namespaceOf } from '../../protocol/caip.js';
import type { TransactionOutcome } from '../adapter/Transaction.js';
import { instanceSlot } from '../kernel/Kernel.js';
import type { Latchkit } from '../Latchkit.js';
import { settleTransaction } from './settleTransaction.js';
import type { TrackedTransaction } from './TrackedTransaction.js';

/** After this time without a result, in ms, a transaction counts as dropped: nodes no longer keep it. */
const GONE_MS = 24 * 60 * 60_000;

/** Hashes of the transactions that are being followed. */
const slot = /* @__PURE__ */ instanceSlot<Set<string>>('followedTransactions');

/**
 * Waits once for a pending transaction and settles it with the result. After a timeout it stays pending and is marked `slow`. A
 * transaction is followed only once at a time. Never rejects.
 */
export async function followTransaction(kit: Latchkit, transaction: TrackedTransaction): Promise<void> {
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
  const { hash, networkId, address, nonce, payload, lastValidBlockHeight, sentAt } = transaction;
  const namespace = namespaceOf(networkId);
  const network = kit.store
    .getState()
    .chains[namespace]?.networks.find(({ caipNetworkId }) => caipNetworkId === networkId);
  try {
    const waiting =
      network &&
      kit.adapter(namespace)?.waitForTransaction?.({
        hash,
        networkId,
        address,
        ...(nonce === undefined ? {} : { nonce }),
        ...(payload === undefined ? {} : { payload }),
        ...(lastValidBlockHeight === undefined ? {} : { lastValidBlockHeight }),
        network,
        signal: kit.kernel.signal,
      });
    if (waiting) return await waiting;
  } catch {
    // Not settled in time, or the chain cannot be reached: it stays pending.
  }
  return Date.now() - sentAt > GONE_MS ? { status: 'dropped', hash } : undefined;
}
