import { UNKNOWN_BALANCE } from '../../protocol/display.js';
import type { Balance, ChainAdapter } from '../adapter/ChainAdapter.js';
import type { CaipNetwork } from '../adapter/Network.js';
import { queriesOf } from '../kernel/queries.js';
import type { Latchkit } from '../Latchkit.js';

/** How long a native balance is cached, in ms. */
const FRESH_MS = 30_000;

/** Shown when a balance cannot be read, on every network. */
const UNREADABLE: Balance = { balance: UNKNOWN_BALANCE, symbol: 'ETH' };

/** The native balance of an account, from the instance's cache or the chain. Never rejects. */
export async function readBalance(
  kit: Latchkit,
  adapter: ChainAdapter,
  address: string,
  network: CaipNetwork,
  options: { readonly force?: boolean },
): Promise<Balance> {
  try {
    return await queriesOf(kit).fetchQuery({
      queryKey: ['balance', network.caipNetworkId, address],
      queryFn: ({ signal }) => adapter.getBalance({ address, network, signal }),
      staleTime: options.force ? 0 : FRESH_MS,
    });
  } catch {
    return UNREADABLE;
  }
}
