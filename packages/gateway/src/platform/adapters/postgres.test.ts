import { isError } from 'latchkit/protocol';
import pg from 'pg';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { freePort } from '../../../../../scripts/lib/ports.mjs';
import { databaseConformance } from '../../../test/conformance/databaseConformance.js';
import { postgresPrograms, startPostgres } from '../../../test/servers/startPostgres.js';
import { emptyPostgres, hasPostgres, NO_POSTGRES } from '../../../test/testDatabase.js';
import { openPostgres } from './postgres.js';
import { requireWritable } from './requireWritable.js';

const codeOf = (error: unknown) => (isError(error) ? error.code : String(error));

describe('openPostgres', () => {
  it('rejects when no server answers', async () => {
    const url = `postgres://nobody:s3cret@127.0.0.1:${await freePort()}/none`;
    const error: unknown = await openPostgres(url).catch((reason: unknown) => reason);
    expect(error).toMatchObject({
      code: 'DATABASE_UNREACHABLE',
      details: expect.stringContaining('Nothing listens at this address'),
    });
    expect(String(error)).not.toContain('s3cret');
  });

  if (!hasPostgres()) {
    it('passes the conformance suite', ({ skip }) => skip(NO_POSTGRES));
    return;
  }

  it('rejects a transaction whose connection ended between two statements, and opens another one', async () => {
    const database = await openPostgres(await emptyPostgres());
    onTestFinished(() => database.close());
    const connection = 'select pg_backend_pid() as pid';
    const transacted = database.transaction(async ({ query }) => {
      const [row] = await query(connection);
      const ended = () => database.query('select 1 from pg_stat_activity where pid = $1', [Number(row?.pid)]);
      await database.query('select pg_terminate_backend($1)', [Number(row?.pid)]);
      await expect.poll(ended).toEqual([]);
      return query(connection);
    });
    expect(await transacted.catch(codeOf)).toBe('DATABASE_UNREACHABLE');
    expect(await database.transaction(({ query }) => query(connection))).toHaveLength(1);
  });

  it('leaves a server that takes no writes, and says that it is away (GW-04)', async () => {
    const server = await startPostgres(postgresPrograms() as string);
    const database = await openPostgres(server.url);
    const admin = new pg.Client({ connectionString: server.url });
    await admin.connect();
    onTestFinished(async () => {
      await Promise.all([database.close(), admin.end()]);
      await server.stop();
    });
    await database.query('create table things (id integer)');
    await requireWritable(database);
    const readOnly = async (value: 'on' | 'off') => {
      await admin.query('set default_transaction_read_only = off');
      await admin.query(`alter system set default_transaction_read_only = ${value}`);
      await admin.query('select pg_reload_conf()');
    };
    const write = () => database.query('insert into things values (1)').then(() => 'written', codeOf);
    const transact = () =>
      database
        .transaction(({ query }) => query('insert into things values (1)'))
        .then(() => 'written', codeOf);
    await readOnly('on');
    await expect.poll(transact).toBe('DATABASE_UNREACHABLE');
    for (let count = 0; count < 12; count += 1) expect(await transact()).toBe('DATABASE_UNREACHABLE');
    expect(await write()).toBe('DATABASE_UNREACHABLE');
    await expect(requireWritable(database)).rejects.toMatchObject({ code: 'DATABASE_UNREACHABLE' });
    await readOnly('off');
    await expect.poll(transact).toBe('written');
    expect(await write()).toBe('written');
    await requireWritable(database);
  });

  let url: string;
  beforeAll(async () => {
    url = await emptyPostgres();
  });
  databaseConformance('on a server', () => openPostgres(url), { concurrent: true });
});
