import { setMaxListeners } from 'node:events';
import { accountTransaction } from 'latchkit/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HistoryQuery, HistorySource } from '../../src/project/history/sources/HistorySource.js';

/** Expected properties of a transaction: type, status and movements. */
export interface ExpectedTransaction {
  readonly operation: string;
  readonly status?: 'failed';
  /** Direction, amount and symbol, for example `out 1 ETH`; for an NFT its name. */
  readonly moved: readonly string[];
}

/** A chain with transactions, and a source of them. */
export interface HistoryWorld {
  readonly source: HistorySource;
  readonly chainId: string;
  readonly account: string;
  /** Transactions of the account, newest first. */
  readonly expected: readonly ExpectedTransaction[];
  /** An account with so many transactions, and one more after each call. */
  readonly busy: { readonly account: string; readonly count: number; more(): Promise<void> };
  /** An account without transactions. */
  readonly nobody: string;
  /** Resolves when the source has all transactions. */
  settle(): Promise<void>;
  stop(): Promise<void>;
}

/** Of all requests of a suite, which a page would make one by one. */
const never = new AbortController().signal;
setMaxListeners(0, never);

/** Tests that every `HistorySource` must pass. */
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

    it('reports its chains', () => {
      expect(world.source.serves(world.chainId)).toBe(true);
      expect(world.source.serves('eip155:424242')).toBe(false);
    });

    it('returns the transactions of the account, newest first, in the form of the contract', async () => {
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

    it('returns nothing for an account without transactions', async () => {
      expect(await page({ account: world.nobody })).toEqual({ transactions: [], next: undefined });
    });

    it('returns pages without gaps or duplicates while new transactions arrive', async () => {
      const { account, count, more } = world.busy;
      const seen: string[] = [];
      let cursor: unknown;
      do {
        const { transactions, next } = await page({ account, cursor, limit: 25 });
        expect(transactions.length).toBeLessThanOrEqual(25);
        seen.push(...transactions.map(({ id }) => id));
        // Clients pass it through JSON.
        cursor = next === undefined ? undefined : JSON.parse(JSON.stringify(next));
        await more();
        await world.settle();
      } while (cursor !== undefined);
      expect(seen).toHaveLength(count);
      expect(new Set(seen).size).toBe(count);
      const { transactions } = await page({ account });
      expect(transactions.slice(0, 2).some(({ id }) => seen.includes(id))).toBe(false);
    });

    it('returns the same page for the same cursor', async () => {
      const { next } = await page({ account: world.busy.account, limit: 10 });
      const [one, two] = await Promise.all(
        [1, 2].map(() => page({ account: world.busy.account, cursor: next, limit: 10 })),
      );
      expect(one?.transactions).toHaveLength(10);
      expect(two).toEqual(one);
    });

    it('refuses an invalid cursor', async () => {
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
