import * as z from 'zod/mini';
import { readHistoryCall, type readHistoryRequest } from '../../protocol/calls/project/history.js';
import { type AccountTransaction, accountTransaction } from '../../protocol/gateway/history.js';
import type { ActiveConnection } from '../connection/activeConnection.js';
import { callGateway } from '../kernel/callGateway.js';
import { getQueryClient, supportsChain } from '../kernel/queries.js';
import type { Latchkit } from '../Latchkit.js';

/** How long a page is cached, in ms. */
const FRESH_MS = 30_000;

/** A part of an account's history, newest first. */
export interface HistoryPage {
  readonly transactions: readonly AccountTransaction[];
  /** Leads to the next page; undefined on the last one. */
  readonly next: string | undefined;
}

/**
 * One page of an account's history, from the instance's cache or the gateway. Empty for a chain that the gateway does not serve.
 *
 * @throws The errors of {@link callGateway}.
 */
export async function readHistoryPage(
  kit: Latchkit,
  { address, network }: Pick<ActiveConnection, 'address' | 'network'>,
  cursor: string | undefined,
): Promise<HistoryPage> {
  const chainId = network.caipNetworkId;
  if (!(await supportsChain(kit, chainId))) return { transactions: [], next: undefined };
  const { data, next } = await getQueryClient(kit).fetchQuery({
    queryKey: ['history', chainId, address, cursor ?? ''],
    queryFn: () =>
      callGateway<typeof readHistoryRequest>(kit, readHistoryCall, {
        params: { account: address },
        query: { chainId, cursor },
      }),
    staleTime: FRESH_MS,
  });
  const transactions = data.flatMap(entry => {
    const read = z.safeParse(accountTransaction, entry);
    return read.success && read.data.metadata.chain === chainId && !isSpam(read.data) ? [read.data] : [];
  });
  return { transactions, next: next || undefined };
}

/** Whether all transfers of a transaction are flagged as spam. */
function isSpam({ transfers }: AccountTransaction): boolean {
  return transfers.length > 0 && transfers.every(({ nft_info }) => nft_info?.flags?.is_spam === true);
}
