import { type NativeBalance, readGatewayBalance } from '../core/balances/readGatewayBalance.js';
import { wrapWalletError } from '../core/connection/activeConnection.js';
import type { Latchkit } from '../core/Latchkit.js';
import { bitcoinConnection } from './bitcoinConnection.js';

/** The account to read. */
export interface GetBalanceOptions {
  /** Default: the connected payment account. */
  readonly address?: string;
  /** Reads it from the chain, not from the gateway's cache of 30 s. Default false. */
  readonly force?: boolean;
}

/**
 * Reads the balance of an account on the connected Bitcoin network, through the gateway; unconfirmed payments count. It is
 * read only on request: the modal shows no Bitcoin balance.
 *
 * @throws CAIP_NETWORK_OR_ADDRESS_UNDEFINED if nothing is connected; CHAIN_NOT_SUPPORTED if the gateway has no node of the
 * network; BALANCE_UNAVAILABLE; REQUEST_FAILED.
 *
 * @example
 * const { amount } = await getBalance(kit);
 */
export async function getBalance(kit: Latchkit, options: GetBalanceOptions = {}): Promise<NativeBalance> {
  const { address, network } = bitcoinConnection(kit);
  const read = readGatewayBalance(kit, { address: options.address ?? address, network }, options);
  return wrapWalletError(kit, 'GET_BALANCE', read);
}
