import { type NativeBalance, readGatewayBalance } from '../core/balances/readGatewayBalance.js';
import { activeConnection, wrapWalletError } from '../core/connection/activeConnection.js';
import type { Latchkit } from '../core/Latchkit.js';

/** The account to read. */
export interface GetBalanceOptions {
  /** SS58. Default: the connected account. */
  readonly address?: string;
  /** Reads it from the chain, not from the gateway's cache of 30 s. Default false. */
  readonly force?: boolean;
}

/**
 * Reads the free and the reserved balance of an account on the connected network of Polkadot, through the gateway. It is read
 * only on request: the modal shows no Polkadot balance.
 *
 * @throws CAIP_NETWORK_OR_ADDRESS_UNDEFINED if nothing is connected; CHAIN_NOT_SUPPORTED if the gateway has no node of the
 * network; BALANCE_UNAVAILABLE; REQUEST_FAILED.
 *
 * @example
 * const { balance, symbol } = await getBalance(kit);
 */
export async function getBalance(kit: Latchkit, options: GetBalanceOptions = {}): Promise<NativeBalance> {
  const { address, network } = activeConnection(kit, 'polkadot');
  const read = readGatewayBalance(kit, { address: options.address ?? address, network }, options);
  return wrapWalletError(kit, 'GET_BALANCE', read);
}
