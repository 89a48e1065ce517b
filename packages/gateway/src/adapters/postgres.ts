import pg from 'pg';
import type { Database, SqlRunner, SqlValue } from '../ports/Database.js';

/** Milliseconds after which a server that does not answer counts as unreachable. */
const CONNECT_TIMEOUT = 5_000;
const POOL_SIZE = 10;

/**
 * Opens a pool of connections to a PostgreSQL server; the first one is tried at once.
 *
 * @param url - `postgres://user:password@host:port/database`.
 * @throws the driver's error when the server cannot be reached.
 */
export async function openPostgres(url: string): Promise<Database> {
  const pool = new pg.Pool({
    connectionString: url,
    max: POOL_SIZE,
    connectionTimeoutMillis: CONNECT_TIMEOUT,
  });
  // A connection that breaks while idle is replaced at its next use; unheard, the event would end the process.
  pool.on('error', () => {});
  let closing: Promise<void> | undefined;
  const close = () => {
    closing ??= pool.end();
    return closing;
  };
  try {
    await pool.query('select 1');
  } catch (error) {
    await close();
    throw error;
  }
  return { ...runner(pool), transaction: run => inTransaction(pool, run), close };
}

async function inTransaction<Result>(
  pool: pg.Pool,
  run: (runner: SqlRunner) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  let broken = false;
  try {
    await client.query('begin');
    const result = await run(runner(client));
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch(() => {
      broken = true;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}

function runner(client: pg.Pool | pg.PoolClient): SqlRunner {
  return {
    async query(sql: string, values: readonly SqlValue[] = []) {
      const answer = await client.query<Record<string, unknown>>(sql, [...values]);
      return answer.rows;
    },
    async script(sql: string) {
      await client.query(sql);
    },
  };
}
