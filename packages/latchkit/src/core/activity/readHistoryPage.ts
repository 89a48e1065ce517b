import * as z from 'zod/mini';
import type { ChainId } from '../../protocol/caip.js';
import { readHistoryCall, type readHistoryRequest } from '../../protocol/calls/project/history.js';
import { type AccountTransaction, accountTransaction } from '../../protocol/gateway/history.js';
import type { ActiveConnection } from '../connection/activeConnection.js';
import { callGateway } from '../kernel/callGateway.js';
import { getQueryClient, supportsChain } from '../kernel/queries.js';
import type { Latchkit } from '../Latchkit.js';
import { type MadeOrder, readMadeOrders } from '../onramp/purchaseRecord.js';
import type { ActivityEntry } from './activityState.js';

/** How long a page is cached, in ms. */
const FRESH_MS = 30_000;

/** A part of an account's history, newest first. */
export interface HistoryPage {
  readonly transactions: readonly ActivityEntry[];
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
  const orders = readMadeOrders(kit.kernel.storage, `${chainId}:${address}`);
  const [{ data, next }, bought] = await getQueryClient(kit).fetchQuery({
    queryKey: ['history', chainId, address, cursor ?? '', orders.map(({ id }) => id).join()],
    queryFn: () => {
      const page = { address, chainId, cursor };
      return Promise.all([askHistory(kit, page), readPurchases(kit, page, orders)]);
    },
    staleTime: FRESH_MS,
  });
  const transactions = data.flatMap((entry): readonly ActivityEntry[] => {
    const read = z.safeParse(accountTransaction, entry);
    if (!read.success || read.data.metadata.chain !== chainId || isSpam(read.data)) return [];
    if (Number.isNaN(Date.parse(read.data.metadata.minedAt))) return [];
    const boughtAt = bought.get(read.data.id);
    return [boughtAt === undefined ? read.data : { ...read.data, boughtAt }];
  });
  return { transactions, next: next || undefined };
}

interface Page {
  readonly address: string;
  readonly chainId: ChainId;
  readonly cursor: string | undefined;
}

function askHistory(
  kit: Latchkit,
  { address, chainId, cursor }: Page,
  purchases: { readonly onramp?: string; readonly orders?: string } = {},
) {
  return callGateway<typeof readHistoryRequest>(kit, readHistoryCall, {
    params: { account: address },
    query: { chainId, cursor, ...purchases },
  });
}

/**
 * The names of the services where this browser bought what a page shows, by the id of the transaction. The gateway tells it only to
 * who knows the orders. Never rejects: without an answer nothing is marked.
 */
async function readPurchases(
  kit: Latchkit,
  page: Page,
  orders: readonly MadeOrder[],
): Promise<ReadonlyMap<string, string>> {
  const names = new Map(orders.map(({ provider, providerName }) => [provider, providerName]));
  const marks = [...names].map(async ([onramp, name]) => {
    const ids = orders.filter(({ provider }) => provider === onramp).map(({ id }) => id);
    const answer = await askHistory(kit, page, { onramp, orders: ids.join(',') }).catch(() => undefined);
    return (answer?.data ?? []).flatMap((entry): readonly [string, string][] => {
      const read = z.safeParse(accountTransaction, entry);
      return read.success ? [[read.data.id, name]] : [];
    });
  });
  return new Map((await Promise.all(marks)).flat());
}

/** Whether all transfers of a transaction are flagged as spam. */
function isSpam({ transfers }: AccountTransaction): boolean {
  return transfers.length > 0 && transfers.every(({ nft_info }) => nft_info?.flags?.is_spam === true);
}
