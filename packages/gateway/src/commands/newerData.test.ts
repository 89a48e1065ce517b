import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DataSettings, emptyPostgres, hasPostgres, newData, openData } from '../../test/testDatabase.js';
import { backupIdentity } from '../platform/backup/backupKeys.js';
import { readSettings } from '../server/readSettings.js';
import { startServer } from '../server/startServer.js';
import { restoreBackup } from '../wallet/durability/restoreBackup.js';
import { withStoreSources } from './openStores.js';
import { runCommand } from './runCommand.js';

const parent = mkdtempSync(join(tmpdir(), 'latchkit-newer-'));
const directory = join(parent, 'gateway');
const file = (name: string) => join(parent, name);
const env: DataSettings & Record<string, string> = {
  LATCHKIT_GATEWAY_PORT: '0',
  LATCHKIT_LOG: 'off',
  LATCHKIT_INDEX: 'off',
  LATCHKIT_DATA_DIR: directory,
};

beforeAll(async () => {
  Object.assign(env, await newData(directory));
  env.LATCHKIT_BACKUP_KEYS = await runCommand(['backup-key', file('backup-key.json')], {});
  writeFileSync(file('backup'), 'never read');
});
afterAll(() => rmSync(parent, { recursive: true, force: true }));

/** Adds steps of a newer version, or removes them. Returns the rows of all tables by name. */
async function change(sql: string): Promise<unknown> {
  const database = await openData(env);
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
    const empty = {
      ...env,
      LATCHKIT_DATA_DIR: file('empty'),
      DATABASE_URL: hasPostgres() ? await emptyPostgres() : '',
    };
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
