import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrate } from '../../src/platform/migrate.js';
import type { Database } from '../../src/platform/ports/Database.js';
import { migrations } from '../../src/project/migrations.js';

/**
 * Tests that every `Database` must pass.
 *
 * @param open - Opens the same database each time; it is empty at first. Pass `concurrent: false` for an adapter that can be
 * open only once.
 */
export function databaseConformance(
  name: string,
  open: () => Promise<Database>,
  { concurrent }: { concurrent: boolean },
): void {
  describe(name, () => {
    let database: Database;
    beforeAll(async () => {
      database = await open();
      await database.script(
        'create table notes (id integer primary key, body jsonb, at timestamptz); select 1;',
      );
    });
    afterAll(() => database.close());

    valuesAndErrors(() => database);
    transactions(() => database);
    migrating(() => database);
    if (concurrent) replicas(open);

    it('rejects statements once closed, and can be closed twice', async () => {
      if (concurrent) {
        const second = await open();
        await Promise.all([second.close(), second.close()]);
        await expect(second.query('select 1')).rejects.toThrow();
        return;
      }
      await Promise.all([database.close(), database.close()]);
      await expect(database.query('select 1')).rejects.toThrow();
    });
  });
}

function valuesAndErrors(database: () => Database): void {
  it('binds values and returns typed rows', async () => {
    const at = new Date('2026-01-02T03:04:05.678Z');
    const body = { text: `'; drop table notes; --`, list: [1, null, { deep: true }] };
    await database().query('insert into notes values ($1, $2::jsonb, $3)', [1, JSON.stringify(body), at]);
    const rows = await database().query('select id, body, at, $1::text as none from notes where id = $2', [
      null,
      1,
    ]);
    expect(rows).toEqual([{ id: 1, body, at, none: null }]);
  });

  it('stores bytes unchanged', async () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);
    const [row] = await database().query('select $1::bytea as bytes, $2::bytea as none', [
      bytes,
      new Uint8Array(),
    ]);
    expect(row?.bytes).toBeInstanceOf(Uint8Array);
    expect(Buffer.from(row?.bytes as Uint8Array).equals(bytes)).toBe(true);
    expect(row?.none).toHaveLength(0);
  });

  it('reports the SQLSTATE and stays usable', async () => {
    await database().query('insert into notes (id) values (2)');
    await expect(database().query('insert into notes (id) values (2)')).rejects.toMatchObject({
      code: '23505',
    });
    await expect(database().query('select nonsense')).rejects.toMatchObject({ code: '42703' });
    expect(await database().query('select 1 as one')).toEqual([{ one: 1 }]);
  });
}

function transactions(database: () => Database): void {
  const count = async () =>
    (await database().query('select count(*)::int as n from notes where id between 10 and 19'))[0]?.n;

  it('commits a transaction, and returns its result', async () => {
    const result = await database().transaction(async runner => {
      await runner.query('insert into notes (id) values (10)');
      await runner.script('insert into notes (id) values (11); insert into notes (id) values (12);');
      return 'done';
    });
    expect([result, await count()]).toEqual(['done', 3]);
  });

  it('rolls a failed transaction back and rejects with its reason', async () => {
    const reason = new Error('no');
    const failed = database().transaction(async runner => {
      await runner.query('insert into notes (id) values (13)');
      throw reason;
    });
    await expect(failed).rejects.toBe(reason);
    const broken = database().transaction(async runner => {
      await runner.query('insert into notes (id) values (14)');
      await runner.query('insert into notes (id) values (14)');
    });
    await expect(broken).rejects.toMatchObject({ code: '23505' });
    expect(await count()).toBe(3);
  });

  it('isolates a transaction from other statements', async () => {
    const seen = await Promise.allSettled([
      database().transaction(async runner => {
        await runner.query('insert into notes (id) values (15)');
        await runner.query('select pg_sleep(0.05)');
        throw new Error('rolled back');
      }),
      database().query('insert into notes (id) values (16)'),
    ]);
    expect(seen.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
    expect(await database().query('select id from notes where id in (15, 16)')).toEqual([{ id: 16 }]);
  });
}

function migrating(database: () => Database): void {
  it('applies the migrations once, in order', async () => {
    await Promise.all([migrate(database(), migrations), migrate(database(), migrations)]);
    await migrate(database(), migrations);
    const rows = await database().query('select version from schema_migrations order by applied_at, version');
    expect(rows.map(({ version }) => version)).toEqual(migrations.map(({ version }) => version));
    expect(await database().query('select * from projects')).toEqual([]);
  });

  it('applies no migration of a set with a broken one', async () => {
    const steps = [
      ...migrations,
      { version: 901, name: 'good', sql: 'create table half (id integer);' },
      { version: 902, name: 'broken', sql: 'create table half (id integer);' },
    ];
    await expect(migrate(database(), steps)).rejects.toMatchObject({ code: '42P07' });
    expect(await database().query(`select to_regclass('half') as half`)).toEqual([{ half: null }]);
  });

  it('refuses a released migration whose text was changed', async () => {
    const changed = migrations.map(step => ({ ...step, sql: `${step.sql}; select 1` }));
    await expect(migrate(database(), changed)).rejects.toMatchObject({ code: 'MIGRATION_CHANGED' });
  });
}

function replicas(open: () => Promise<Database>): void {
  it('lets replicas that start together migrate one after the other', async () => {
    const opened = await Promise.all([open(), open(), open()]);
    const steps = [
      ...migrations,
      { version: 903, name: 'slow', sql: 'create table slow (id integer); select pg_sleep(0.2);' },
    ];
    try {
      await Promise.all(opened.map(database => migrate(database, steps)));
      expect(
        await opened[0]?.query('select version from schema_migrations where version = 903'),
      ).toHaveLength(1);
    } finally {
      await Promise.all(opened.map(database => database.close()));
    }
  });
}
