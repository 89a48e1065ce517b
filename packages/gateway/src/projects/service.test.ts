import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { memoryPubSub } from '../adapters/memoryPubSub.js';
import { openPglite } from '../adapters/pglite.js';
import { migrate } from '../migrations/migrate.js';
import type { Database } from '../ports/Database.js';
import { waitUntil } from '../testing/waitUntil.js';
import { PROJECT_CHANGES, type ProjectService, projectService } from './service.js';
import { type ProjectStore, projectStore } from './store.js';

let database: Database;
/** Milliseconds on the clock of the service. */
let time: number;
/** What the database waits for once it has read. */
let gate: Promise<void>;
let open: () => void;
let reads: number;
let store: ProjectStore;
let service: ProjectService;
const changes = memoryPubSub();

beforeAll(async () => {
  database = await openPglite();
  await migrate(database);
});
afterAll(() => database.close());
beforeEach(async () => {
  time = 0;
  reads = 0;
  gate = Promise.resolve();
  const gated: Database = {
    ...database,
    async query(...statement) {
      reads += 1;
      const rows = await database.query(...statement);
      await gate;
      return rows;
    },
  };
  store = projectStore(database);
  await save('first');
  service = await projectService(projectStore(gated), changes, false, () => time);
  await service.get('shop');
});

const save = (name: string) => store.save({ id: 'shop', name, features: {}, allowedOrigins: [] });
const shut = () => {
  gate = new Promise(resolve => {
    open = resolve;
  });
};
const known = () => service.known('shop')?.name;

describe('projectService', () => {
  it('has nobody wait while a copy in use is made anew', async () => {
    await save('second');
    shut();
    time = 1_000;
    expect([known(), (await service.get('shop')).name, known()]).toEqual(['first', 'first', 'first']);
    expect(reads).toBe(2);
    open();
    await waitUntil(async () => known() === 'second');
    expect(reads).toBe(2);
  });

  it('serves no copy for longer than its life, however long the database takes', async () => {
    await save('second');
    shut();
    time = 1_499;
    expect(known()).toBe('first');
    time = 1_500;
    expect(known()).toBeUndefined();
    const found = service.get('shop');
    open();
    expect((await found).name).toBe('second');
  });

  it('keeps nothing that was read before a change that it was told of', async () => {
    shut();
    time = 1_000;
    expect(known()).toBe('first');
    // The database has read, and its answer is under way.
    await database.query('select 1');
    await save('second');
    await changes.publish(PROJECT_CHANGES, 'shop');
    open();
    expect((await service.get('shop')).name).toBe('second');
    expect(known()).toBe('second');
  });
});
