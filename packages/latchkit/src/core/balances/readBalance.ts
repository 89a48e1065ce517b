import type { BaseError } from '../../protocol/BaseError.js';
import { UNKNOWN_BALANCE } from '../../protocol/display.js';
import { createError } from '../../protocol/errors.js';
import type { Balance, ChainAdapter } from '../adapter/ChainAdapter.js';
import type { CaipNetwork } from '../adapter/Network.js';
import { fetchShared, getQueryClient } from '../kernel/queries.js';
import type { Latchkit } from '../Latchkit.js';

/** How long a native balance is cached, in ms. */
const FRESH_MS = 30_000;

/** A balance; with `error`, the rest says nothing about the account. */
export interface BalanceRead extends Balance {
  readonly error?: BaseError;
}

/**
 * The native balance of an account, from the instance's cache or the chain. Never rejects: if the balance cannot be read, the
 * result is '0.00' ETH on every network, with an error `BALANCE_UNAVAILABLE`.
 */
export async function readBalance(
  kit: Latchkit,
  adapter: Pick<ChainAdapter, 'getBalance'>,
  address: string,
  network: CaipNetwork,
  options: { readonly force?: boolean },
): Promise<BalanceRead> {
  try {
    const query = {
      queryKey: ['balance', network.caipNetworkId, address],
      queryFn: ({ signal }: { readonly signal: AbortSignal }) => {
        if (!adapter.getBalance) throw createError('CHAIN_NOT_SUPPORTED');
        return adapter.getBalance({ address, network, signal });
      },
      staleTime: FRESH_MS,
    };
    return await fetchShared(getQueryClient(kit), query, options.force);
  } catch (cause) {
    return {
      balance: UNKNOWN_BALANCE,
      symbol: 'ETH',
      error: createError('BALANCE_UNAVAILABLE', { cause }),
    };
  }
}
