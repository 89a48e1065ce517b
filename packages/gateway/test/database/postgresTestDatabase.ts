import pg from 'pg';
import { expect } from 'vitest';
import { openPostgres } from '../../src/platform/adapters/postgres.js';
import type { Database } from '../../src/platform/ports/Database.js';
import { migrateAll } from './migrateAll.js';

/** The database that others are copies of. */
const TEMPLATE = 'migrated';

/** Key of the advisory lock for creating it. */
const LOCK = 1;

/** A database of this worker, and the connection that empties it, which keeps no worker alive. */
interface Pooled {
  readonly name: string;
  readonly connection: pg.Pool;
}

/** Databases of this worker that no test uses: emptying one takes 30 ms, and creating one half a second. */
const idle: Pooled[] = [];

/** Databases that a test file opens itself, each until the next file takes one. */
const lent: { readonly pooled: Pooled; readonly file: string | undefined }[] = [];

let count = 0;

/** An empty, migrated database on a server. */
export async function postgresTestDatabase(server: string): Promise<Database> {
  const pooled = await take(server);
  // No time limits: a busy machine is slow, and fake clocks move timers.
  const opened = await openPostgres(urlOf(server, pooled.name), { connectTimeout: 0, queryTimeout: 0 });
  let closing: Promise<void> | undefined;
  return {
    ...opened,
    close() {
      closing ??= opened.close().then(() => giveBack(server, pooled));
      return closing;
    },
  };
}

/** The URL of an empty, migrated database on a server, which belongs to the current test file. */
export async function lendPostgres(server: string): Promise<string> {
  const file = expect.getState().testPath;
  for (const one of lent.filter(other => other.file !== file)) {
    lent.splice(lent.indexOf(one), 1);
    await giveBack(server, one.pooled);
  }
  const pooled = await take(server);
  lent.push({ pooled, file });
  return urlOf(server, pooled.name);
}

/** Creates a database without tables on a server, and returns its URL. */
export async function createPostgres(server: string): Promise<string> {
  const name = newName();
  await administer(server, client => client.query(`create database ${name}`));
  return urlOf(server, name);
}

const urlOf = (server: string, name: string) => Object.assign(new URL(server), { pathname: `/${name}` }).href;

function newName(): string {
  count += 1;
  return `test_${process.pid}_${count}`;
}

async function administer<Result>(
  server: string,
  run: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client(server);
  await client.connect();
  try {
    return await run(client);
  } finally {
    await client.end();
  }
}

async function take(server: string): Promise<Pooled> {
  const pooled = idle.pop();
  if (pooled !== undefined) return pooled;
  await makeTemplate(server);
  const name = newName();
  await administer(server, client => client.query(`create database ${name} template ${TEMPLATE}`));
  const connection = new pg.Pool({
    connectionString: urlOf(server, name),
    max: 1,
    idleTimeoutMillis: 0,
    allowExitOnIdle: true,
  });
  // The server stops at the end of the run, when some workers still exist.
  connection.on('error', () => {});
  return { name, connection };
}

/** Empties a database for the next test, or drops it if a test changed its schema. */
async function giveBack(server: string, pooled: Pooled): Promise<void> {
  const { rows } = await pooled.connection.query<{ done: boolean }>({
    name: 'empty',
    text: 'select test_watch.empty_all() as done',
  });
  if (rows[0]?.done) {
    idle.push(pooled);
    return;
  }
  await pooled.connection.end();
  await administer(server, client => client.query(`drop database ${pooled.name} with (force)`));
}

/** Creates the template, once per server. */
async function makeTemplate(server: string): Promise<void> {
  made ??= administer(server, async client => {
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    const found = await client.query('select 1 from pg_database where datname = $1 and datistemplate', [
      TEMPLATE,
    ]);
    if (found.rows.length > 0) return;
    await client.query(`create database ${TEMPLATE}`);
    const database = await openPostgres(urlOf(server, TEMPLATE));
    await migrateAll(database);
    await database.script(WATCH);
    await database.close();
    await client.query(`alter database ${TEMPLATE} is_template true`);
  });
  await made;
}

let made: Promise<void> | undefined;

/** Notes changes of the schema, and has a function that restores the rows of each table and the start of each sequence. */
const WATCH = `
  create schema test_watch;
  create table test_watch.changes (tag text);
  create table test_watch.kept (name text, rows json);
  create view test_watch.tables as
    select c.oid, format('%I.%I', nspname, relname) as name from pg_class c join pg_namespace n on n.oid = relnamespace
    where relkind = 'r' and nspname !~ '^pg_' and nspname not in ('information_schema', 'test_watch');

  create function test_watch.empty_all() returns boolean language plpgsql set session_replication_role = replica as $$
  declare
    one record;
    is_filled boolean;
  begin
    if exists (select 1 from test_watch.changes) then return false; end if;
    perform pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid();
    -- A table that never had a row has an empty file.
    for one in select name from test_watch.tables where pg_relation_size(oid) > 0 loop
      execute 'select exists (select 1 from ' || one.name || ')' into is_filled;
      if is_filled then execute 'delete from ' || one.name; end if;
    end loop;
    for one in select * from test_watch.kept loop
      execute format('insert into %s overriding system value select * from json_populate_recordset(null::%s, $1)', one.name, one.name)
        using one.rows;
    end loop;
    perform setval(format('%I.%I', schemaname, sequencename), start_value, false) from pg_sequences where last_value is not null;
    return true;
  end $$;

  do $$
  declare
    one record;
    found json;
  begin
    for one in select name from test_watch.tables loop
      execute format('select json_agg(t) from %s t', one.name) into found;
      if found is not null then insert into test_watch.kept values (one.name, found); end if;
    end loop;
  end $$;

  create function test_watch.note() returns event_trigger language plpgsql as $$
  begin
    if tg_event = 'sql_drop' then insert into test_watch.changes select object_identity from pg_event_trigger_dropped_objects();
    else insert into test_watch.changes select object_identity from pg_event_trigger_ddl_commands();
    end if;
  end $$;
  create event trigger test_watch_ddl on ddl_command_end execute function test_watch.note();
  create event trigger test_watch_drop on sql_drop execute function test_watch.note();
`;
