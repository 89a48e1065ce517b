import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { PGlite } from '@electric-sql/pglite';
import { pgliteDatabase } from '../../src/platform/adapters/pglite/pgliteDatabase.js';
import { createPglite, openFiles } from '../../src/platform/adapters/pglite/pgliteRunner.js';
import type { Database } from '../../src/platform/ports/Database.js';
import { MIGRATIONS, migrateAll } from './migrateAll.js';

let image: Promise<string> | undefined;

/** A database of this worker, and its state before the first test used it. */
interface Pooled {
  readonly client: PGlite;
  readonly schema: string;
  /** The rows that migrations have written, by table. */
  readonly rows: ReadonlyMap<string, string>;
}

/** Databases of this worker that no test uses. Opening one takes almost a second, and emptying it a tenth of that. */
const idle: Pooled[] = [];

/** An empty, migrated in-memory PGlite. */
export async function pgliteTestDatabase(): Promise<Database> {
  const pooled = idle.pop() ?? (await openImage());
  const { query, script, transaction } = pgliteDatabase(pooled.client);
  let closing: Promise<void> | undefined;
  let latest = Date.now();
  /** Rejects calls after the end, so that what a test left behind does not write into the next test's database. */
  const whileOpen =
    <Given extends unknown[], Result>(call: (...given: Given) => Promise<Result>) =>
    async (...given: Given) => {
      if (closing) throw new Error('The database is closed.');
      if (Date.now() < latest) await forgetTime(pooled.client);
      latest = Date.now();
      return call(...given);
    };
  return {
    query: whileOpen(query),
    script: whileOpen(script),
    transaction: run => whileOpen(() => transaction(run))(),
    close() {
      closing ??= giveBack(pooled);
      return closing;
    },
  };
}

async function openImage(): Promise<Pooled> {
  image ??= migratedImage();
  const files = new Blob([new Uint8Array(await readFile(await image))], { type: 'application/x-tar' });
  const client = await createPglite({ loadDataDir: files });
  const rows = new Map<string, string>();
  for (const table of await filledTables(client)) rows.set(table, await rowsOf(client, table));
  return { client, schema: await schemaOf(client), rows };
}

/** Empties a database for the next test, or closes it if a test changed its schema. */
async function giveBack(pooled: Pooled): Promise<void> {
  const { client, schema, rows } = pooled;
  try {
    await client.exec('select pg_advisory_unlock_all(); unlisten *;');
    if ((await schemaOf(client)) === schema) {
      await reset(client, rows);
      await forgetTime(client);
      idle.push(pooled);
      return;
    }
  } catch {
    // For example after a test ended the database by a failure.
  }
  if (!client.closed) await client.close();
}

/**
 * Ends the timer of PostgreSQL's statistics. After a test that moved the clock, it would wait for that time: `setTimeout` fires every
 * millisecond for one that is more than 24 days away.
 */
async function forgetTime(client: PGlite): Promise<void> {
  await client.exec('select pg_stat_force_next_flush()');
}

/** Restores the rows of each table and the start of each sequence. */
async function reset(client: PGlite, wanted: ReadonlyMap<string, string>): Promise<void> {
  const filled = await filledTables(client);
  const kept = new Map<string, string>();
  for (const table of filled) if (wanted.has(table)) kept.set(table, await rowsOf(client, table));
  const changed = [...new Set([...filled, ...wanted.keys()])].filter(
    table => kept.get(table) === undefined || kept.get(table) !== wanted.get(table),
  );
  if (changed.length > 0) await client.exec(`truncate ${changed.join(', ')} cascade`);
  for (const table of changed) {
    const rows = wanted.get(table);
    if (rows === undefined) continue;
    await client.query(
      `insert into ${table} overriding system value select * from json_populate_recordset(null::${table}, $1)`,
      [rows],
    );
  }
  const { rows: sequences } = await client.query<{ name: string }>(
    "select format('%I.%I', schemaname, sequencename) as name from pg_sequences where last_value is not null",
  );
  for (const { name } of sequences) await client.exec(`alter sequence ${name} restart`);
}

/** Lists the tables that are not empty. */
async function filledTables(client: PGlite): Promise<readonly string[]> {
  const { rows: tables } = await client.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema')`,
  );
  const parts = tables.map(({ name }) => `select '${name}' as name where exists (select 1 from ${name})`);
  const { rows } = await client.query<{ name: string }>(parts.join(' union all '));
  return rows.map(({ name }) => name);
}

/** Returns the rows of a table as JSON. */
async function rowsOf(client: PGlite, table: string): Promise<string> {
  const { rows } = await client.query<{ rows: string }>(
    `select json_agg(t order by t::text)::text as rows from ${table} t`,
  );
  return rows[0]?.rows ?? '[]';
}

/** Returns the names and types of all tables, columns, indexes, constraints, triggers and functions. */
async function schemaOf(client: PGlite): Promise<string> {
  const { rows } = await client.query<{ text: string }>(`
    with own as (select oid, nspname from pg_namespace where nspname not like 'pg\\_%' and nspname <> 'information_schema')
    select string_agg(line, chr(10) order by line) as text from (
      select concat_ws(' ', nspname, relname, relkind, attname, atttypid::regtype, attnotnull) as line
        from own join pg_class on relnamespace = own.oid
        left join pg_attribute on attrelid = pg_class.oid and attnum > 0
      union all select concat_ws(' ', nspname, conname, pg_get_constraintdef(c.oid))
        from own join pg_constraint c on connamespace = own.oid
      union all select concat_ws(' ', nspname, tgname, tgenabled)
        from own join pg_class on relnamespace = own.oid join pg_trigger on tgrelid = pg_class.oid where not tgisinternal
      union all select concat_ws(' ', nspname, proname, md5(prosrc)) from own join pg_proc on pronamespace = own.oid
    ) lines`);
  return rows[0]?.text ?? '';
}

/** Places an empty, migrated database into a gateway's data directory. */
export async function fillDataDirectory(directory: string): Promise<void> {
  image ??= migratedImage();
  const database = join(directory, 'database');
  await mkdir(database, { recursive: true });
  await promisify(execFile)('tar', ['xf', await image, '-C', database]);
}

/** Path of the migrated database's files: created once per machine, and after a change of migrations or dependencies. */
async function migratedImage(): Promise<string> {
  const dependencies = await readFile(join(import.meta.dirname, '../../package.json'), 'utf8');
  const hash = createHash('sha256')
    .update(MIGRATIONS + dependencies)
    .digest('hex');
  const kept = join(tmpdir(), `latchkit-pglite-${hash.slice(0, 16)}.tar`);
  if (!existsSync(kept)) await makeImage(kept);
  return kept;
}

async function makeImage(kept: string): Promise<void> {
  const client = await openFiles();
  const database = pgliteDatabase(client);
  await migrateAll(database);
  await database.script('checkpoint');
  const made = new Uint8Array(await (await client.dumpDataDir('none')).arrayBuffer());
  await database.close();
  // Rename, so that another worker reads no file or the complete one.
  const own = `${kept}.${process.pid}`;
  await writeFile(own, made);
  await rename(own, kept);
}
