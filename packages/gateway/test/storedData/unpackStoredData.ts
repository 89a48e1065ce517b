import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, constants } from 'node:zlib';
import { type StoredClient, storedClient } from './storedClient.js';

const ENDING = '.tar.br';

/** A set of stored data in a folder of its own. */
export interface StoredData {
  readonly folder: string;
  readonly client: StoredClient;
  /** Statements that fill an empty PostgreSQL database; undefined: the data is in PGlite's files. */
  readonly dump: string | undefined;
}

/** The names of all sets of stored data, such as `fc196fe5.pglite`. */
export function storedDataNames(): readonly string[] {
  return readdirSync(import.meta.dirname)
    .filter(file => file.endsWith(ENDING))
    .map(file => file.slice(0, -ENDING.length));
}

export function unpackStoredData(name: string): StoredData {
  const packed = readFileSync(join(import.meta.dirname, `${name}${ENDING}`));
  const params = { [constants.BROTLI_DECODER_PARAM_LARGE_WINDOW]: 1 };
  const folder = mkdtempSync(join(tmpdir(), `latchkit-${name}-`));
  execFileSync('tar', ['xf', '-', '-C', folder], { input: brotliDecompressSync(packed, { params }) });
  const read = (file: string) => readFileSync(join(folder, file), 'utf8');
  return {
    folder,
    client: storedClient.parse(JSON.parse(read('client.json'))),
    dump: name.endsWith('.postgres') ? read('dump.sql') : undefined,
  };
}
