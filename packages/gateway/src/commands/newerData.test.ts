import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { postgresPrograms, startPostgres } from '../../test/servers/startPostgres.js';
import { fillDataDirectory } from '../../test/testDatabase.js';
import { openPglite } from '../platform/adapters/pglite/pglite.js';
import { openPostgres } from '../platform/adapters/postgres.js';
import { backupIdentity } from '../platform/backup/backupKeys.js';
import { readSettings } from '../server/readSettings.js';
import { startServer } from '../server/startServer.js';
import { restoreBackup } from '../wallet/durability/restoreBackup.js';
import { withStoreSources } from './openStores.js';
import { runCommand } from './runCommand.js';

const parent = mkdtempSync(join(tmpdir(), 'latchkit-newer-'));
const directory = join(parent, 'gateway');
const file = (name: string) => join(parent, name);
const env: Record<string, string> = {
  LATCHKIT_GATEWAY_PORT: '0',
  LATCHKIT_LOG: 'off',
  LATCHKIT_INDEX: 'off',
  LATCHKIT_DATA_DIR: directory,
};

let server: Awaited<ReturnType<typeof startPostgres>> | undefined;
beforeAll(async () => {
  const programs = postgresPrograms();
  if (programs === undefined) await fillDataDirectory(directory);
  else {
    // Each command opens the database, which takes PGlite a second.
    server = await startPostgres(programs);
    env.DATABASE_URL = server.url;
    await (await startServer(readSettings(env))).stop();
  }
  env.LATCHKIT_BACKUP_KEYS = await runCommand(['backup-key', file('backup-key.json')], {});
  writeFileSync(file('backup'), 'never read');
});
afterAll(async () => {
  await server?.stop();
  rmSync(parent, { recursive: true, force: true });
});

/** Adds steps of a newer version, or removes them. Returns the rows of all tables by name. */
async function change(sql: string): Promise<unknown> {
  const { DATABASE_URL: url } = env;
  const database = await (url === undefined ? openPglite(directory) : openPostgres(url));
  try {
    await database.script(sql);
    const tables = await database.query(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
       where schemaname not in ('pg_catalog', 'information_schema') order by 1`,
    );
    const rows: unknown[] = [];
    for (const { name } of tables) rows.push([name, await database.query(`select * from ${name}`)]);
    return rows;
  } finally {
    await database.close();
  }
}

const added = (schema: string) =>
  `insert into ${schema}.schema_migrations (version, name, checksum, applied_by) values (900, 'later', 'x', '9.9.9')`;
const removed = (schema: string) => `delete from ${schema}.schema_migrations where version = 900`;

const newer = {
  code: 'DATA_NEWER',
  details: expect.stringContaining('version 9.9.9, which added step 900 (later)'),
};

describe('data of a newer version', () => {
  it('is refused by the gateway and by every command that opens it, and stays as it is (DX-02)', async () => {
    const before = await change(added('latchkit_vault'));
    await expect(startServer(readSettings(env))).rejects.toMatchObject(newer);
    for (const args of [
      ['ready'],
      ['canaries', 'create'],
      ['drill'],
      ['audit', 'verify'],
      ['backup', file('new-backup')],
      ['restore', file('backup'), '--key', file('backup-key.json')],
      ['restore', '--from-mirror', 'gateway'],
      ['kek', 'rotate'],
      ['wallet-rows', `0x${'1'.repeat(40)}`],
      ['project', 'list'],
      ['project', 'create', '--name', 'Shop'],
      ['project', 'payments', 'shop'],
      ['project', 'provider', 'list', 'shop'],
      ['events'],
      ['keys', 'rotate'],
    ]) {
      await expect(runCommand(args, env), args.join(' ')).rejects.toMatchObject(newer);
    }
    expect(await change('')).toEqual(before);
    await change(removed('latchkit_vault'));
  });

  it.each(['public', 'latchkit_wallet'])(
    'is refused in %s too, before another store is migrated (DX-02)',
    async schema => {
      // A vault's store that this version would migrate.
      const before = await change(`${added(schema)}; drop schema if exists latchkit_vault cascade`);
      await expect(startServer(readSettings(env))).rejects.toMatchObject(newer);
      expect(await change('')).toEqual(before);
      await change(removed(schema));
    },
  );

  it('is refused in a backup, before a store is created (DX-02)', async () => {
    await runCommand(['backup', file('whole')], env);
    const identity = backupIdentity.parse(JSON.parse(readFileSync(file('backup-key.json'), 'utf8')));
    const empty = { ...env, DATABASE_URL: '', LATCHKIT_DATA_DIR: file('empty') };
    await withStoreSources(readSettings(empty), async sources => {
      // A version that lacks the last step of the vault.
      const older = sources.map(one =>
        one.name === 'b' ? { ...one, migrations: one.migrations.slice(0, -1) } : one,
      );
      await expect(restoreBackup(file('whole'), identity, older)).rejects.toMatchObject({
        code: 'BACKUP_INVALID',
        details: expect.stringContaining('Restore it with the version that made it, or a newer one'),
      });
      const schemas = `select nspname from pg_namespace where nspname like 'latchkit%'`;
      expect(await sources[0]?.database.query(schemas)).toEqual([]);
    });
  });
});
