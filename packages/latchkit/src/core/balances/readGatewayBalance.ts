import * as z from 'zod/mini';
import { readBalancesCall, type readBalancesRequest } from '../../protocol/calls/project/tokens.js';
import { createError } from '../../protocol/errors.js';
import { tokenBalance } from '../../protocol/gateway/chainData.js';
import { toBaseUnits } from '../../protocol/toBaseUnits.js';
import type { Balance } from '../adapter/ChainAdapter.js';
import type { ActiveConnection } from '../connection/activeConnection.js';
import { callGateway } from '../kernel/callGateway.js';
import { supportsChain } from '../kernel/queries.js';
import type { Latchkit } from '../Latchkit.js';

/** What an account holds in its chain's own currency. */
export interface NativeBalance extends Balance {
  /** In base units, such as sats or plancks. */
  readonly amount: bigint;
}

/**
 * Reads the native balance of an account through the gateway, which caches it for 30 s.
 *
 * @throws CHAIN_NOT_SUPPORTED if the gateway does not serve the chain; BALANCE_UNAVAILABLE; the errors of {@link callGateway}.
 */
export async function readGatewayBalance(
  kit: Latchkit,
  { address, network }: Pick<ActiveConnection, 'address' | 'network'>,
  { force = false }: { readonly force?: boolean | undefined } = {},
): Promise<NativeBalance> {
  const chainId = network.caipNetworkId;
  if (!(await supportsChain(kit, chainId)))
    throw createError('CHAIN_NOT_SUPPORTED', { context: { chainId } });
  const { balances } = await callGateway<typeof readBalancesRequest>(kit, readBalancesCall, {
    params: { address },
    query: { chainId, forceUpdate: force ? 'true' : undefined },
  });
  const { decimals, symbol } = network.nativeCurrency;
  for (const entry of balances) {
    const read = z.safeParse(tokenBalance, entry);
    if (!read.success || read.data.chainId !== chainId || read.data.address) continue;
    const balance = read.data.quantity.numeric;
    const amount = toBaseUnits(balance, decimals);
    if (amount !== undefined) return { balance, symbol, amount };
  }
  throw createError('BALANCE_UNAVAILABLE');
}
