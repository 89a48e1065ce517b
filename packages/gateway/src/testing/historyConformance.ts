import { setMaxListeners } from 'node:events';
import { accountTransaction } from 'latchkit/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HistoryQuery, HistorySource } from '../ports/HistorySource.js';

/** What a transaction must say: what it was, how it ended, and what moved. */
export interface ExpectedTransaction {
  readonly operation: string;
  readonly status?: 'failed';
  /** Direction, amount and symbol, for example `out 1 ETH`; of a thing its name. */
  readonly moved: readonly string[];
}

/** A chain on which things happened, and a source that knows them. */
export interface HistoryWorld {
  readonly source: HistorySource;
  readonly chainId: string;
  readonly account: string;
  /** What the account did, newest first. */
  readonly expected: readonly ExpectedTransaction[];
  /** An account with so many transactions, and one more at each call. */
  readonly busy: { readonly account: string; readonly count: number; more(): Promise<void> };
  /** An account that never did anything. */
  readonly nobody: string;
  /** Resolves when the source knows all that happened. */
  settle(): Promise<void>;
  stop(): Promise<void>;
}

/** Of all requests of a suite, which a page would make one by one. */
const never = new AbortController().signal;
setMaxListeners(0, never);

/** What every `HistorySource` must do. */
export function historyConformance(name: string, open: () => Promise<HistoryWorld>): void {
  describe(name, () => {
    let world: HistoryWorld;
    beforeAll(async () => {
      world = await open();
      await world.settle();
    });
    afterAll(() => world.stop());

    const page = (query: Partial<HistoryQuery>) =>
      world.source.page(
        { chainId: world.chainId, account: world.account, cursor: undefined, limit: 50, ...query },
        never,
      );

    it('knows its chains', () => {
      expect(world.source.serves(world.chainId)).toBe(true);
      expect(world.source.serves('eip155:424242')).toBe(false);
    });

    it('says what the account did, newest first, in the form of the contract', async () => {
      const { transactions, next } = await page({});
      expect(next).toBeUndefined();
      expect(transactions.map(summary)).toEqual(world.expected);
      for (const transaction of transactions) {
        accountTransaction.parse(JSON.parse(JSON.stringify(transaction)));
        expect(transaction.metadata.chain).toBe(world.chainId);
        expect(Math.abs(Date.parse(transaction.metadata.minedAt) - Date.now())).toBeLessThan(3_600_000);
      }
      expect(new Set(transactions.map(({ id }) => id)).size).toBe(transactions.length);
      const times = transactions.map(({ metadata }) => metadata.minedAt);
      expect(times).toEqual([...times].sort().reverse());
    });

    it('has nothing of who did nothing', async () => {
      expect(await page({ account: world.nobody })).toEqual({ transactions: [], next: undefined });
    });

    it('pages without a gap and without showing anything twice, while more happens', async () => {
      const { account, count, more } = world.busy;
      const seen: string[] = [];
      let cursor: unknown;
      do {
        const { transactions, next } = await page({ account, cursor, limit: 25 });
        expect(transactions.length).toBeLessThanOrEqual(25);
        seen.push(...transactions.map(({ id }) => id));
        // As it goes through the hands of a client.
        cursor = next === undefined ? undefined : JSON.parse(JSON.stringify(next));
        await more();
        await world.settle();
      } while (cursor !== undefined);
      expect(seen).toHaveLength(count);
      expect(new Set(seen).size).toBe(count);
      const { transactions } = await page({ account });
      expect(transactions.slice(0, 2).some(({ id }) => seen.includes(id))).toBe(false);
    });

    it('gives the same page for the same cursor', async () => {
      const { next } = await page({ account: world.busy.account, limit: 10 });
      const [one, two] = await Promise.all(
        [1, 2].map(() => page({ account: world.busy.account, cursor: next, limit: 10 })),
      );
      expect(one?.transactions).toHaveLength(10);
      expect(two).toEqual(one);
    });

    it('refuses a cursor that it did not give', async () => {
      for (const cursor of ['x', 1, {}, { b: 'x', p: -1 }, { before: '0' }, null, []]) {
        await expect(page({ cursor }), JSON.stringify(cursor)).rejects.toMatchObject({
          code: 'INVALID_CURSOR',
        });
      }
    });
  });
}

function summary({
  metadata,
  transfers,
}: Awaited<ReturnType<HistorySource['page']>>['transactions'][number]) {
  const { operationType, status } = metadata;
  return {
    operation: operationType,
    ...(status === 'failed' ? { status } : {}),
    moved: transfers.map(({ direction, quantity, fungible_info, nft_info }) =>
      [direction, quantity.numeric, nft_info?.name ?? fungible_info?.symbol].join(' '),
    ),
  };
}
