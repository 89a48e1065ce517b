import type { ActivityState, NamespaceState, TrackedTransaction } from '../../../core/index.js';
import { useKitState } from '../../runtime/useKitState.js';

/** Payments that the account sent from here on its network and that the history does not list yet. */
export function useSentHere(
  chain: NamespaceState | undefined,
  activity: ActivityState,
): { readonly pending: readonly TrackedTransaction[]; readonly settled: readonly TrackedTransaction[] } {
  const pending = useKitState(state => state.pendingTransactions);
  const settled = useKitState(state => state.settledTransactions);
  const address = chain?.account.address?.toLowerCase();
  const isOwn = (one: TrackedTransaction) =>
    one.chainId === chain?.network.caipNetworkId && one.address.toLowerCase() === address;
  const listed = new Set(activity.transactions.flatMap(({ id, metadata }) => [id, metadata.hash ?? id]));
  return {
    pending: pending.filter(isOwn),
    settled: settled.filter(one => isOwn(one) && !listed.has(one.hash)),
  };
}
