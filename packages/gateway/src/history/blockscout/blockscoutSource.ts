import { BaseError, type CaipNetworkId } from 'latchkit/protocol';
import * as z from 'zod';
import type { HistorySource } from '../../ports/HistorySource.js';
import { parseCursor } from '../cursor.js';
import { seenFrom } from '../seenFrom.js';
import { askBlockscout, type ListPage } from './askBlockscout.js';
import { listedTransaction, listedTransfer, type PageParams, pageParams } from './blockscoutAnswers.js';
import { type GroupedTransaction, groupTransactions, heightOf, PENDING } from './groupTransactions.js';

/** CAIP-2 id → address of a service that speaks Blockscout's API v2. */
export type BlockscoutUrls = Readonly<Partial<Record<CaipNetworkId, string>>>;

/** Pages of a list that one request reads, at most; and where a block is so full that fewer lead nowhere. */
const MAX_PAGES = 6;
const MAX_PAGES_OF_BLOCK = 60;

/** Where a list goes on: at the page with these parameters; null: at its first. */
const place = pageParams.nullable();

const cursorSchema = z.object({
  /** The last transaction that was shown: its block and hash. */
  b: z.number(),
  h: z.string().max(66),
  tx: place,
  tt: place,
});
type Cursor = z.infer<typeof cursorSchema>;

/**
 * Histories of a service that speaks Blockscout's API v2: an account's transactions and its token transfers are two lists,
 * which are put together.
 *
 * @throws BaseError `INVALID_SETTING` for what is no address.
 */
export function blockscoutSource(urls: BlockscoutUrls): HistorySource {
  for (const [chainId, url] of Object.entries(urls)) {
    if (!/^https?:\/\//.test(url ?? '') || !URL.canParse(url ?? '')) {
      throw new BaseError('INVALID_SETTING', `The Blockscout address of ${chainId} is not an http(s) URL`);
    }
  }
  return {
    serves: chainId => urls[chainId as CaipNetworkId] !== undefined,
    async page({ chainId, account: given, cursor: raw, limit }, gone) {
      const account = given.toLowerCase();
      const base = urls[chainId as CaipNetworkId] ?? '';
      const cursor = parseCursor(cursorSchema, raw);
      const lists = [
        growingList(
          params => askBlockscout(base, `addresses/${account}/transactions`, listedTransaction, params, gone),
          cursor?.tx ?? undefined,
        ),
        growingList(
          params => askBlockscout(base, `addresses/${account}/token-transfers`, listedTransfer, params, gone),
          cursor?.tt ?? undefined,
        ),
      ] as const;
      const [transactions, transfers] = lists;
      await Promise.all(lists.map(list => list.grow()));
      const ready = () => {
        const horizon = Math.max(...lists.map(list => list.horizon()));
        return groupTransactions(chainId, transactions.entries(), transfers.entries()).filter(
          one => one.block > horizon && isAfter(cursor, one),
        );
      };
      let shown = ready();
      while (shown.length <= limit && lists.some(list => list.canGrow(shown.length === 0))) {
        // The one that reaches less far back holds the other up.
        const [slow] = [...lists]
          .filter(list => list.canGrow(shown.length === 0))
          .sort((a, b) => b.horizon() - a.horizon());
        await slow?.grow();
        shown = ready();
      }
      const page = shown.slice(0, limit);
      const last = page.at(-1);
      const hasMore = shown.length > limit || lists.some(list => !list.isWhole());
      const next = { b: last?.block, h: last?.transaction.hash };
      return {
        transactions: page.map(({ transaction }) => seenFrom(transaction, account)),
        next:
          last && hasMore
            ? { ...next, tx: transactions.pageOf(last.block), tt: transfers.pageOf(last.block) }
            : undefined,
      };
    },
  };
}

/** Whether a transaction comes after the cursor. What was pending is shown with the first page only. */
function isAfter(cursor: Cursor | undefined, { block, transaction }: GroupedTransaction): boolean {
  if (cursor === undefined) return true;
  if (block === PENDING) return false;
  return block < cursor.b || (block === cursor.b && transaction.hash < cursor.h);
}

interface GrowingList<Entry> {
  entries(): readonly Entry[];
  /** Reads one more page. */
  grow(): Promise<void>;
  /** @param stuck - Whether nothing can be shown yet. */
  canGrow(stuck: boolean): boolean;
  /** Whether nothing comes after what was read. */
  isWhole(): boolean;
  /** Height down to which all is read, itself not included: the rest of its block may be on the next page. */
  horizon(): number;
  /** Parameters of the page that what follows this height begins on. */
  pageOf(block: number): PageParams | null;
}

type Heights = Parameters<typeof heightOf>[0];

function growingList<Entry extends Heights>(
  ask: (params: PageParams | undefined) => Promise<ListPage<Entry>>,
  first: PageParams | undefined,
): GrowingList<Entry> {
  const pages: { readonly params: PageParams | null; readonly entries: readonly Entry[] }[] = [];
  let next: PageParams | undefined = first;
  let isWhole = false;
  const lowest = (entries: readonly Entry[]) => Math.min(...entries.map(heightOf), PENDING);
  return {
    canGrow: stuck => !isWhole && pages.length < (stuck ? MAX_PAGES_OF_BLOCK : MAX_PAGES),
    isWhole: () => isWhole,
    entries: () => pages.flatMap(({ entries }) => entries),
    async grow() {
      const page = await ask(next);
      pages.push({ params: next ?? null, entries: page.entries });
      // A service that leads in a circle, or on through nothing, has come to its end.
      const isCircle = JSON.stringify(page.next) === JSON.stringify(next);
      isWhole = page.next === undefined || isCircle || page.entries.length === 0;
      next = page.next;
    },
    horizon: () => (isWhole ? -1 : lowest(pages.flatMap(({ entries }) => entries))),
    pageOf(block) {
      const page =
        pages.find(({ entries }) => entries.some(entry => heightOf(entry) <= block)) ?? pages.at(-1);
      return page?.params ?? null;
    },
  };
}
