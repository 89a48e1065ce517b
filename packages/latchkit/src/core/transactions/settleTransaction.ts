import { namespaceOf } from '../../protocol/caip.js';
import type { TransactionOutcome } from '../adapter/Transaction.js';
import { refreshBalance } from '../balances/refreshBalance.js';
import { refreshTokens } from '../balances/refreshTokens.js';
import { getQueryClient } from '../kernel/queries.js';
import type { Latchkit } from '../Latchkit.js';
import type { Toast } from '../LatchkitState.js';
import { currentView } from '../modal/modalState.js';
import { showToast } from '../modal/toast.js';
import { readPending, writePending } from './pendingRecord.js';
import type { TrackedTransaction } from './TrackedTransaction.js';

/** Number of settled transactions that stay in the state. */
const KEPT = 10;

/** Moves a transaction from pending to settled: shows a toast, unless a view shows the result, and refreshes balances. */
export function settleTransaction(
  kit: Latchkit,
  transaction: TrackedTransaction,
  outcome: TransactionOutcome,
): void {
  const { kernel } = kit;
  const { hash, chainId } = transaction;
  const others = (list: readonly TrackedTransaction[]) => list.filter(one => one.hash !== hash);
  writePending(kernel.storage, others(readPending(kernel.storage)));
  kernel.set(({ pendingTransactions, settledTransactions }) => ({
    pendingTransactions: others(pendingTransactions),
    settledTransactions: [{ ...transaction, outcome }, ...others(settledTransactions)].slice(0, KEPT),
  }));
  kernel.emit({ event: 'TRANSACTION_SETTLED', chainId, hash, status: outcome.status });
  const toast = toastOf(transaction, outcome);
  // The swap itself reports how it ended.
  if (!transaction.kind && !staysInView(kit, hash, toast.tone)) showToast(kit, { ...toast, page: true });
  getQueryClient(kit).removeQueries({ queryKey: ['history', chainId] });
  const namespace = namespaceOf(chainId);
  if (kit.store.getState().namespaces[namespace]?.network.caipNetworkId !== chainId) return;
  void refreshBalance(kit, { namespace, force: true });
  // Refresh only balances that were read before.
  if (kit.store.getState().namespaces[namespace]?.tokenBalance)
    void refreshTokens(kit, { namespace, force: true });
}

/** Whether the modal shows the result in a view that stays: after a successful transfer, its view continues to Account. */
function staysInView({ store }: Latchkit, hash: string, tone: Toast['tone']): boolean {
  const { modal, pay } = store.getState();
  const view = modal.open ? currentView(modal) : undefined;
  if (view?.name === 'Pay') return pay?.hash === hash;
  return view?.name === 'TransactionStatus' && view.hash === hash && tone !== 'success';
}

function toastOf({ amount, symbol }: TrackedTransaction, outcome: TransactionOutcome) {
  const slots = { amount: `${amount} ${symbol}` };
  switch (outcome.status) {
    case 'confirmed':
      return { tone: 'success', text: 'toast.sent', slots } as const;
    case 'reverted':
      return {
        tone: 'danger',
        text: 'toast.sendReverted',
        slots: { ...slots, reason: outcome.reason },
      } as const;
    case 'replaced':
      return outcome.samePayment
        ? ({ tone: 'success', text: 'toast.sent', slots } as const)
        : ({ tone: 'neutral', text: 'toast.sendReplaced', slots } as const);
    case 'cancelled':
      return { tone: 'neutral', text: 'toast.sendCancelled', slots } as const;
    case 'dropped':
      return { tone: 'danger', text: 'toast.sendDropped', slots } as const;
  }
}
