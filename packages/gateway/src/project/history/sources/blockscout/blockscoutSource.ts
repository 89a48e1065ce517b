import { BaseError, type ChainId } from 'latchkit/protocol';
import * as z from 'zod';
import { parseCursor } from '../cursor.js';
import type { HistorySource } from '../HistorySource.js';
import { seenFrom } from '../seenFrom.js';
import { askBlockscout, type ListPage } from './askBlockscout.js';
import { listedTransaction, listedTransfer, type PageParams, pageParams } from './blockscoutAnswers.js';
import { type GroupedTransaction, groupTransactions, heightOf, PENDING } from './groupTransactions.js';

/** URLs of services with the Blockscout API v2, by CAIP-2 id. */
export type BlockscoutUrls = Readonly<Partial<Record<ChainId, string>>>;

/** Maximum pages of a list per request; and the maximum when a very full block needs more to make progress. */
const MAX_PAGES = 6;
const MAX_PAGES_OF_BLOCK = 60;

/** Parameters of a list's next page; null: its first page. */
const place = pageParams.nullable();

const cursorSchema = z.object({
  /** Block and hash of the last returned transaction. */
  b: z.number(),
  h: z.string().max(66),
  tx: place,
  tt: place,
});
type Cursor = z.infer<typeof cursorSchema>;

/**
 * Histories from a service with the Blockscout API v2, which lists an account's transactions and its token transfers
 * separately; this merges them.
 *
 * @throws BaseError `INVALID_SETTING` for an invalid URL.
 */
export function blockscoutSource(urls: BlockscoutUrls): HistorySource {
  for (const [chainId, url] of Object.entries(urls)) {
    if (!/^https?:\/\//.test(url ?? '') || !URL.canParse(url ?? '')) {
      throw new BaseError('INVALID_SETTING', `The Blockscout address of ${chainId} is not an http(s) URL`);
    }
  }
  return {
    serves: chainId => urls[chainId as ChainId] !== undefined,
    async page({ chainId, account: given, cursor: raw, limit }, gone) {
      const account = given.toLowerCase();
      const base = urls[chainId as ChainId] ?? '';
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
        // Extend the list that reaches less far back, because it limits what can be returned.
        const [slow] = [...lists]
          .filter(list => list.canGrow(shown.length === 0))
          .sort((a, b) => b.horizon() - a.horizon());
        await slow?.grow();
        shown = ready();
      }
      const page = shown.slice(0, limit);
      const last = page.at(-1);
      const hasMore = shown.length > limit || lists.some(list => !list.isWhole());
      const horizon = Math.max(...lists.map(list => list.horizon()));
      // Entries of an unknown form, which anyone can make, may fill all these pages; what is below them is on the next ones.
      const isFurther = horizon < PENDING && horizon + 1 < (cursor?.b ?? PENDING);
      const goesOn = last ? hasMore : hasMore && isFurther;
      const reached = last ? { b: last.block, h: last.transaction.hash } : { b: horizon + 1, h: '' };
      const from = last?.block ?? horizon;
      return {
        transactions: page.map(({ transaction }) => seenFrom(transaction, account)),
        next: goesOn ? { ...reached, tx: transactions.pageOf(from), tt: transfers.pageOf(from) } : undefined,
      };
    },
  };
}

/** Whether a transaction comes after the cursor. Pending ones are on the first page only. */
function isAfter(cursor: Cursor | undefined, { block, transaction }: GroupedTransaction): boolean {
  if (cursor === undefined) return true;
  if (block === PENDING) return false;
  return block < cursor.b || (block === cursor.b && transaction.hash < cursor.h);
}

interface GrowingList<Entry> {
  entries(): readonly Entry[];
  /** Reads the next page. */
  grow(): Promise<void>;
  /** @param stuck - Whether nothing can be returned yet. */
  canGrow(stuck: boolean): boolean;
  /** Whether the whole list was read. */
  isWhole(): boolean;
  /** Height above which everything was read; the rest of this block may be on the next page. */
  horizon(): number;
  /** Parameters of the page with the first entry below this height. */
  pageOf(block: number): PageParams | null;
}

type Heights = Parameters<typeof heightOf>[0];

function growingList<Entry extends Heights>(
  ask: (params: PageParams | undefined) => Promise<ListPage<Entry>>,
  first: PageParams | undefined,
): GrowingList<Entry> {
  const pages: {
    readonly params: PageParams | null;
    readonly entries: readonly Entry[];
    /** The lowest block that an entry of any form names. */
    readonly reach: number;
  }[] = [];
  let next: PageParams | undefined = first;
  let isWhole = false;
  return {
    canGrow: stuck => !isWhole && pages.length < (stuck ? MAX_PAGES_OF_BLOCK : MAX_PAGES),
    isWhole: () => isWhole,
    entries: () => pages.flatMap(({ entries }) => entries),
    async grow() {
      const page = await ask(next);
      const reach = Math.min(...page.entries.map(heightOf), ...page.heights, PENDING);
      pages.push({ params: next ?? null, entries: page.entries, reach });
      // A service that repeats a page, or returns empty pages, counts as finished.
      const isCircle = JSON.stringify(page.next) === JSON.stringify(next);
      isWhole = page.next === undefined || isCircle || page.isEmpty;
      next = page.next;
    },
    horizon: () => (isWhole ? -1 : Math.min(...pages.map(({ reach }) => reach), PENDING)),
    pageOf(block) {
      const page = pages.find(({ reach }) => reach <= block) ?? pages.at(-1);
      return page?.params ?? null;
    },
  };
}
