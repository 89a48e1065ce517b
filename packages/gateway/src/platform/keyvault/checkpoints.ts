import { appendFile, mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { jwtVerify } from 'jose';
import { BaseError } from 'latchkit/protocol';
import * as z from 'zod';
import type { SealedStore } from './openSealedStore.js';

/** `typ` of a signed checkpoint. */
export const CHECKPOINT_KIND = 'latchkit-audit+jwt';

/** The head of a log at a time, signed with the store's key, whose public key is at `/.well-known/jwks.json`. */
export interface Checkpoint {
  /** `SEQ:HASH`. */
  readonly head: string;
  /** ISO 8601. */
  readonly at: string;
}

const line = z.object({ head: z.string(), at: z.iso.datetime(), token: z.string() });
const claims = z.object({ store: z.string(), head: z.string(), at: z.string() });

/** Returns the path of a store's checkpoints, a file with one line of JSON each. */
export function checkpointFile(directory: string, { name }: Pick<SealedStore, 'name'>): string {
  return path.join(directory, name === 'a' ? 'gateway.jsonl' : 'vault.jsonl');
}

/**
 * Signs the newest head of a log and appends it to the file.
 *
 * @returns the appended line.
 */
export async function writeCheckpoint(store: SealedStore, directory: string, head: string) {
  const at = new Date().toISOString();
  const token = await store.keys.sign(CHECKPOINT_KIND, { store: store.name, head, at });
  const written = { head, at, token };
  await mkdir(directory, { recursive: true, mode: 0o700 });
  await appendFile(checkpointFile(directory, store), `${JSON.stringify(written)}\n`, { mode: 0o600 });
  return written;
}

/**
 * Reads the checkpoints of a store, oldest first. Returns an empty list if the file does not exist.
 *
 * @throws BaseError `CHECKPOINT_INVALID` for a line that this deployment did not sign.
 */
export async function readCheckpoints(store: SealedStore, directory: string): Promise<readonly Checkpoint[]> {
  const file = checkpointFile(directory, store);
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  const lines = text.split('\n').filter(one => one !== '');
  return Promise.all(
    lines.map((one, index) =>
      readLine(store, one).catch(cause => {
        const where = `Line ${index + 1} of ${file}`;
        throw new BaseError('CHECKPOINT_INVALID', `${where} was not signed by this deployment`, { cause });
      }),
    ),
  );
}

async function readLine({ name, keys }: SealedStore, text: string): Promise<Checkpoint> {
  const { head, at, token } = line.parse(JSON.parse(text));
  const { payload } = await jwtVerify(
    token,
    async ({ kid = '' }) => {
      const key = await keys.find(kid);
      if (key === undefined) throw new Error('No such key');
      return key;
    },
    { algorithms: ['ES256'], typ: CHECKPOINT_KIND },
  );
  const signed = claims.parse(payload);
  if (signed.store !== name || signed.head !== head || signed.at !== at)
    throw new Error('Another checkpoint');
  return { head, at };
}
