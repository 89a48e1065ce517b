import { createHash } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { pgliteDatabase } from '../adapters/pgliteDatabase.js';
import { openFiles } from '../adapters/pgliteRunner.js';
import { GATEWAY_STORE, VAULT_STORE } from '../embedded/walletStores.js';
import { migrate } from '../migrations/migrate.js';
import { migrations } from '../migrations/migrations.js';
import type { Database } from '../ports/Database.js';

let files: Promise<Blob> | undefined;

/** An own database in memory, which is empty and has all tables: opening one and migrating it takes three times as long. */
export async function openTestDatabase(): Promise<Database> {
  files ??= migratedFiles();
  return pgliteDatabase(await PGlite.create({ loadDataDir: await files }));
}

/** The files of a migrated database: made once on a machine, and again when a migration or a dependency changes. */
async function migratedFiles(): Promise<Blob> {
  const dependencies = await readFile(join(import.meta.dirname, '../../package.json'), 'utf8');
  const steps = [migrations, GATEWAY_STORE.migrations, VAULT_STORE.migrations];
  const hash = createHash('sha256')
    .update(JSON.stringify([steps, dependencies]))
    .digest('hex');
  const kept = join(tmpdir(), `latchkit-pglite-${hash.slice(0, 16)}.tar`);
  const found = await readFile(kept).catch(() => undefined);
  return new Blob([new Uint8Array(found ?? (await makeFiles(kept)))], { type: 'application/x-tar' });
}

async function makeFiles(kept: string): Promise<Uint8Array> {
  const client = await openFiles();
  const database = pgliteDatabase(client);
  await migrate(database);
  for (const { migrations: steps, schema } of [GATEWAY_STORE, VAULT_STORE])
    await migrate(database, steps, schema);
  await database.script('checkpoint');
  const made = new Uint8Array(await (await client.dumpDataDir('none')).arrayBuffer());
  await database.close();
  // Another worker reads no file, or all of it.
  const own = `${kept}.${process.pid}`;
  await writeFile(own, made);
  await rename(own, kept);
  return made;
}
