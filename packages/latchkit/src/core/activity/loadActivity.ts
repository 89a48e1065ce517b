import type { CaipAddress } from '../../protocol/caip.js';
import { activeConnection } from '../connection/activeConnection.js';
import { isFeatureOffered } from '../kernel/isFeatureOffered.js';
import type { Latchkit } from '../Latchkit.js';
import { showToast } from '../modal/toast.js';
import type { ActivityState } from './activityState.js';
import { readHistoryPage } from './readHistoryPage.js';

export interface LoadActivityOptions {
  /** Read the page after those that were read [STATE-51]. Default false: the first. */
  readonly more?: boolean;
}

/**
 * Reads what the active account did on its network into `state.activity` [CALL-18]. A page is kept for 30 s. Asks nobody
 * where activity is off [CFG-09], on chains other than EVM [LIM-16], and without a gateway. Never rejects: a failure shows the
 * toast 'Failed to fetch transactions' and leaves an empty list [ERR-41].
 */
export async function loadActivity(kit: Latchkit, options: LoadActivityOptions = {}): Promise<void> {
  const state = kit.store.getState();
  const { gateway, projectId } = kit.options;
  const chain = state.chains[state.activeNamespace];
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
    const known = new Set(kept.map(({ id }) => id));
    // What happened between two pages moves the second: an entry can be on both.
    const fresh = page.transactions.filter(({ id }) => !known.has(id));
    const transactions = options.more ? [...kept, ...fresh] : page.transactions;
    const status = transactions.length > 0 || page.next ? 'ready' : 'empty';
    set({ status, transactions, next: page.next });
  } catch {
    set({ status: 'error', transactions: [], next: undefined });
    if (!kit.kernel.signal.aborted) showToast(kit, { tone: 'danger', text: 'toast.activityFailed' });
  }
}
