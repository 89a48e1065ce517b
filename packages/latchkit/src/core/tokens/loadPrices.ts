import type { CaipAddress } from '../../protocol/caip.js';
import { type FungiblePrice, fungiblePriceAnswer } from '../../protocol/gateway/chainData.js';
import { request } from '../gateway/request.js';
import type { Latchkit } from '../Latchkit.js';
import { queriesOf } from '../queriesOf.js';
import { recentFailure } from './recentFailure.js';
import { TOKENS_FRESH_MS } from './tokenCache.js';

/** Asks for the prices; see `fetchPrices`. */
export async function loadPrices(
  kit: Latchkit,
  addresses: readonly CaipAddress[],
): Promise<readonly FungiblePrice[]> {
  const sorted = [...addresses].sort();
  const queryKey = ['prices', ...sorted];
  const failure = recentFailure(kit, queryKey);
  if (failure) throw failure;
  const body = { currency: 'usd', addresses: sorted };
  const { fungibles } = await queriesOf(kit).fetchQuery({
    queryKey,
    queryFn: () => request(kit, fungiblePriceAnswer, '/v1/fungible/price', undefined, body),
    staleTime: TOKENS_FRESH_MS,
  });
  return fungibles;
}
