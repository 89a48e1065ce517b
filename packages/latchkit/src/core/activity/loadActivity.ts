import * as z from 'zod/mini';
import type { CaipAddress } from '../../protocol/caip.js';
import { readHistoryCall, type readHistoryRequest } from '../../protocol/calls/project/history.js';
import { type AccountTransaction, accountTransaction } from '../../protocol/gateway/history.js';
import { type ActiveConnection, activeConnection } from '../connection/activeConnection.js';
import { callGateway } from '../kernel/callGateway.js';
import { isFeatureOffered } from '../kernel/isFeatureOffered.js';
import { getQueryClient, supportsChain } from '../kernel/queries.js';
import type { Latchkit } from '../Latchkit.js';
import { showToast } from '../modal/toast.js';
import type { ActivityState } from './activityState.js';

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
    const known = new Set(kept.map(({ id }) => id));
    // New transactions shift the next page, so both pages can contain the same entry.
    const fresh = page.transactions.filter(({ id }) => !known.has(id));
    const transactions = options.more ? [...kept, ...fresh] : page.transactions;
    const status = transactions.length > 0 || page.next ? 'ready' : 'empty';
    set({ status, transactions, next: page.next });
  } catch {
    set({ status: 'error', transactions: [], next: undefined });
    if (!kit.kernel.signal.aborted) showToast(kit, { tone: 'danger', text: 'toast.activityFailed' });
  }
}

/** How long a page is cached, in ms. */
const FRESH_MS = 30_000;

export interface HistoryPage {
  readonly transactions: readonly AccountTransaction[];
  readonly next: string | undefined;
}

/**
 * One page of an account's history, from the instance's cache or the gateway. Empty for a chain that the gateway does not serve.
 *
 * @throws The errors of {@link callGateway}.
 */
async function readHistoryPage(
  kit: Latchkit,
  { address, network }: Pick<ActiveConnection, 'address' | 'network'>,
  cursor: string | undefined,
): Promise<HistoryPage> {
  const chainId = network.caipNetworkId;
  if (!(await supportsChain(kit, chainId))) return { transactions: [], next: undefined };
  const { data, next } = await getQueryClient(kit).fetchQuery({
    queryKey: ['history', chainId, address, cursor ?? ''],
    queryFn: () =>
      callGateway<typeof readHistoryRequest>(kit, readHistoryCall, {
        params: { account: address },
        query: { chainId, cursor },
      }),
    staleTime: FRESH_MS,
  });
  const transactions = data.flatMap(entry => {
    const read = z.safeParse(accountTransaction, entry);
    return read.success && read.data.metadata.chain === chainId && !isSpam(read.data) ? [read.data] : [];
  });
  return { transactions, next: next || undefined };
}

/** Whether all transfers of a transaction are flagged as spam. */
function isSpam({ transfers }: AccountTransaction): boolean {
  return transfers.length > 0 && transfers.every(({ nft_info }) => nft_info?.flags?.is_spam === true);
}
