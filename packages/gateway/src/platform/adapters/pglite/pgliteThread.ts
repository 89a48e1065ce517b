import { parentPort, workerData } from 'node:worker_threads';
import type { SqlRunner } from '../../ports/Database.js';
import type { PgliteAnswer, PgliteRequest } from './PgliteMessages.js';
import { openFiles, pgliteRunner } from './pgliteRunner.js';
import { pgliteUpkeep } from './pgliteUpkeep.js';

/*
 * Main module of a database's thread: PostgreSQL runs here, so that no statement blocks the process.
 */
const port = parentPort;
if (port === null) throw new Error('This is the program of a thread');

interface OpenTransaction {
  readonly runner: SqlRunner;
  /** Ends the transaction; resolves when it has ended. */
  end(commit: boolean): Promise<void>;
}

/** Rejection that rolls a transaction back; callers never see it. */
const ROLLBACK = new Error('rollback');

const client = await openFiles(workerData as string);
const runner = pgliteRunner(client);
const upkeep = pgliteUpkeep(client);
const transactions = new Map<number, OpenTransaction>();

const begin = (number: number) =>
  new Promise<void>((begun, failed) => {
    let settle: (commit: boolean) => void = () => {};
    const ended = client.transaction(async transaction => {
      const decided = new Promise<boolean>(resolve => {
        settle = resolve;
      });
      transactions.set(number, { runner: pgliteRunner(transaction), end });
      begun();
      if (!(await decided)) throw ROLLBACK;
    });
    const end = async (commit: boolean) => {
      transactions.delete(number);
      settle(commit);
      await ended.catch(error => {
        if (error !== ROLLBACK) throw error;
      });
    };
    ended.catch(failed);
  });

const runnerOf = (within: number | undefined): SqlRunner => {
  const found = within === undefined ? runner : transactions.get(within)?.runner;
  if (found === undefined) throw new Error('The transaction has ended');
  return found;
};

const carryOut = async (request: PgliteRequest) => {
  if (request.kind === 'query') return runnerOf(request.within).query(request.sql, request.values);
  if (request.kind === 'script') await runnerOf(request.within).script(request.sql);
  if (request.kind === 'begin') await begin(request.id);
  if (request.kind === 'end') await transactions.get(request.within)?.end(request.commit);
  if (request.kind === 'close') await client.close();
  return undefined;
};

const say = (answer: PgliteAnswer) => port.postMessage(answer);
port.on('message', (request: PgliteRequest) => {
  const { id } = request;
  carryOut(request).then(
    rows => {
      say({ id, ...(rows && { rows }) });
      upkeep.afterStatement();
    },
    (error: Error & { readonly code?: unknown }) => {
      const { name, message, code } = error;
      say({ id, failed: { name, message, ...(typeof code === 'string' && { code }) } });
    },
  );
});
say({ id: 0 });
