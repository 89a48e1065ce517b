import * as z from 'zod';
import type { ChainTransaction } from '../ChainTransaction.js';
import { parseCursor } from '../cursor.js';
import type { HistorySource } from '../HistorySource.js';
import { seenFrom } from '../seenFrom.js';
import { unreadTransaction } from '../unreadTransaction.js';
import type { IndexStore, StoredTransaction } from './indexStore.js';
import type { StoredFacts } from './readTokenFacts.js';

const place = z.object({
  b: z.int().nonnegative(),
  p: z
    .int()
    .nonnegative()
    .max(2 ** 31 - 1),
});

/** A source of histories from the indexed blocks. */
export function indexSource(store: IndexStore, chainIds: readonly string[]): HistorySource {
  return {
    serves: chainId => chainIds.includes(chainId),
    async page({ chainId, account: given, cursor, limit }) {
      const account = given.toLowerCase();
      const from = parseCursor(place, cursor);
      const before = from && { block: from.b, position: from.p };
      // One extra transaction shows whether there is a next page.
      const found = await store.ofAccount(chainId, account, before, limit + 1);
      const shown = found.slice(0, limit);
      const moved = shown.flatMap(({ record }) => record.movements.map(({ token }) => token));
      const facts = await store.tokens(
        chainId,
        [...new Set(moved)].filter(token => token !== undefined),
      );
      const last = shown.at(-1);
      return {
        transactions: shown.map(one =>
          one.record.isUnread
            ? unreadTransaction({ chainId, hash: one.record.hash, minedAt: one.minedAt, failed: false })
            : seenFrom(toTransaction(chainId, one, facts), account),
        ),
        next: found.length > limit && last ? { b: last.block, p: last.position } : undefined,
      };
    },
  };
}

function toTransaction(
  chainId: string,
  { record, minedAt }: StoredTransaction,
  known: ReadonlyMap<string, StoredFacts>,
): ChainTransaction {
  const { failed, movements, ...rest } = record;
  return {
    ...rest,
    chainId,
    minedAt,
    status: failed ? 'failed' : 'confirmed',
    movements: movements.map(movement => {
      const { name, symbol, decimals } = known.get(movement.token ?? '') ?? {};
      return {
        ...movement,
        facts: { name: name ?? undefined, symbol: symbol ?? undefined, decimals: decimals ?? undefined },
      };
    }),
  };
}
