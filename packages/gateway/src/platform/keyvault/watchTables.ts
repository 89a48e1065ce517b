import * as z from 'zod';
import type { Database, SqlRunner } from '../ports/Database.js';
import { type StoreTable, storeTables } from '../storeTables.js';

/** Serializes replicas that start at once; the letters 'MIRR'. */
const LOCK_KEY = 0x4d495252;

const watchedRow = z.object({ name: z.string(), columns: z.string() });

/**
 * Makes the database queue every change of a store's rows for the other store, in the transaction of the change. Tables that are
 * new or have new columns are queued completely.
 *
 * @param except - Tables that are not mirrored.
 */
export async function watchTables(
  database: Database,
  schema: string,
  except: readonly string[],
): Promise<void> {
  await database.transaction(async runner => {
    await runner.query('select pg_advisory_xact_lock($1::bigint)', [LOCK_KEY]);
    const rows = await runner.query(`select table_name as name, columns from ${schema}.mirror_watched`);
    const known = new Map(rows.map(row => watchedRow.parse(row)).map(({ name, columns }) => [name, columns]));
    const tables = await storeTables(runner, schema);
    for (const table of tables) {
      if (except.includes(table.name) || known.get(table.name) === table.columns) continue;
      await watch(runner, schema, table);
    }
  });
}

/** Queues all rows of a store again, for a new mirror. */
export async function requeueTables(runner: SqlRunner, schema: string): Promise<void> {
  const rows = await runner.query(`select table_name as name, columns from ${schema}.mirror_watched`);
  const watched = new Set(rows.map(row => watchedRow.parse(row).name));
  for (const table of await storeTables(runner, schema)) {
    if (watched.has(table.name)) await queueAll(runner, schema, table);
  }
}

async function watch(runner: SqlRunner, schema: string, table: StoreTable): Promise<void> {
  const { name, key, columns } = table;
  if (key.length === 0) throw new Error(`${schema}.${name} has no primary key, so it cannot be mirrored`);
  await runner.script(`
    create or replace trigger queue_change after insert or update or delete on ${schema}.${name}
      for each row execute function ${schema}.queue_change(${key.map(column => `'${column}'`).join(', ')})`);
  await queueAll(runner, schema, table);
  await runner.query(
    `insert into ${schema}.mirror_watched values ($1, $2) on conflict (table_name) do update set columns = $2`,
    [name, columns],
  );
}

/** Scripts have no time limit: a large table takes longer than a statement may. */
async function queueAll(runner: SqlRunner, schema: string, { name, key }: StoreTable): Promise<void> {
  const keyOf = `jsonb_build_array(${key.map(column => `content -> '${column}'`).join(', ')})::text`;
  const sequence = `pg_get_serial_sequence('${schema}.mirror_outbox', 'seq')`;
  await runner.script(`
    lock table ${schema}.${name} in share row exclusive mode;
    -- The clock, so that the numbers of a restored store are higher than those that its mirror has.
    select setval(${sequence}, greatest(nextval(${sequence}), (extract(epoch from clock_timestamp()) * 1e6)::bigint));
    insert into ${schema}.mirror_outbox (txid, table_name, row_key, content)
      select 'queue ' || gen_random_uuid(), '${name}', ${keyOf}, content::text
      from (select to_jsonb(t) as content from ${schema}.${name} t) as rows`);
}
