import { existsSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { packageFile } from '../../packageFile.js';
import type { Database, SqlRow, SqlRunner, SqlValue } from '../../ports/Database.js';
import { type PgliteCalls, pgliteCalls } from './pgliteCalls.js';
import { plainBytes } from './pgliteRunner.js';

/** The thread's compiled main module, in the published package and in a built checkout. */
const PROGRAM = packageFile('dist/platform/adapters/pglite/pgliteThread.js');

/** Whether the thread's main module exists; it doesn't in a checkout that was never built. */
export const canThread = (): boolean => existsSync(PROGRAM);

/**
 * PGlite in a separate thread, because a statement takes milliseconds in which the process could not respond.
 *
 * @param directory - Folder of the database's files. The caller holds its lock.
 * @param released - Called once, after the thread has ended.
 * @throws PGlite's error if it cannot open the files.
 */
export async function openThread(directory: string, released: () => Promise<void>): Promise<Database> {
  const thread = new Worker(PROGRAM, { workerData: directory });
  const calls = pgliteCalls(thread);
  let closing: Promise<void> | undefined;
  const close = async () => {
    try {
      await calls.ask({ kind: 'close' });
    } finally {
      await thread.terminate();
      await calls.ended;
      await released();
    }
  };
  await calls.opened.catch(async error => {
    await thread.terminate();
    throw error;
  });
  return {
    ...runner(calls),
    transaction: run => transact(calls, run),
    close() {
      closing ??= close();
      return closing;
    },
  };
}

/** @param within - The transaction that the statements belong to. */
function runner({ ask }: PgliteCalls, within?: number): SqlRunner {
  return {
    async query(sql, values = []) {
      const rows = await ask({ kind: 'query', sql, values, within });
      return rows.map(withOwnBytes);
    },
    async script(sql) {
      await ask({ kind: 'script', sql, within });
    },
  };
}

async function transact<Result>(
  calls: PgliteCalls,
  run: (runner: SqlRunner) => Promise<Result>,
): Promise<Result> {
  const within = calls.nextId();
  await calls.ask({ kind: 'begin' }, within);
  const end = (commit: boolean) => calls.ask({ kind: 'end', within, commit });
  const result = await run(runner(calls, within)).catch(async error => {
    // Report the original error, not the result of the rollback.
    await end(false).catch(() => {});
    throw error;
  });
  await end(true);
  return result;
}

/** Converts a row's bytes to the global class: in simulated pages in Node, those of a message have another one. */
function withOwnBytes(row: SqlRow): SqlRow {
  const isForeign = (value: unknown) => ArrayBuffer.isView(value) && !(value instanceof Uint8Array);
  if (!Object.values(row).some(isForeign)) return row;
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      isForeign(value) ? plainBytes(value as SqlValue) : value,
    ]),
  );
}
