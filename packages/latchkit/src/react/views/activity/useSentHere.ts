import type {
  AccountTransaction,
  ActivityState,
  NamespaceState,
  TrackedTransaction,
} from '../../../core/index.js';
import { useKitState } from '../../runtime/useKitState.js';

interface SentHere {
  readonly pending: readonly TrackedTransaction[];
  readonly settled: readonly TrackedTransaction[];
  /** The history without what is among `settled`. */
  readonly others: readonly AccountTransaction[];
}

/**
 * What the account sent from here on its network and the history does not list yet, or not as the swap that it was: a history that
 * is read from logs does not know of currency that a contract has paid.
 */
export function useSentHere(chain: NamespaceState | undefined, activity: ActivityState): SentHere {
  const pending = useKitState(state => state.pendingTransactions);
  const settled = useKitState(state => state.settledTransactions);
  const address = chain?.account.address?.toLowerCase();
  const isOwn = (one: TrackedTransaction) =>
    one.chainId === chain?.network.caipNetworkId && one.address.toLowerCase() === address;
  const swaps = new Set(
    settled
      .filter(one => isOwn(one) && one.kind === 'swap' && one.outcome?.status === 'confirmed')
      .map(one => one.hash),
  );
  const others = activity.transactions.filter(
    ({ metadata }) => metadata.operationType === 'trade' || !swaps.has(metadata.hash ?? ''),
  );
  const listed = new Set(others.flatMap(({ id, metadata }) => [id, metadata.hash ?? id]));
  return {
    pending: pending.filter(isOwn),
    settled: settled.filter(one => isOwn(one) && !listed.has(one.hash)),
    others,
  };
}
