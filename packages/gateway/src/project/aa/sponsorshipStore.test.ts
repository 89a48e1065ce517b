import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { postgresPrograms, startPostgres } from '../../../test/servers/startPostgres.js';
import { openPostgres } from '../../platform/adapters/postgres.js';
import { migrate } from '../../platform/migrate.js';
import type { Database } from '../../platform/ports/Database.js';
import { migrations } from '../migrations.js';
import { projectStore } from '../projects/store.js';
import { sponsorshipStore } from './sponsorshipStore.js';

const programs = postgresPrograms();
const PROJECT = 'a'.repeat(32);

describe.skipIf(!programs)('sponsorshipStore', () => {
  let postgres: Awaited<ReturnType<typeof startPostgres>>;
  const replicas: Database[] = [];
  beforeAll(async () => {
    postgres = await startPostgres(programs ?? '');
    for (let count = 0; count < 2; count += 1) replicas.push(await openPostgres(postgres.url));
    const [database] = replicas;
    if (!database) throw new Error('There is no database');
    await migrate(database, migrations);
    await projectStore(database).create({ id: PROJECT, name: 'Shop', features: {}, allowedOrigins: [] });
  });
  afterAll(async () => {
    await Promise.all(replicas.map(replica => replica.close()));
    await postgres.stop();
  });

  it('holds its allowances under 100 parallel requests on two replicas', async () => {
    const stores = replicas.map(replica => sponsorshipStore(replica));
    const policy = {
      chains: ['eip155:1'],
      origins: [],
      targets: [],
      perUser: { gas: 1_000 },
      total: { gas: 1_700 },
    };
    const reserve = (index: number) => {
      const operation = {
        chainId: 'eip155:1',
        sender: '0x1',
        nonce: String(index),
        gas: 100,
        microUsd: undefined,
      };
      const userId = index % 4 === 0 ? 'other' : 'user';
      return stores[index % 2]?.reserve({ projectId: PROJECT, userId, ...operation }, policy);
    };
    const found = await Promise.all(Array.from({ length: 100 }, (_, index) => reserve(index)));
    expect(found.filter(one => one === undefined)).toHaveLength(17);
    const [row] = (await replicas[0]?.query(
      `select sum(gas)::int as total, max(used)::int as most from sponsored_operations,
         (select sum(gas) as used from sponsored_operations group by user_id) as users`,
    )) ?? [{}];
    expect(Number(row?.most)).toBeLessThanOrEqual(1_000);
  });
});
