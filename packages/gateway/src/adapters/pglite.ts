import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import type { Database, SqlRunner, SqlValue } from '../ports/Database.js';
import { lockDataDirectory } from './lockDataDirectory.js';

/** What a PGlite instance and one of its transactions have in common. */
interface PGliteRunner {
  query<Row>(sql: string, values?: unknown[]): Promise<{ rows: Row[] }>;
  exec(sql: string): Promise<unknown>;
}

/**
 * Opens PostgreSQL inside this process.
 *
 * @param dataDirectory - Folder that keeps the data, made when it is missing; in memory when left out.
 * @throws BaseError `DATA_DIRECTORY_IN_USE` when another process has the folder open: two would corrupt it.
 */
export async function openPglite(dataDirectory?: string): Promise<Database> {
  if (dataDirectory === undefined) return pgliteDatabase(await PGlite.create(), async () => {});
  const directory = resolve(dataDirectory);
  await mkdir(directory, { recursive: true });
  const unlock = await lockDataDirectory(directory);
  try {
    return pgliteDatabase(await PGlite.create(join(directory, 'database')), unlock);
  } catch (error) {
    await unlock();
    throw error;
  }
}

function pgliteDatabase(client: PGlite, released: () => Promise<void>): Database {
  let closing: Promise<void> | undefined;
  return {
    ...runner(client),
    transaction: run => client.transaction(transaction => run(runner(transaction))),
    close() {
      closing ??= client.close().finally(released);
      return closing;
    },
  };
}

function runner(client: PGliteRunner): SqlRunner {
  return {
    async query(sql: string, values: readonly SqlValue[] = []) {
      const answer = await client.query<Record<string, unknown>>(sql, [...values]);
      return answer.rows;
    },
    async script(sql: string) {
      await client.exec(sql);
    },
  };
}
