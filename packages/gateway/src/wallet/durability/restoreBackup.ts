import { createReadStream } from 'node:fs';
import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { BaseError } from 'latchkit/protocol';
import { type BackupIdentity, openFileKey } from '../../platform/backup/backupKeys.js';
import { openStream } from '../../platform/backup/sealedStream.js';
import { guideUrl } from '../../platform/guideUrl.js';
import { insertRows } from '../../platform/insertRows.js';
import { readRootSecret } from '../../platform/keyvault/rootSecret.js';
import { migrate } from '../../platform/migrate.js';
import type { SqlRunner } from '../../platform/ports/Database.js';
import { type StoreTable, storeTables } from '../../platform/storeTables.js';
import { type BackupHeader, type BackupMark, backupHeader, backupMark } from './BackupFormat.js';
import { inOneTransaction } from './inOneTransaction.js';
import { refuseFilled } from './restoreFromMirror.js';
import type { StoreSource } from './StoreSource.js';

/** Rows that are inserted at once. */
const PAGE = 500;

/** The longest first line. */
const MAX_HEADER = 64 * 1_024;

const NEW_LINE = 0x0a;

type End = Extract<BackupMark, { readonly kind: 'end' }>;

/** A restored backup. */
export type RestoreReport = Pick<End, 'counts' | 'proof'> & Pick<BackupHeader, 'id' | 'createdAt'>;

/**
 * Restores stores from a backup into empty databases, in one transaction per database. Stores of the backup that are not given
 * are skipped.
 *
 * @throws BaseError `STORE_NOT_EMPTY`; `BACKUP_INVALID` if the backup is damaged, incomplete, newer than this program, or was
 *   encrypted to other keys; `KEYS_INVALID`. Nothing is changed then.
 */
export async function restoreBackup(
  path: string,
  identity: BackupIdentity,
  stores: readonly StoreSource[],
): Promise<RestoreReport> {
  // Twice: the versions of the schemas have to exist before the transaction that fills them.
  const { header, marks } = await readMarks(path, identity);
  const waiting: StoreSource[] = [];
  const steps = new Map(stores.map(store => [store, stepIn(marks, store)]));
  for (const [store, step] of steps) {
    if (await isRestored(store, header.id)) continue;
    await refuseFilled(store.database, store.schema);
    await migrate(store.database, store.migrations, store.schema, step);
    waiting.push(store);
  }
  if (waiting.length > 0) {
    await inOneTransaction(waiting, async runnerOf => {
      const counts = await fill(path, identity, waiting, runnerOf);
      const end = endOf(marks);
      for (const [table, count] of counts) {
        if (end.counts[table] !== count)
          throw invalid(`has ${end.counts[table]} rows of ${table}, not ${count}`);
      }
      for (const { schema, name, keyVault } of waiting) {
        const runner = runnerOf(schema);
        if ((await readRootSecret(runner, name, schema, keyVault)) === undefined)
          throw invalid(`has no secrets of ${schema}`);
        await runner.query(`insert into ${schema}.restored values ($1, $2)`, [header.id, new Date()]);
      }
    });
  }
  const { counts, proof } = endOf(marks);
  return { id: header.id, createdAt: header.createdAt, counts, proof };
}

/** Reads the header and all marks, and so checks every byte. */
async function readMarks(path: string, identity: BackupIdentity) {
  const { header, lines } = await readBackup(path, identity);
  const marks: BackupMark[] = [];
  for await (const line of lines) if (line.startsWith('#')) marks.push(markOf(line));
  return { header, marks };
}

function endOf(marks: readonly BackupMark[]): End {
  const end = marks.at(-1);
  if (end?.kind !== 'end') throw invalid('has no end');
  return end;
}

/** The last step that a store of the backup had. */
function stepIn(marks: readonly BackupMark[], { schema, migrations }: StoreSource): number {
  const found = marks.find(mark => mark.kind === 'store' && mark.schema === schema);
  if (found?.kind !== 'store') throw invalid(`does not contain ${schema}`);
  const newest = Math.max(...migrations.map(({ version }) => version));
  if (found.version > newest) {
    throw new BaseError('BACKUP_INVALID', 'The backup was made by a newer version of the gateway', {
      details: `It has step ${found.version} of ${schema}, and this version ends with step ${newest}. Restore it with the version that made it, or a newer one: see ${guideUrl('upgrade.md')}`,
    });
  }
  return found.version;
}

async function isRestored({ database, schema }: StoreSource, backupId: string): Promise<boolean> {
  const [table] = await database.query('select to_regclass($1)::text as name', [`${schema}.restored`]);
  if (table === undefined || table.name === null) return false;
  const rows = await database.query(`select 1 from ${schema}.restored where backup_id = $1`, [backupId]);
  return rows.length > 0;
}

/** Inserts the rows of the given stores. Returns their numbers by `schema.table`. */
async function fill(
  path: string,
  identity: BackupIdentity,
  stores: readonly StoreSource[],
  runnerOf: (schema: string) => SqlRunner,
): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  let schema: string | undefined;
  let table: StoreTable | undefined;
  let rows: string[] = [];
  const insert = async () => {
    if (schema !== undefined && table !== undefined) {
      const name = `${schema}.${table.name}`;
      const made = await insertRows(runnerOf(schema), schema, table, rows);
      counts.set(name, (counts.get(name) ?? 0) + made);
    }
    rows = [];
  };
  const { lines } = await readBackup(path, identity);
  for await (const line of lines) {
    if (!line.startsWith('#')) {
      rows.push(line);
      if (rows.length >= PAGE) await insert();
      continue;
    }
    await insert();
    table = undefined;
    const mark = markOf(line);
    if (mark.kind === 'store') schema = stores.find(store => store.schema === mark.schema)?.schema;
    if (mark.kind === 'table' && schema !== undefined)
      table = await tableOf(runnerOf(schema), schema, mark.name);
  }
  return counts;
}

async function tableOf(runner: SqlRunner, schema: string, name: string): Promise<StoreTable> {
  const table = (await storeTables(runner, schema)).find(one => one.name === name);
  if (table === undefined) throw invalid(`has a table ${schema}.${name} that does not exist`);
  return table;
}

async function readBackup(path: string, identity: BackupIdentity) {
  const file = createReadStream(path);
  const { first, rest } = await splitHeader(file);
  const parsed = backupHeader.safeParse(readJson(first));
  if (!parsed.success) throw invalid('is no backup of Latchkit');
  const key = await openFileKey(parsed.data.key, identity);
  // Each stream ends the others with its error, which the reader of the last one gets.
  const unzipped = pipeline(Readable.from(openStream(rest, key, first)), createGunzip(), () => {});
  return { header: parsed.data, lines: linesOf(unzipped) };
}

async function* linesOf(stream: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let started: Buffer[] = [];
  for await (const part of stream) {
    let from = 0;
    for (let end = part.indexOf(NEW_LINE); end >= 0; end = part.indexOf(NEW_LINE, from)) {
      yield Buffer.concat([...started, part.subarray(from, end)]).toString('utf8');
      started = [];
      from = end + 1;
    }
    started.push(part.subarray(from));
  }
}

/** Separates the first line, with its end, from the rest of a file. */
async function splitHeader(file: AsyncIterable<Uint8Array>) {
  const parts = file[Symbol.asyncIterator]();
  let start = Buffer.alloc(0);
  while (!start.includes(NEW_LINE) && start.length < MAX_HEADER) {
    const { value, done } = await parts.next();
    if (done) throw invalid('is no backup of Latchkit');
    start = Buffer.concat([start, value]);
  }
  const end = start.indexOf(NEW_LINE) + 1;
  async function* rest() {
    yield start.subarray(end);
    for (let next = await parts.next(); !next.done; next = await parts.next()) yield next.value;
  }
  return { first: start.subarray(0, end).toString('utf8'), rest: rest() };
}

function markOf(line: string): BackupMark {
  const parsed = backupMark.safeParse(readJson(line.slice(1)));
  if (!parsed.success) throw invalid('has a line of an unknown kind');
  return parsed.data;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function invalid(reason: string): BaseError {
  return new BaseError('BACKUP_INVALID', `The backup ${reason}`);
}
