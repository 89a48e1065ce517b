import { BaseError } from 'latchkit/protocol';
import * as z from 'zod';
import { insertRows } from '../../platform/insertRows.js';
import { readRootSecret } from '../../platform/keyvault/rootSecret.js';
import { migrate } from '../../platform/migrate.js';
import type { Database, SqlRunner } from '../../platform/ports/Database.js';
import { type StoreTable, storeTables } from '../../platform/storeTables.js';
import type { StoreSource } from './StoreSource.js';
import { openRow, SECRETS_TABLE } from './sealedRows.js';

/** Rows that are read at once. */
const PAGE = 500;

const mirrorRow = z.object({ key: z.string(), seq: z.string(), sealed: z.instanceof(Uint8Array) });

/** The lost store, and its mirror. */
export interface MirrorRestore extends StoreSource {
  /** The other store, which has the mirror. */
  readonly mirror: { readonly schema: string; readonly database: Database };
}

/**
 * Rebuilds a lost store from its mirror in the other store, in one transaction.
 *
 * @returns the number of rows by table.
 * @throws BaseError `STORE_NOT_EMPTY`, which protects data that exists; `MIRROR_EMPTY`; `KEYS_INVALID` if the keys are not those
 *   of the lost store, and then nothing is changed.
 */
export async function restoreFromMirror(options: MirrorRestore): Promise<ReadonlyMap<string, number>> {
  const { name, schema, database, keyVault, mirror, unmirrored } = options;
  await refuseFilled(database, schema);
  await migrate(database, options.migrations, schema);
  return database.transaction(async runner => {
    await refuseFilled(runner, schema);
    // One connection of PGlite: a second one would wait for the end of this transaction.
    const source = mirror.database === database ? runner : mirror.database;
    const tables = await storeTables(runner, schema);
    const secrets = tables.find(table => table.name === SECRETS_TABLE);
    if (secrets === undefined) throw new Error(`${schema} has no table of secrets`);
    const counts = new Map<string, number>();
    for await (const page of mirrorPages(source, mirror.schema, SECRETS_TABLE)) {
      const rows = page.map(({ sealed }) => Buffer.from(sealed).toString('utf8'));
      counts.set(SECRETS_TABLE, await insertRows(runner, schema, secrets, rows));
    }
    const secret = await readRootSecret(runner, name, schema, keyVault);
    if (secret === undefined) {
      throw new BaseError('MIRROR_EMPTY', `${mirror.schema} contains no mirror of ${schema}`);
    }
    for (const table of tables) {
      if (table.name === SECRETS_TABLE || unmirrored.includes(table.name)) continue;
      let count = 0;
      for await (const page of mirrorPages(source, mirror.schema, table.name)) {
        const rows = page.map(row => openRow(secret, name, { ...row, table: table.name }));
        count += await insertRows(runner, schema, table, rows);
      }
      counts.set(table.name, count);
    }
    // The steps ran before there were rows.
    if (options.repair !== undefined && counts.get('repairs') === 0) await runner.script(options.repair);
    return counts;
  });
}

/**
 * Refuses to write over a store.
 *
 * @throws BaseError `STORE_NOT_EMPTY`.
 */
export async function refuseFilled(runner: SqlRunner, schema: string): Promise<void> {
  for (const table of await storeTables(runner, schema)) {
    if (await hasRows(runner, schema, table)) {
      throw new BaseError(
        'STORE_NOT_EMPTY',
        `${schema}.${table.name} contains rows, so nothing was restored`,
        {
          details: `Restore to an empty database, or remove the schema ${schema} first if it holds nothing that you need.`,
        },
      );
    }
  }
}

/** Migrations fill these two. */
const FILLED = ['mirror_id', 'schema_migrations'];

async function hasRows(runner: SqlRunner, schema: string, { name }: StoreTable): Promise<boolean> {
  if (FILLED.includes(name)) return false;
  return (await runner.query(`select 1 from ${schema}.${name} limit 1`)).length > 0;
}

async function* mirrorPages(runner: SqlRunner, schema: string, table: string) {
  let last = '';
  for (;;) {
    const rows = await runner.query(
      `select row_key as key, seq::text, sealed from ${schema}.mirror_rows
       where table_name = $1 and row_key > $2 and sealed is not null order by row_key limit ${PAGE}`,
      [table, last],
    );
    const page = rows.map(row => mirrorRow.parse(row));
    if (page.length > 0) yield page;
    if (page.length < PAGE) return;
    last = page.at(-1)?.key ?? last;
  }
}
