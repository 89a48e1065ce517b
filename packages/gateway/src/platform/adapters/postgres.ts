import { isError } from 'latchkit/protocol';
import pg from 'pg';
import type { Database, SqlRunner, SqlValue } from '../ports/Database.js';
import { databaseError, databaseStartError } from './databaseAway.js';

/** Time limit for connecting, in milliseconds. */
const CONNECT_TIMEOUT = 5_000;
const POOL_SIZE = 10;
/** Time limit of a statement, network time included, in milliseconds. Migrations have no limit. */
const QUERY_TIMEOUT = 5_000;
/** The client's error message for a statement that timed out. */
const TIMED_OUT = 'Query read timeout';
/** Maximum delay of a timer. */
const NO_TIMEOUT = 2_147_483_647;

export interface PostgresOptions {
  /** Time limit for connecting, and for waiting until a connection of the pool is free, in milliseconds. Default: 5 000. */
  readonly connectTimeout?: number;
  /** Time limit of a statement, in milliseconds. Default: 5 000. */
  readonly queryTimeout?: number;
}

/**
 * Opens a pool of connections to a PostgreSQL server, and tries the first one immediately.
 *
 * @param url - `postgres://user:password@host:port/database`.
 * @throws BaseError `DATABASE_UNREACHABLE` or `DATABASE_DENIED` with the reason. Later, every statement throws the first while the
 *   server is unreachable, and the second if the user may not run it.
 */
export async function openPostgres(
  url: string,
  { connectTimeout = CONNECT_TIMEOUT, queryTimeout = QUERY_TIMEOUT }: PostgresOptions = {},
): Promise<Database> {
  const pool = new pg.Pool({
    connectionString: url,
    max: POOL_SIZE,
    connectionTimeoutMillis: connectTimeout,
    // A server that hangs sends no error, so only a time limit on this side ends the wait.
    query_timeout: queryTimeout,
  });
  // A broken idle connection is replaced on its next use; without a listener, the event would end the process.
  pool.on('error', () => {});
  // The pool listens only while a connection is idle, and a transaction may wait for something else when its connection ends.
  pool.on('connect', client => client.on('error', () => {}));
  let timeouts = 0;
  let closing: Promise<void> | undefined;
  const close = () => {
    closing ??= pool.end();
    return closing;
  };
  try {
    await pool.query('select 1');
  } catch (error) {
    await close();
    throw databaseStartError(error);
  }
  const hears: OnTimeout = () => {
    timeouts += 1;
  };
  return {
    ...runner(pool, hears),
    transaction: run => inTransaction(pool, run, hears),
    pool: () => ({
      max: POOL_SIZE,
      idle: pool.idleCount,
      busy: pool.totalCount - pool.idleCount,
      waiting: pool.waitingCount,
      timeouts,
    }),
    close,
  };
}

/** Reports a statement that timed out. */
type OnTimeout = () => void;

async function inTransaction<Result>(
  pool: pg.Pool,
  run: (runner: SqlRunner) => Promise<Result>,
  onTimeout: OnTimeout,
): Promise<Result> {
  const client = await pool.connect().catch(error => Promise.reject(databaseError(error)));
  const { query } = runner(client, onTimeout);
  let broken = false;
  try {
    await query('begin');
    const result = await run(runner(client, onTimeout));
    await query('commit');
    return result;
  } catch (error) {
    // Don't reuse a connection without a response: the next statement would wait behind this one.
    broken = isError(error) && error.code === 'DATABASE_UNREACHABLE';
    if (!broken) {
      await query('rollback').catch(() => {
        broken = true;
      });
    }
    throw error;
  } finally {
    client.release(broken);
  }
}

function runner(client: pg.Pool | pg.PoolClient, onTimeout: OnTimeout): SqlRunner {
  return {
    async query(sql: string, values: readonly SqlValue[] = []) {
      try {
        return (await client.query<Record<string, unknown>>(sql, [...values])).rows;
      } catch (error) {
        if (error instanceof Error && error.message === TIMED_OUT) onTimeout();
        throw databaseError(error);
      }
    },
    async script(sql: string) {
      try {
        await client.query({ text: sql, query_timeout: NO_TIMEOUT } as pg.QueryConfig);
      } catch (error) {
        throw databaseError(error);
      }
    },
  };
}
