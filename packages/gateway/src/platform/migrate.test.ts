import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTestDatabase } from '../../test/testDatabase.js';
import { errorText } from '../commands/errorText.js';
import { migrations } from '../project/migrations.js';
import { walletMigrations } from '../wallet/service/walletMigrations.js';
import { vaultMigrations } from '../wallet/vault/vaultMigrations.js';
import { LANDED_CHECKSUMS } from './landedChecksums.js';
import { type Migration, migrate } from './migrate.js';
import type { Database } from './ports/Database.js';
import { sqlCode } from './sqlCode.js';
import { version } from './version.js';

const STEPS = [
  { version: 1, name: 'first', sql: "create table steps.a (b text default 'x y'); -- Old words.\n" },
  { version: 2, name: 'second', sql: 'create table steps.c (d integer);' },
] as const satisfies readonly Migration[];

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

let database: Database;
beforeEach(async () => {
  database = await openTestDatabase();
});
afterEach(async () => {
  await database.script('drop schema if exists steps cascade');
  await database.close();
});

const rows = () => database.query('select * from steps.schema_migrations order by version');
const refusal = (steps: readonly Migration[]) => migrate(database, steps, 'steps').then(String, errorText);
const withSql = (sql: string) => [{ ...STEPS[0], sql }, STEPS[1]];

describe('migrate', () => {
  it('records the checksum of the code, and the version of the program', async () => {
    await migrate(database, STEPS, 'steps', 1);
    expect(await rows()).toMatchObject([
      { version: 1, checksum: sha256("create table steps.a(b text default 'x y');"), applied_by: version() },
    ]);
    await migrate(database, STEPS, 'steps');
    expect((await rows()).map(row => row.version)).toEqual([1, 2]);
    // A restored backup of an older version starts with these.
    await migrate(database, STEPS, 'steps', 1);
    expect(await rows()).toHaveLength(2);
  });

  it('takes a step with other comments and white space for the same, and one with other code for another (DX-01)', async () => {
    await migrate(database, STEPS, 'steps');
    const before = await rows();
    await migrate(
      database,
      withSql("create table steps.a ( /* New words. */ b text\n default 'x y' );"),
      'steps',
    );
    expect(await refusal(withSql("create table steps.a (b text default 'x  y');"))).toBe(
      'MIGRATION_CHANGED: The data in steps was made by another program: step 1 (first) differs. Nothing was changed. ' +
        'Start the version that made this data, or restore a backup: see https://github.com/latchkit/latchkit/blob/main/docs/upgrade.md. ' +
        'In a program of your own, restore the code of the step, and make the change in a new step',
    );
    expect(await rows()).toEqual(before);
  });

  it.each([
    ['services for projects', migrations, 13],
    ['wallet service', walletMigrations, 25],
    ['vault', vaultMigrations, 17],
  ] as const)('knows the whole texts of all steps that landed: %s (DX-01)', (_store, steps, count) => {
    const codes = new Set(Object.values(LANDED_CHECKSUMS));
    const landed = steps.filter(step => step.version <= count);
    expect(landed).toHaveLength(count);
    expect(landed.filter(({ sql }) => !codes.has(sha256(sqlCode(sql)))).map(({ name }) => name)).toEqual([]);
  });

  it('accepts the three texts that landed and differ in comments or white space, and leaves their rows as they are (DX-01)', async () => {
    const landed = [
      // The vault's first step before and after 4fae5734.
      [
        'latchkit_vault',
        vaultMigrations,
        1,
        'ee59a2a72e84048a012004d704f4a1b6efc5f10f122009fc721d9c37252bc0fe',
      ],
      [
        'latchkit_vault',
        vaultMigrations,
        1,
        '2f918da86495a6ba6e4333c3a4ea6e066d640f6b01915046eae9094a5fff7f39',
      ],
      // The names of accounts in 7dfaa22a.
      ['public', migrations, 11, '44537c0d235e0e49ef3d07d5950a45dbd69877af8fd016b620cd4db37e07649c'],
    ] as const;
    for (const [schema, steps, step, checksum] of landed) {
      const table = `${schema}.schema_migrations`;
      await database.query(`update ${table} set checksum = $1 where version = $2`, [checksum, step]);
      await migrate(database, steps, schema);
      const [row] = await database.query(`select checksum from ${table} where version = $1`, [step]);
      expect(row).toEqual({ checksum });
    }
  });

  it("refuses the vault's first text, which made other columns and no gateway's data", async () => {
    await database.query(`update latchkit_vault.schema_migrations set checksum = $1 where version = 1`, [
      'f7fc6a3114efe965abe3c8af4aa2fd0f2a8d8018b279c3bc309710b31e9e8756',
    ]);
    await expect(migrate(database, vaultMigrations, 'latchkit_vault')).rejects.toMatchObject({
      code: 'MIGRATION_CHANGED',
    });
  });

  it('refuses a step that it does not know, says which version is needed, and changes nothing (DX-02)', async () => {
    await migrate(database, STEPS, 'steps', 1);
    await database.query(
      `insert into steps.schema_migrations (version, name, checksum, applied_by) values (3, 'third', 'x', '9.8.7'), (4, 'fourth', 'y', '9.9.0')`,
    );
    const before = await rows();
    expect(await refusal(STEPS)).toBe(
      'DATA_NEWER: The data in steps was made by a newer version of the gateway. ' +
        `It needs version 9.9.0, which added step 4 (fourth); this is version ${version()}. Nothing was changed. ` +
        'Start that version or a newer one, or restore the backup that was made before the upgrade: see https://github.com/latchkit/latchkit/blob/main/docs/upgrade.md',
    );
    await expect(migrate(database, STEPS, 'steps')).rejects.toMatchObject({ code: 'DATA_NEWER' });
    expect(await rows()).toEqual(before);
    expect(await database.query(`select to_regclass('steps.c') as name`)).toEqual([{ name: null }]);
  });

  it('names the step where no version is recorded, and adds nothing to the table of an older program that it refuses (DX-02)', async () => {
    await migrate(database, STEPS, 'steps');
    await database.script(`
      alter table steps.schema_migrations drop column applied_by;
      insert into steps.schema_migrations (version, name, checksum) values (3, 'third', 'x');
    `);
    expect(await refusal(STEPS)).toContain('It needs a version with step 3 (third)');
    expect(Object.keys((await rows())[0] ?? {})).not.toContain('applied_by');
    await database.script('delete from steps.schema_migrations where version = 3');
    const next = [...STEPS, { version: 3, name: 'third', sql: 'create table steps.e (f integer);' }];
    await migrate(database, next, 'steps');
    expect((await rows()).map(row => row.applied_by)).toEqual([null, null, version()]);
  });
});
