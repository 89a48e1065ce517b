import { type FetchQueryOptions, QueryClient } from '@tanstack/query-core';
import type { ChainId } from '../../protocol/caip.js';
import { listChainsCall, type listChainsRequest } from '../../protocol/calls/project/chains.js';
import type { SupportedChainsAnswer } from '../../protocol/gateway/chainData.js';
import type { Latchkit } from '../Latchkit.js';
import { callGateway } from './callGateway.js';
import { instanceSlot } from './Kernel.js';

const slot = /* @__PURE__ */ instanceSlot<QueryClient>('queries');

/** When the browser was last back online, in ms. Failures before that may be retried at once. */
const backOnline = /* @__PURE__ */ instanceSlot<number>('backOnline');

/** The instance's cache of responses from services and chains; cleared by destroy(). */
export function getQueryClient(kit: Latchkit): QueryClient {
  const { kernel } = kit;
  const known = slot.get(kit);
  if (known) return known;
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  slot.set(kit, queries);
  if (typeof window !== 'undefined')
    window.addEventListener('online', () => backOnline.set(kit, Date.now()), { signal: kernel.signal });
  if (kernel.signal.aborted) clear(queries);
  else kernel.signal.addEventListener('abort', () => clear(queries), { once: true });
  return queries;
}

/** Clears the cache. A read in flight would otherwise start a timer of five minutes when it settles. */
function clear(queries: QueryClient): void {
  const gcTime = Number.POSITIVE_INFINITY;
  queries.setDefaultOptions({ queries: { retry: false, gcTime } });
  for (const query of queries.getQueryCache().getAll()) query.setOptions({ ...query.options, gcTime });
  queries.clear();
}

/**
 * Reads what changes with the account's transactions, from the cache or anew. A read in flight is joined, as it is newer than the
 * cache; but a forced read begins after this call, since one in flight may have begun before what the caller wants to see.
 *
 * @param options - As for `fetchQuery`, with the milliseconds for which a result is cached as `staleTime`.
 * @throws The error of the read.
 */
export async function fetchShared<Data>(
  queries: QueryClient,
  options: FetchQueryOptions<Data>,
  force = false,
): Promise<Data> {
  const query = queries.getQueryCache().find({ queryKey: options.queryKey });
  const isReading = query?.state.fetchStatus === 'fetching';
  if (force && isReading) await query.promise?.catch(() => undefined);
  return queries.fetchQuery(force || isReading ? { ...options, staleTime: 0 } : options);
}

/** Minimum time after a failure before the next attempt, in ms. */
const RETRY_GAP_MS = 30_000;

/** The error of a query that failed too recently to be retried. */
export function recentFailure(kit: Latchkit, queryKey: readonly unknown[]): Error | undefined {
  const state = getQueryClient(kit).getQueryState(queryKey);
  if (state?.status !== 'error' || Date.now() - state.errorUpdatedAt >= RETRY_GAP_MS) return undefined;
  if (state.errorUpdatedAt <= (backOnline.get(kit) ?? 0)) return undefined;
  return state.error ?? undefined;
}

/** The chains that the gateway supports; fetched once. @throws The errors of {@link callGateway}. */
export async function readSupportedChains(kit: Latchkit): Promise<SupportedChainsAnswer> {
  return getQueryClient(kit).fetchQuery({
    queryKey: ['supported-chains'],
    queryFn: () => callGateway<typeof listChainsRequest>(kit, listChainsCall, {}),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
}

/** Whether the gateway's data API supports a chain. @throws The errors of {@link callGateway}. */
export async function supportsChain(kit: Latchkit, chainId: ChainId): Promise<boolean> {
  return (await readSupportedChains(kit)).http.includes(chainId);
}
