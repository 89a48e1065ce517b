import type { CaipAddress } from '../../protocol/caip.js';
import type { FungiblePrice } from '../../protocol/gateway/chainData.js';
import type { Latchkit } from '../Latchkit.js';

/**
 * Fetches token prices in US dollars from the gateway. A result is cached for 30 s; after a failure, the next attempt waits 30 s.
 * A token without a live price has no `price`.
 *
 * @param addresses - CAIP-10 ids of token contracts.
 * @throws REQUEST_FAILED without a gateway, or when prices are unavailable; SERVICE_ERROR; INVALID_ANSWER.
 *
 * @example
 * const [price] = await fetchPrices(kit, ['eip155:1:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48']);
 */
export async function fetchPrices(
  kit: Latchkit,
  addresses: readonly CaipAddress[],
): Promise<readonly FungiblePrice[]> {
  const { loadPrices } = await import('./loadPrices.js');
  return loadPrices(kit, addresses);
}
