import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emptyPostgres, hasPostgres, NO_POSTGRES } from '../../test/testDatabase.js';
import { openPglite } from '../platform/adapters/pglite/pglite.js';
import { openPostgres } from '../platform/adapters/postgres.js';
import { migrate } from '../platform/migrate.js';
import type { Database } from '../platform/ports/Database.js';
import { createGateway } from './createGateway.js';
import { migrations } from './migrations.js';

/** The schema of the first release, with data that an operator saved. */
async function previous(database: Database): Promise<void> {
  await migrate(
    database,
    migrations.filter(({ version }) => version === 1),
  );
  await database.query(
    `insert into projects (id, name, features, allowed_origins, created_at, updated_at)
     values ('shop', 'Shop ''n'' more', '{"email": false, "socials": ["google"]}', '["https://shop.example"]', '2026-01-01', '2026-01-02')`,
  );
}

async function journey(database: Database): Promise<void> {
  await previous(database);
  const { projects, close } = await createGateway({ database });
  expect(await projects.find('shop')).toEqual({
    id: 'shop',
    name: "Shop 'n' more",
    features: { email: false, socials: ['google'] },
    allowedOrigins: ['https://shop.example'],
    trustedOrigins: [],
    isAnalyticsEnabled: true,
    wallets: [],
    smartAccounts: { hostPaymasters: false, permissions: { enabled: false, functions: [], approved: [] } },
  });
  const rows = await database.query('select created_at, updated_at from projects');
  expect(rows).toEqual([{ created_at: new Date('2026-01-01'), updated_at: new Date('2026-01-02') }]);
  const versions = await database.query('select version from schema_migrations order by version');
  expect(versions.map(({ version }) => version)).toEqual(migrations.map(({ version }) => version));
  close();
}

/** The schema before sign-in and histories, with an event that a page reported. */
async function beforeSignIn(database: Database): Promise<void> {
  await database.script('drop schema public cascade; create schema public;');
  await migrate(
    database,
    migrations.filter(({ version }) => version <= 2),
  );
  await database.query(
    `insert into projects (id, name, is_analytics_enabled) values ('shop', 'Shop', false)`,
  );
  await database.query(
    `insert into events (project_id, event_id, type, event, url, domain, occurred_at, props)
     values ('shop', 'one', 'track', 'X', 'https://shop.example/', 'shop.example', '2026-01-01', '{"a": [1]}')`,
  );
}

async function laterJourney(database: Database): Promise<void> {
  await beforeSignIn(database);
  const gateway = await createGateway({ database });
  expect(await gateway.projects.find('shop')).toMatchObject({ name: 'Shop', isAnalyticsEnabled: false });
  const events = await database.query('select event_id, props from events');
  expect(events).toEqual([{ event_id: 'one', props: { a: [1] } }]);
  // New tables exist, are empty, and are deleted with their project.
  await database.query(
    `insert into siwx_nonces (nonce, project_id, domain, expires_at) values ('n', 'shop', 'shop.example', now())`,
  );
  await database.query(`delete from projects where id = 'shop'`);
  for (const table of ['siwx_nonces', 'siwx_sessions', 'signing_keys', 'indexed_chains', 'events']) {
    expect(await database.query(`select * from ${table}`), table).toEqual([]);
  }
  await gateway.close();
}

/** A project that is deleted, on this database. */
async function deletedProject(database: Database): Promise<void> {
  await database.script('drop schema public cascade; create schema public;');
  const gateway = await createGateway({ database });
  // What other stores and backups keep by the id of a deleted project belongs to nobody else.
  const next = { id: 'next', name: 'Next', features: {}, allowedOrigins: [] };
  await gateway.projects.save(next);
  expect(await gateway.projects.delete('next')).toBe(true);
  await expect(gateway.projects.create(next)).rejects.toMatchObject({ code: 'PROJECT_ID_USED' });
  await expect(gateway.projects.save(next)).rejects.toMatchObject({ code: 'PROJECT_ID_USED' });
  expect(await gateway.projects.find('next')).toBeUndefined();
  await gateway.projects.seed(next);
  await gateway.projects.save({ ...next, name: 'Again' });
  expect(await gateway.projects.find('next')).toMatchObject({ name: 'Again' });
  await gateway.close();
}

describe('migrating from the previous schema', () => {
  describe('on PGlite', () => {
    let database: Database;
    beforeAll(async () => {
      // Dates without a time zone are read in that of the server.
      database = await openPglite();
      await database.query("set time zone 'UTC'");
    });
    afterAll(() => database.close());
    it('preserves every project', () => journey(database));
    it('adds sign-in and histories, and preserves reported events', () => laterJourney(database));
    it('gives the id of a deleted project to nobody', () => deletedProject(database));
  });

  describe('on PostgreSQL', () => {
    if (!hasPostgres()) {
      it('preserves every project', ({ skip }) => skip(NO_POSTGRES));
      return;
    }
    let database: Database;
    beforeAll(async () => {
      database = await openPostgres(`${await emptyPostgres()}?options=-c%20TimeZone%3DUTC`);
    });
    afterAll(() => database.close());
    it('preserves every project', () => journey(database));
    it('adds sign-in and histories, and preserves reported events', () => laterJourney(database));
    it('gives the id of a deleted project to nobody', () => deletedProject(database));
  });
});
