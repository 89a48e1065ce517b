import { wrapWalletError } from '../core/connection/activeConnection.js';
import { callGateway } from '../core/kernel/callGateway.js';
import type { Latchkit } from '../core/Latchkit.js';
import { readFeeRatesCall, type readFeeRatesRequest } from '../protocol/calls/project/bitcoin.js';
import type { FeeRates } from '../protocol/gateway/bitcoin.js';
import { bitcoinConnection } from './bitcoinConnection.js';

/**
 * Reads the fee rates of the connected Bitcoin network in sats per virtual byte, through the gateway.
 *
 * @throws CAIP_NETWORK_OR_ADDRESS_UNDEFINED if nothing is connected; REQUEST_FAILED.
 *
 * @example
 * const { normal } = await getFeeRates(kit);
 */
export async function getFeeRates(kit: Latchkit): Promise<FeeRates> {
  const { caipNetworkId: chainId } = bitcoinConnection(kit).network;
  const read = callGateway<typeof readFeeRatesRequest>(kit, readFeeRatesCall, { query: { chainId } });
  return wrapWalletError(kit, 'GET_FEE_RATES', read);
}
