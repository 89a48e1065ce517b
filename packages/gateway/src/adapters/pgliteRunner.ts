import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import type { SqlRunner, SqlValue } from '../ports/Database.js';

/** What a PGlite instance and one of its transactions have in common. */
interface PGliteRunner {
  query<Row>(sql: string, values?: unknown[]): Promise<{ rows: Row[] }>;
  exec(sql: string): Promise<unknown>;
}

/** The files of an empty database: in the published package, and in a checkout that was built. */
const TEMPLATE = join(import.meta.dirname, '../../template/pglite.tar.gz');

/**
 * Opens a database's files, or makes them.
 *
 * @param dataDir - Folder of the database's files, made when it is missing; in memory when left out.
 */
export async function openFiles(dataDir?: string): Promise<PGlite> {
  if (dataDir === undefined) return create({});
  // Present from before the first file of a new database until its last: files that are not complete are made again.
  const unfinished = `${dataDir}.unfinished`;
  if (existsSync(dataDir) && !existsSync(unfinished)) return PGlite.create(dataDir);
  await writeFile(unfinished, '');
  await rm(dataDir, { recursive: true, force: true });
  const client = await create({ dataDir });
  await rm(unfinished);
  return client;
}

/** A new database begins as a copy of the template: making its files anew takes seconds. */
async function create(place: { dataDir?: string }): Promise<PGlite> {
  const template = await readFile(TEMPLATE).catch(() => undefined);
  if (template === undefined) return PGlite.create(place);
  const files = new Blob([new Uint8Array(template)], { type: 'application/x-gzip' });
  return PGlite.create({ ...place, loadDataDir: files });
}

/** A PGlite instance, or one of its transactions, as the port has it. */
export function pgliteRunner(client: PGliteRunner): SqlRunner {
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
export function plainBytes(value: SqlValue): SqlValue {
  return ArrayBuffer.isView(value) ? new Uint8Array(value.buffer, value.byteOffset, value.byteLength) : value;
}
