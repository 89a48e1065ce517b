import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import { packageFile } from '../../packageFile.js';
import type { SqlRunner, SqlValue } from '../../ports/Database.js';

/** The common interface of a PGlite instance and its transactions. */
interface PGliteRunner {
  query<Row>(sql: string, values?: unknown[]): Promise<{ rows: Row[] }>;
  exec(sql: string): Promise<unknown>;
}

/** Files of an empty database, in the published package and in a built checkout. */
const TEMPLATE = packageFile('template/pglite.tar.gz');

/** PostgreSQL's reports of a slow start are off: its timer for them, every ten seconds, would never end in a single process. */
const START_PARAMS = [...PGlite.defaultStartParams, '-c', 'log_startup_progress_interval=0'];

/** Starts PostgreSQL. */
export function createPglite(options: PGliteOptions): Promise<PGlite> {
  return PGlite.create({ ...options, startParams: START_PARAMS });
}

/**
 * Opens a database's files, or creates them.
 *
 * @param dataDir - Folder of the database's files, created if missing; default: in memory.
 */
export async function openFiles(dataDir?: string): Promise<PGlite> {
  if (dataDir === undefined) return create({});
  // Exists while the files of a new database are being created; incomplete files are recreated.
  const unfinished = `${dataDir}.unfinished`;
  if (existsSync(dataDir) && !existsSync(unfinished)) return createPglite({ dataDir });
  await writeFile(unfinished, '');
  await rm(dataDir, { recursive: true, force: true });
  const client = await create({ dataDir });
  await rm(unfinished);
  return client;
}

/** Creates a database as a copy of the template, because creating its files takes seconds. */
async function create(place: { dataDir?: string }): Promise<PGlite> {
  const template = await readFile(TEMPLATE).catch(() => undefined);
  if (template === undefined) return createPglite(place);
  const files = new Blob([new Uint8Array(template)], { type: 'application/x-gzip' });
  return createPglite({ ...place, loadDataDir: files });
}

/** Adapts a PGlite instance, or one of its transactions, to the port. */
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

/** Bytes of the global class: PGlite accepts no others, and in simulated pages in Node, Buffer extends another one. */
export function plainBytes(value: SqlValue): SqlValue {
  return ArrayBuffer.isView(value) ? new Uint8Array(value.buffer, value.byteOffset, value.byteLength) : value;
}
