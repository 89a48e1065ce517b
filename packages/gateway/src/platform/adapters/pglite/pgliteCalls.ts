import type { Worker } from 'node:worker_threads';
import { BaseError } from 'latchkit/protocol';
import type { SqlRow } from '../../ports/Database.js';
import type { PgliteAnswer, PgliteRequest } from './PgliteMessages.js';

type WithoutId<One> = One extends unknown ? Omit<One, 'id'> : never;

/** Requests to a database's thread. */
export interface PgliteCalls {
  /** Resolves when the database is open. @throws PGlite's error if it cannot open its files. */
  readonly opened: Promise<unknown>;
  /** Resolves when the thread has ended. */
  readonly ended: Promise<void>;
  /** Returns an unused request id. */
  nextId(): number;
  /** @throws an error with the SQLSTATE as `code`; `DATABASE_STOPPED` if the thread has ended. */
  ask(request: WithoutId<PgliteRequest>, id?: number): Promise<readonly SqlRow[]>;
}

interface Waiting {
  resolve(rows: readonly SqlRow[]): void;
  reject(error: unknown): void;
}

export function pgliteCalls(thread: Worker): PgliteCalls {
  const waiting = new Map<number, Waiting>();
  let lastId = 0;
  let gone: unknown;

  const answerOf = (id: number) =>
    new Promise<readonly SqlRow[]>((resolve, reject) => waiting.set(id, { resolve, reject }));
  const leave = (error: unknown) => {
    gone ??= error;
    for (const { reject } of waiting.values()) reject(gone);
    waiting.clear();
  };
  thread.on('error', leave);
  thread.on('message', (answer: PgliteAnswer) => {
    const caller = waiting.get(answer.id);
    waiting.delete(answer.id);
    if ('failed' in answer) caller?.reject(errorOf(answer.failed));
    else caller?.resolve(answer.rows ?? []);
  });
  return {
    // The thread's first message, id 0, responds to no request.
    opened: answerOf(0),
    ended: new Promise(resolve => {
      thread.once('exit', () => {
        leave(new BaseError('DATABASE_STOPPED', 'The database of this process has stopped'));
        resolve();
      });
    }),
    nextId: () => ++lastId,
    ask(request, id = ++lastId) {
      if (gone !== undefined) return Promise.reject(gone);
      thread.postMessage({ ...request, id });
      return answerOf(id);
    },
  };
}

/** Recreates an error of the thread, with its SQLSTATE. */
function errorOf({ name, message, code }: { name: string; message: string; code?: string }): Error {
  return Object.assign(new Error(message), { name, ...(code !== undefined && { code }) });
}
