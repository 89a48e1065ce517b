import { type HistoryPage, readHistoryPage } from '../core/activity/readHistoryPage.js';
import { wrapWalletError } from '../core/connection/activeConnection.js';
import type { Latchkit } from '../core/Latchkit.js';
import { bitcoinConnection } from './bitcoinConnection.js';

/** The part of a history to read. */
export interface GetHistoryOptions {
  /** Default: the connected payment account. */
  readonly address?: string;
  /** `next` of the page before. Default: the newest page. */
  readonly cursor?: string;
}

/**
 * Reads a page of an account's transactions on the connected Bitcoin network, newest first, through the gateway. A page is cached
 * for 30 s.
 *
 * @throws CAIP_NETWORK_OR_ADDRESS_UNDEFINED if nothing is connected; REQUEST_FAILED.
 *
 * @example
 * const { transactions, next } = await getHistory(kit);
 */
export async function getHistory(kit: Latchkit, options: GetHistoryOptions = {}): Promise<HistoryPage> {
  const { address, network } = bitcoinConnection(kit);
  const read = readHistoryPage(kit, { address: options.address ?? address, network }, options.cursor);
  return wrapWalletError(kit, 'GET_HISTORY', read);
}
