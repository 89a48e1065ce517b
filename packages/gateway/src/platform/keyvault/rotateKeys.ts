import { randomBytes } from 'node:crypto';
import { open, readFile, rename, rm } from 'node:fs/promises';
import { BaseError } from 'latchkit/protocol';
import * as z from 'zod';
import type { SqlRunner } from '../ports/Database.js';
import { type KeyRingContent, keyRingContent } from './keyRing.js';

const countRow = z.object({ count: z.number() });

/** Adds a new primary key to a key file; the old one only decrypts from now on. Returns its id. */
export async function addPrimaryKey(path: string): Promise<string> {
  const { keys } = await readKeys(path);
  const kid = `kek-${randomBytes(6).toString('hex')}`;
  const [first] = keys;
  await replaceKeys(path, {
    keys: [
      {
        ...{ kid, kty: 'oct', k: randomBytes(32).toString('base64url'), state: 'primary' },
        ...(first?.development ? { development: true } : {}),
      },
      ...keys.map(key => (key.state === 'primary' ? { ...key, state: 'decrypt-only' as const } : key)),
    ],
  });
  return kid;
}

/** Records that nothing is wrapped by the old keys of a key file any more: the period of backups begins. */
export async function markRewrapped(path: string): Promise<void> {
  const { keys } = await readKeys(path);
  const rewrappedAt = new Date().toISOString();
  await replaceKeys(path, {
    keys: keys.map(key =>
      key.state === 'decrypt-only' && key.rewrappedAt === undefined ? { ...key, rewrappedAt } : key,
    ),
  });
}

/**
 * Destroys an old key of a key file.
 *
 * @param backups - Milliseconds for which backups are kept: they may need the key.
 * @throws BaseError `KEYS_INVALID` unless the key only decrypts, and was not needed for that time.
 */
export async function destroyKey(path: string, kid: string, backups: number): Promise<void> {
  const { keys } = await readKeys(path);
  const key = keys.find(one => one.kid === kid);
  if (key?.state !== 'decrypt-only') throw new BaseError('KEYS_INVALID', `${path} has no old key ${kid}`);
  const unneeded = key.rewrappedAt === undefined ? undefined : Date.parse(key.rewrappedAt);
  if (unneeded === undefined || unneeded + backups > Date.now()) {
    const from =
      unneeded === undefined ? 'the rotation is complete' : new Date(unneeded + backups).toISOString();
    throw new BaseError(
      'KEYS_INVALID',
      `Backups may need the key ${kid}: it cannot be destroyed before ${from}`,
    );
  }
  const { k: _, ...rest } = key;
  await replaceKeys(path, {
    keys: keys.map(one => (one === key ? { ...rest, state: 'destroyed' as const } : one)),
  });
}

/** Counts what is wrapped by other keys than the given one. */
export async function countOldWraps(runner: SqlRunner, schema: string, kid: string): Promise<number> {
  const [row] = await runner.query(
    `select (select count(*) from ${schema}.deks where kek_id <> $1)::int
       + (select count(*) from ${schema}.secrets where kek_id <> $1)::int as count`,
    [kid],
  );
  return countRow.parse(row).count;
}

async function readKeys(path: string): Promise<KeyRingContent> {
  return keyRingContent.parse(JSON.parse(await readFile(path, 'utf8')));
}

/** Readers, also after a crash, see the old content or the new one. */
async function replaceKeys(path: string, content: KeyRingContent): Promise<void> {
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    const file = await open(draft, 'wx', 0o600);
    try {
      await file.writeFile(`${JSON.stringify(content, undefined, 2)}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(draft, path);
  } finally {
    await rm(draft, { force: true });
  }
}
