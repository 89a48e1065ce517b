import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { pipeline, Readable } from 'node:stream';
import { pipeline as written } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import * as z from 'zod';
import { makeFileKey } from '../../platform/backup/backupKeys.js';
import { sealStream } from '../../platform/backup/sealedStream.js';
import type { SqlRunner } from '../../platform/ports/Database.js';
import { storeTables } from '../../platform/storeTables.js';
import { uuidv7 } from '../../platform/uuidv7.js';
import type { BackupHeader, BackupMark, CanaryProof } from './BackupFormat.js';
import { inOneTransaction } from './inOneTransaction.js';
import type { StoreSource } from './StoreSource.js';

/** Rows that are in memory at once. */
const PAGE = 500;

const textRow = z.object({ content: z.string() });
const versionRow = z.object({ version: z.number() });

export interface BackupOptions {
  readonly stores: readonly StoreSource[];
  /** Public keys; the private key of any of them opens the backup. */
  readonly publicKeys: readonly string[];
  /** The file, which replaces another only when it is complete. */
  readonly path: string;
  /** Proves with the rows of this backup that the canaries' wallets sign. */
  readonly prove: (backupId: string, runnerOf: (schema: string) => SqlRunner) => Promise<CanaryProof>;
}

/** A written backup. */
export interface BackupReport {
  readonly id: string;
  /** Number of rows by `schema.table`. */
  readonly counts: ReadonlyMap<string, number>;
  readonly proof: CanaryProof;
}

/** Tables of the stores' own bookkeeping: a restored store makes its own. Mirrored rows belong into a backup. */
const isLeftOut = (store: StoreSource, table: string) =>
  store.unmirrored.includes(table) && table !== 'mirror_rows';

/** Writes an encrypted backup of the stores, as they were at one moment. Its memory does not grow with the stores. */
export async function writeBackup(options: BackupOptions): Promise<BackupReport> {
  const { stores, publicKeys, path } = options;
  const id = uuidv7();
  const { key, sealed } = await makeFileKey(publicKeys);
  const header: BackupHeader = {
    latchkit: 'backup',
    format: 1,
    id,
    createdAt: new Date().toISOString(),
    key: sealed,
  };
  const first = `${JSON.stringify(header)}\n`;
  const counts = new Map<string, number>();
  const unfinished = `${path}.unfinished`;
  try {
    const proof = await inOneTransaction(stores, async runnerOf => {
      for (const { schema } of stores) {
        await runnerOf(schema).query('set transaction isolation level repeatable read');
      }
      const made = await options.prove(id, runnerOf);
      const lines = Readable.from(backupLines(stores, runnerOf, counts, made));
      // Each stream ends the others with its error, which the reader of the last one gets.
      const zipped = pipeline(lines, createGzip(), () => {});
      const file = createWriteStream(unfinished, { mode: 0o600, flush: true });
      await written(Readable.from(withHeader(first, sealStream(zipped, key, first))), file);
      return made;
    });
    await rename(unfinished, path);
    return { id, counts, proof };
  } finally {
    await rm(unfinished, { force: true });
  }
}

async function* withHeader(first: string, rest: AsyncIterable<Buffer>) {
  yield Buffer.from(first, 'utf8');
  yield* rest;
}

/** A line is a row as JSON, or a mark: `#` and JSON. */
async function* backupLines(
  stores: readonly StoreSource[],
  runnerOf: (schema: string) => SqlRunner,
  counts: Map<string, number>,
  proof: CanaryProof,
): AsyncGenerator<string> {
  const mark = (content: BackupMark) => `#${JSON.stringify(content)}\n`;
  for (const store of stores) {
    const { schema } = store;
    const runner = runnerOf(schema);
    const [row] = await runner.query(`select max(version)::int as version from ${schema}.schema_migrations`);
    yield mark({ kind: 'store', schema, version: versionRow.parse(row).version });
    for (const { name } of await storeTables(runner, schema)) {
      if (isLeftOut(store, name)) continue;
      yield mark({ kind: 'table', name });
      let count = 0;
      for await (const page of pagesOf(runner, `${schema}.${name}`)) {
        count += page.length;
        yield page.map(content => `${content}\n`).join('');
      }
      counts.set(`${schema}.${name}`, count);
    }
  }
  yield mark({ kind: 'end', counts: Object.fromEntries(counts), proof });
}

async function* pagesOf(runner: SqlRunner, table: string): AsyncGenerator<readonly string[]> {
  await runner.query(
    `declare backup_rows no scroll cursor for select to_jsonb(t)::text as content from ${table} t`,
  );
  for (;;) {
    const rows = await runner.query(`fetch ${PAGE} from backup_rows`);
    if (rows.length > 0) yield rows.map(row => textRow.parse(row).content);
    if (rows.length < PAGE) break;
  }
  await runner.query('close backup_rows');
}
