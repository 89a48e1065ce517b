import type { CaipAddress } from '../../protocol/caip.js';
import { readPricesCall, type readPricesRequest } from '../../protocol/calls/project/tokens.js';
import type { FungiblePrice } from '../../protocol/gateway/chainData.js';
import { MAX_PRICED_TOKENS } from '../../protocol/gateway/maxPricedTokens.js';
import { callGateway } from '../kernel/callGateway.js';
import { getQueryClient, recentFailure } from '../kernel/queries.js';
import type { Latchkit } from '../Latchkit.js';
import { TOKENS_FRESH_MS } from './tokenCache.js';

/** Requests prices, in batches that respect the service's limit; see `fetchPrices`. */
export async function loadPrices(
  kit: Latchkit,
  addresses: readonly CaipAddress[],
): Promise<readonly FungiblePrice[]> {
  if (addresses.length === 0) return [];
  const sorted = [...addresses].sort();
  const queryKey = ['prices', ...sorted];
  const failure = recentFailure(kit, queryKey);
  if (failure) throw failure;
  const ask = async (start: number) => {
    const body = { currency: 'usd', addresses: sorted.slice(start, start + MAX_PRICED_TOKENS) };
    return (await callGateway<typeof readPricesRequest>(kit, readPricesCall, { body })).fungibles;
  };
  const starts = sorted.flatMap((_, index) => (index % MAX_PRICED_TOKENS === 0 ? [index] : []));
  return getQueryClient(kit).fetchQuery({
    queryKey,
    queryFn: async () => (await Promise.all(starts.map(ask))).flat(),
    staleTime: TOKENS_FRESH_MS,
  });
}
