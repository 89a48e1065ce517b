import type { CaipAddress } from '../../protocol/caip.js';
import { activeConnection } from '../connection/activeConnection.js';
import { isFeatureOffered } from '../kernel/isFeatureOffered.js';
import type { Latchkit } from '../Latchkit.js';
import { showToast } from '../modal/toast.js';
import type { ActivityState } from './activityState.js';
import { readHistoryPage } from './readHistoryPage.js';

/** Which page of the history to load. */
export interface LoadActivityOptions {
  /** Load the next page. Default false: the first page. */
  readonly more?: boolean;
}

/**
 * Loads the active account's transaction history into `state.activity`. A page is cached for 30 s. Sends no request if activity
 * is off, on chains other than EVM, or without a gateway. Never rejects: a failure shows the toast 'Failed to fetch transactions'
 * and leaves an empty list.
 *
 * @example
 * await loadActivity(kit);
 * const { transactions } = kit.store.getState().activity;
 */
export async function loadActivity(kit: Latchkit, options: LoadActivityOptions = {}): Promise<void> {
  const state = kit.store.getState();
  const { gateway, projectId } = kit.options;
  const chain = state.namespaces[state.activeNamespace];
  const offered = gateway && projectId && isFeatureOffered(state, 'activity');
  if (!offered || chain?.connection.status !== 'connected') return;
  const connection = activeConnection(kit);
  const account: CaipAddress = `${connection.network.caipNetworkId}:${connection.address}`;
  const before = state.activity.account === account ? state.activity : undefined;
  if (before?.status === 'loading' || (options.more && !before?.next)) return;
  const kept = before?.transactions ?? [];
  const set = (change: Partial<ActivityState>) =>
    kit.kernel.set(({ activity }) =>
      activity.account === account ? { activity: { ...activity, ...change } } : {},
    );
  kit.kernel.set({ activity: { account, status: 'loading', transactions: kept, next: before?.next } });
  try {
    const page = await readHistoryPage(kit, connection, options.more ? before?.next : undefined);
    // New transactions shift the next page, so both pages can contain the same entry.
    const all = [...(options.more ? kept : []), ...page.transactions];
    const ids = new Set<string>();
    const transactions = all.filter(({ id }) => !ids.has(id) && ids.add(id));
    // A page that leads to itself would be asked for without an end.
    const next = options.more && page.next === before?.next ? undefined : page.next;
    const status = transactions.length > 0 || next ? 'ready' : 'empty';
    set({ status, transactions, next });
  } catch {
    set({ status: 'error', transactions: [], next: undefined });
    if (!kit.kernel.signal.aborted) showToast(kit, { tone: 'danger', text: 'toast.activityFailed' });
  }
}
