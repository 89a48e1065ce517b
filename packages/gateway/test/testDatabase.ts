import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PGlite } from '@electric-sql/pglite';
import { pgliteDatabase } from '../src/platform/adapters/pglite/pgliteDatabase.js';
import { openFiles } from '../src/platform/adapters/pglite/pgliteRunner.js';
import { migrate } from '../src/platform/migrate.js';
import type { Database } from '../src/platform/ports/Database.js';
import { migrations } from '../src/project/migrations.js';
import { GATEWAY_STORE, VAULT_STORE } from '../src/wallet/walletStores.js';

let image: Promise<string> | undefined;

/** An empty, migrated in-memory database; opening and migrating one takes three times as long. */
export async function openTestDatabase(): Promise<Database> {
  image ??= migratedImage();
  const files = new Blob([new Uint8Array(await readFile(await image))], { type: 'application/x-tar' });
  return pgliteDatabase(await PGlite.create({ loadDataDir: files }));
}

/** Places an empty, migrated database into a gateway's data directory. */
export async function fillDataDirectory(directory: string): Promise<void> {
  image ??= migratedImage();
  const database = join(directory, 'database');
  await mkdir(database, { recursive: true });
  await promisify(execFile)('tar', ['xf', await image, '-C', database]);
}

/** Path of the migrated database's files: created once per machine, and after a change of migrations or dependencies. */
async function migratedImage(): Promise<string> {
  const dependencies = await readFile(join(import.meta.dirname, '../package.json'), 'utf8');
  const steps = [migrations, GATEWAY_STORE.migrations, VAULT_STORE.migrations];
  const hash = createHash('sha256')
    .update(JSON.stringify([steps, dependencies]))
    .digest('hex');
  const kept = join(tmpdir(), `latchkit-pglite-${hash.slice(0, 16)}.tar`);
  if (!existsSync(kept)) await makeImage(kept);
  return kept;
}

async function makeImage(kept: string): Promise<void> {
  const client = await openFiles();
  const database = pgliteDatabase(client);
  await migrate(database, migrations);
  for (const { migrations: steps, schema } of [GATEWAY_STORE, VAULT_STORE])
    await migrate(database, steps, schema);
  await database.script('checkpoint');
  const made = new Uint8Array(await (await client.dumpDataDir('none')).arrayBuffer());
  await database.close();
  // Rename, so that another worker reads no file or the complete one.
  const own = `${kept}.${process.pid}`;
  await writeFile(own, made);
  await rename(own, kept);
}
