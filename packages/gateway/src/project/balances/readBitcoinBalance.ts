import * as z from 'zod';
import type { RpcService } from '../chains/service.js';

const stats = z.object({ funded_txo_sum: z.int().nonnegative(), spent_txo_sum: z.int().nonnegative() });
const account = z.object({ chain_stats: stats, mempool_stats: stats });

/** Reads what an address holds, in sats. Unconfirmed payments count, as in wallets. */
export async function readBitcoinBalance(
  rpc: RpcService,
  chainId: string,
  address: string,
  gone: AbortSignal,
): Promise<bigint> {
  const found = account.parse(await rpc.call(chainId, `GET /address/${address}`, [], gone));
  const { chain_stats: confirmed, mempool_stats: unconfirmed } = found;
  const held = confirmed.funded_txo_sum - confirmed.spent_txo_sum;
  return BigInt(held + unconfirmed.funded_txo_sum - unconfirmed.spent_txo_sum);
}
