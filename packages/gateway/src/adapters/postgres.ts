import { isError } from 'latchkit/protocol';
import pg from 'pg';
import type { Database, SqlRunner, SqlValue } from '../ports/Database.js';
import { databaseError, databaseStartError } from './databaseAway.js';

/** Milliseconds after which a server that does not answer counts as unreachable. */
const CONNECT_TIMEOUT = 5_000;
const POOL_SIZE = 10;
/** Milliseconds that a statement may take, its way there and back included. Migrations have no limit. */
const QUERY_TIMEOUT = 5_000;
/** What the client says of a statement that took longer. */
const TIMED_OUT = 'Query read timeout';
/** What a timer takes at most. */
const NO_TIMEOUT = 2_147_483_647;

export interface PostgresOptions {
  /** Milliseconds that a statement may take. Default: 5 000. */
  readonly queryTimeout?: number;
}

/**
 * Opens a pool of connections to a PostgreSQL server; the first one is tried at once.
 *
 * @param url - `postgres://user:password@host:port/database`.
 * @throws BaseError `DATABASE_UNREACHABLE`, which says why. Later every statement throws it while the server is away.
 */
export async function openPostgres(
  url: string,
  { queryTimeout = QUERY_TIMEOUT }: PostgresOptions = {},
): Promise<Database> {
  const pool = new pg.Pool({
    connectionString: url,
    max: POOL_SIZE,
    connectionTimeoutMillis: CONNECT_TIMEOUT,
    // A server that hangs says nothing: only a time of our own ends the wait.
    query_timeout: queryTimeout,
  });
  // A connection that breaks while idle is replaced at its next use; unheard, the event would end the process.
  pool.on('error', () => {});
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

/** Hears that a statement was not answered in time. */
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
    // A connection without an answer is not asked again: the next statement would wait behind this one.
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
