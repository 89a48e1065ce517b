import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { BaseError } from 'latchkit/protocol';
import type { Database, SqlRow, SqlRunner } from '../ports/Database.js';
import type { PgliteAnswer, PgliteRequest } from './PgliteMessages.js';

/** The program of the thread, as it was built: in the published package, and in a checkout. */
const PROGRAM = fileURLToPath(new URL('../../dist/adapters/pgliteThread.js', import.meta.url));

/** Whether there is a program for the thread; not in a checkout that was never built. */
export const canThread = (): boolean => existsSync(PROGRAM);

type Request = PgliteRequest extends infer One
  ? One extends PgliteRequest
    ? Omit<One, 'id'>
    : never
  : never;

interface Waiting {
  readonly resolve: (rows: readonly SqlRow[]) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * PGlite in a thread of its own: a statement takes milliseconds, in which the process would answer nobody.
 *
 * @param directory - Of the database's files. The caller holds its lock.
 * @param released - Called once, when the thread has ended.
 * @throws what PGlite throws when it cannot open the files.
 */
export async function openThread(directory: string, released: () => Promise<void>): Promise<Database> {
  const thread = new Worker(PROGRAM, { workerData: directory });
  const waiting = new Map<number, Waiting>();
  let lastId = 0;
  let gone: unknown;
  let closing: Promise<void> | undefined;

  const leave = (error: unknown) => {
    gone ??= error;
    for (const { reject } of waiting.values()) reject(gone);
    waiting.clear();
  };
  const opened = new Promise<readonly SqlRow[]>((resolve, reject) => waiting.set(0, { resolve, reject }));
  const ended = new Promise<void>(resolve => {
    thread.once('exit', () => {
      leave(new BaseError('DATABASE_STOPPED', 'The database of this process has stopped'));
      resolve();
    });
  });
  thread.on('error', leave);
  thread.on('message', (answer: PgliteAnswer) => {
    const caller = waiting.get(answer.id);
    waiting.delete(answer.id);
    if ('failed' in answer) caller?.reject(errorOf(answer.failed));
    else caller?.resolve(answer.rows ?? []);
  });

  const ask = (request: Request, id = ++lastId) =>
    new Promise<readonly SqlRow[]>((resolve, reject) => {
      if (gone !== undefined) return reject(gone);
      waiting.set(id, { resolve, reject });
      thread.postMessage({ ...request, id });
    });
  const runner = (within?: number): SqlRunner => ({
    query: (sql, values = []) => ask({ kind: 'query', sql, values, within }),
    async script(sql) {
      await ask({ kind: 'script', sql, within });
    },
  });
  const close = async () => {
    try {
      await ask({ kind: 'close' });
    } finally {
      await thread.terminate();
      await ended;
      await released();
    }
  };

  await opened.catch(async error => {
    await thread.terminate();
    throw error;
  });
  return {
    ...runner(),
    async transaction(run) {
      const within = ++lastId;
      await ask({ kind: 'begin' }, within);
      const result = await run(runner(within)).catch(async error => {
        // What was wrong is told, and not what became of the rollback.
        await ask({ kind: 'end', within, commit: false }).catch(() => {});
        throw error;
      });
      await ask({ kind: 'end', within, commit: true });
      return result;
    },
    close() {
      closing ??= close();
      return closing;
    },
  };
}

/** An error of the thread, with its SQLSTATE. */
function errorOf({ name, message, code }: { name: string; message: string; code?: string }): Error {
  return Object.assign(new Error(message), { name, ...(code !== undefined && { code }) });
}
