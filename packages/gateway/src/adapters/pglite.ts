import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import type { Database } from '../ports/Database.js';
import { lockDataDirectory } from './lockDataDirectory.js';
import { openFiles, pgliteRunner } from './pgliteRunner.js';
import { canThread, openThread } from './threadedPglite.js';

/**
 * Opens PostgreSQL inside this process: with files in a thread of its own, in memory beside everything else.
 *
 * @param dataDirectory - Folder that keeps the data, made when it is missing; in memory when left out.
 * @throws BaseError `DATA_DIRECTORY_IN_USE` when another process has the folder open: two would corrupt it.
 */
export async function openPglite(dataDirectory?: string): Promise<Database> {
  if (dataDirectory === undefined) return pgliteDatabase(await openFiles(), async () => {});
  const directory = resolve(dataDirectory);
  await mkdir(directory, { recursive: true });
  const unlock = await lockDataDirectory(directory);
  const files = join(directory, 'database');
  try {
    return canThread() ? await openThread(files, unlock) : pgliteDatabase(await openFiles(files), unlock);
  } catch (error) {
    await unlock();
    throw error;
  }
}

function pgliteDatabase(client: PGlite, released: () => Promise<void>): Database {
  let closing: Promise<void> | undefined;
  return {
    ...pgliteRunner(client),
    transaction: run => client.transaction(transaction => run(pgliteRunner(transaction))),
    close() {
      closing ??= client.close().finally(released);
      return closing;
    },
  };
}
