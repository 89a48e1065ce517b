import * as z from 'zod';
import type { Database, SqlRunner, SqlValue } from '../../../../platform/ports/Database.js';
import type { IndexedBlock } from './readBlock.js';
import type { StoredFacts } from './readTokenFacts.js';
import { fromRecord, type TransactionRecord, toRecord, toUnread } from './record.js';

/** Position of a transaction in a chain. */
export interface Place {
  readonly block: number;
  readonly position: number;
}

/** An indexed block. */
export interface StoredBlock {
  readonly number: number;
  readonly hash: string;
}

export interface StoredTransaction extends Place {
  readonly minedAt: Date;
  readonly record: TransactionRecord;
}

const blockRow = z.object({ number: z.coerce.number(), hash: z.string() });
const transactionRow = z.object({
  block: z.coerce.number(),
  position: z.number(),
  minedAt: z.date(),
  record: z.unknown(),
});
const tokenRow = z.object({
  address: z.string(),
  name: z.string().nullable(),
  symbol: z.string().nullable(),
  decimals: z.number().nullable(),
});

/** Stores the blocks of indexed chains. */
export interface IndexStore {
  /** Genesis hash of the chain indexed under this id. */
  genesis(chainId: string): Promise<string | undefined>;
  /** Deletes all blocks of the chain, and starts again with this genesis. */
  begin(chainId: string, genesis: string): Promise<void>;
  first(chainId: string): Promise<StoredBlock | undefined>;
  head(chainId: string): Promise<StoredBlock | undefined>;
  /** The indexed block at this height, or the next lower one. */
  atOrBelow(chainId: string, number: number): Promise<StoredBlock | undefined>;
  /** Deletes the blocks after this one. */
  truncate(chainId: string, after: number): Promise<void>;
  /**
   * Appends a block; false if it doesn't follow the last one, because another replica was faster or the chain was
   * reorganised.
   */
  add(chainId: string, block: IndexedBlock): Promise<boolean>;
  /** Returns those of the tokens that have no stored metadata. */
  unknownTokens(chainId: string, addresses: readonly string[]): Promise<readonly string[]>;
  addToken(chainId: string, address: string, facts: StoredFacts): Promise<void>;
  tokens(chainId: string, addresses: readonly string[]): Promise<ReadonlyMap<string, StoredFacts>>;
  /** Transactions of an account before a position, newest first. */
  ofAccount(
    chainId: string,
    account: string,
    before: Place | undefined,
    limit: number,
  ): Promise<readonly StoredTransaction[]>;
}

export function indexStore(database: Database): IndexStore {
  return { ...chains(database), ...blocks(database), ...tokens(database), ...reads(database) };
}

function chains(database: Database): Pick<IndexStore, 'genesis' | 'begin'> {
  return {
    async genesis(chainId) {
      const rows = await database.query(
        'select genesis_hash as "genesis" from indexed_chains where chain_id = $1',
        [chainId],
      );
      return rows[0] && z.object({ genesis: z.string() }).parse(rows[0]).genesis;
    },
    async begin(chainId, genesis) {
      await database.transaction(async runner => {
        await runner.query('delete from indexed_chains where chain_id = $1 and genesis_hash <> $2', [
          chainId,
          genesis,
        ]);
        await runner.query(
          'insert into indexed_chains (chain_id, genesis_hash) values ($1, $2) on conflict do nothing',
          [chainId, genesis],
        );
      });
    },
  };
}

function blocks(database: Database): Pick<IndexStore, 'first' | 'head' | 'atOrBelow' | 'truncate' | 'add'> {
  return {
    first: chainId => blockOf(database, 'chain_id = $1 order by number', [chainId]),
    head: chainId => blockOf(database, 'chain_id = $1 order by number desc', [chainId]),
    atOrBelow: (chainId, number) =>
      blockOf(database, 'chain_id = $1 and number <= $2 order by number desc', [chainId, number]),
    async truncate(chainId, after) {
      await database.query('delete from indexed_blocks where chain_id = $1 and number > $2', [
        chainId,
        after,
      ]);
    },
    add: (chainId, block) =>
      database.transaction(async runner => {
        // Lock the chain, because several replicas may hold its lease during an outage of the cache.
        const locked = await runner.query('select 1 from indexed_chains where chain_id = $1 for update', [
          chainId,
        ]);
        const head = await blockOf(runner, 'chain_id = $1 order by number desc', [chainId]);
        const fits =
          head === undefined || (head.number === block.number - 1 && head.hash === block.parentHash);
        if (locked.length === 0 || !fits) return false;
        await insertBlock(runner, chainId, block);
        return true;
      }),
  };
}

async function blockOf(
  runner: SqlRunner,
  where: string,
  values: readonly SqlValue[],
): Promise<StoredBlock | undefined> {
  const rows = await runner.query(`select number, hash from indexed_blocks where ${where} limit 1`, values);
  return rows[0] && blockRow.parse(rows[0]);
}

async function insertBlock(runner: SqlRunner, chainId: string, block: IndexedBlock): Promise<void> {
  const { number, hash, timestamp, unread } = block;
  const transactions = [...block.transactions, ...unread.map(toUnread)];
  await runner.query(
    'insert into indexed_blocks (chain_id, number, hash, mined_at) values ($1, $2, $3, $4)',
    [chainId, number, hash, new Date(timestamp * 1_000)],
  );
  if (transactions.length === 0) return;
  const records = transactions.map(one => `{"position":${one.position},"record":${toRecord(one)}}`);
  await runner.query(
    `insert into indexed_transactions (chain_id, block_number, position, record)
     select $1, $2, position, record from jsonb_to_recordset($3::jsonb) as row (position integer, record jsonb)`,
    [chainId, number, `[${records.join()}]`],
  );
  const accounts = transactions.flatMap(one =>
    one.accounts.map(account => ({ account, position: one.position })),
  );
  await runner.query(
    `insert into indexed_accounts (chain_id, account, block_number, position)
     select $1, account, $2, position from jsonb_to_recordset($3::jsonb) as row (account text, position integer)`,
    [chainId, number, JSON.stringify(accounts)],
  );
}

function tokens(database: Database): Pick<IndexStore, 'unknownTokens' | 'addToken' | 'tokens'> {
  const find = async (chainId: string, addresses: readonly string[]) => {
    if (addresses.length === 0) return [];
    const rows = await database.query(
      `select address, name, symbol, decimals from indexed_tokens
       where chain_id = $1 and address in (select jsonb_array_elements_text($2::jsonb))`,
      [chainId, JSON.stringify(addresses)],
    );
    return rows.map(row => tokenRow.parse(row));
  };
  return {
    async unknownTokens(chainId, addresses) {
      const known = new Set((await find(chainId, addresses)).map(({ address }) => address));
      return addresses.filter(address => !known.has(address));
    },
    async addToken(chainId, address, { name, symbol, decimals }) {
      await database.query(
        `insert into indexed_tokens (chain_id, address, name, symbol, decimals)
         select $1, $2, $3, $4, $5 where exists (select 1 from indexed_chains where chain_id = $1)
         on conflict do nothing`,
        [chainId, address, name, symbol, decimals],
      );
    },
    async tokens(chainId, addresses) {
      const found = await find(chainId, addresses);
      return new Map(found.map(({ address, ...facts }) => [address, facts]));
    },
  };
}

function reads(database: Database): Pick<IndexStore, 'ofAccount'> {
  return {
    async ofAccount(chainId, account, before, limit) {
      const rows = await database.query(
        `select a.block_number as "block", a.position, b.mined_at as "minedAt", t.record
         from indexed_accounts a
         join indexed_transactions t using (chain_id, block_number, position)
         join indexed_blocks b on b.chain_id = a.chain_id and b.number = a.block_number
         where a.chain_id = $1 and a.account = $2
           and ($3::bigint is null or (a.block_number, a.position) < ($3::bigint, $4::integer))
         order by a.block_number desc, a.position desc limit $5`,
        [chainId, account, before?.block ?? null, before?.position ?? null, limit],
      );
      return rows.map(row => {
        const { record, ...place } = transactionRow.parse(row);
        return { ...place, record: fromRecord(record) };
      });
    },
  };
}
