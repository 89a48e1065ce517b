import type { CaipNetworkId } from '../../protocol/caip.js';
import { supportedChainsAnswer } from '../../protocol/gateway/chainData.js';
import type { Latchkit } from '../Latchkit.js';
import { request } from './callGateway.js';
import { queriesOf } from './queries.js';

/**
 * Whether the gateway's data API supports a chain; the list is fetched once.
 *
 * @throws The errors of {@link request}.
 */
export async function supportsChain(kit: Latchkit, networkId: CaipNetworkId): Promise<boolean> {
  const { http } = await queriesOf(kit).fetchQuery({
    queryKey: ['supported-chains'],
    queryFn: () => request(kit, supportedChainsAnswer, '/v1/supported-chains'),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
  return http.includes(networkId);
}
