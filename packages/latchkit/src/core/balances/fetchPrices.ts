import type { CaipAddress } from '../../protocol/caip.js';
import type { FungiblePrice } from '../../protocol/gateway/chainData.js';
import type { Latchkit } from '../Latchkit.js';

/**
 * Prices of tokens in US dollars, from the gateway [CALL-26]. An answer is kept for 30 s [TIME-04], and after a failure
 * 30 s pass before the next attempt [TIME-07]. A token that the gateway has no live price for has no `price`.
 *
 * @param addresses CAIP-10 ids of token contracts.
 * @throws REQUEST_FAILED without a gateway, or when it cannot say; SERVICE_ERROR; INVALID_ANSWER.
 */
export async function fetchPrices(
  kit: Latchkit,
  addresses: readonly CaipAddress[],
): Promise<readonly FungiblePrice[]> {
  const { loadPrices } = await import('./loadPrices.js');
  return loadPrices(kit, addresses);
}
