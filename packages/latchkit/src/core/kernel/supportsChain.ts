import type { CaipNetworkId } from '../../protocol/caip.js';
import { listChainsCall, type listChainsRequest } from '../../protocol/calls/project/chains.js';
import type { Latchkit } from '../Latchkit.js';
import { callGateway } from './callGateway.js';
import { queriesOf } from './queries.js';

/**
 * Whether the gateway's data API supports a chain; the list is fetched once.
 *
 * @throws The errors of {@link callGateway}.
 */
export async function supportsChain(kit: Latchkit, networkId: CaipNetworkId): Promise<boolean> {
  const { http } = await queriesOf(kit).fetchQuery({
    queryKey: ['supported-chains'],
    queryFn: () => callGateway<typeof listChainsRequest>(kit, listChainsCall, {}),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
  return http.includes(networkId);
}
