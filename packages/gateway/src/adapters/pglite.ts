import { existsSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
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
  if (dataDirectory === undefined) return pgliteDatabase(await create({}), async () => {});
  const directory = resolve(dataDirectory);
  await mkdir(directory, { recursive: true });
  const unlock = await lockDataDirectory(directory);
  try {
    return pgliteDatabase(await openFiles(join(directory, 'database')), unlock);
  } catch (error) {
    await unlock();
    throw error;
  }
}

/** The files of an empty database: in the published package, and in a checkout that was built. */
const TEMPLATE = new URL('../../template/pglite.tar.gz', import.meta.url);

function openFiles(dataDir: string): Promise<PGlite> {
  return existsSync(dataDir) ? PGlite.create(dataDir) : create({ dataDir });
}

/** A new database begins as a copy of the template: making its files anew takes seconds. */
async function create(place: { dataDir?: string }): Promise<PGlite> {
  const template = await readFile(TEMPLATE).catch(() => undefined);
  if (template === undefined) return PGlite.create(place);
  const files = new Blob([new Uint8Array(template)], { type: 'application/x-gzip' });
  return PGlite.create({ ...place, loadDataDir: files });
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
      const answer = await client.query<Record<string, unknown>>(sql, values.map(plainBytes));
      return answer.rows;
    },
    async script(sql: string) {
      await client.exec(sql);
    },
  };
}

/** Bytes by the global class: PGlite takes no others, and a Buffer is of another one where a page is played in Node. */
function plainBytes(value: SqlValue): SqlValue {
  return ArrayBuffer.isView(value) ? new Uint8Array(value.buffer, value.byteOffset, value.byteLength) : value;
}
