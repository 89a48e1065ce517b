import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { awaitedLater } from '../../../../../../scripts/lib/awaitedLater.mjs';
import { mailboxConformance } from '../../../../test/conformance/mailboxConformance.js';
import { pgliteTestDatabase } from '../../../../test/database/pgliteTestDatabase.js';
import { hasRedis, NO_REDIS, startRedis } from '../../../../test/servers/startRedis.js';
import { hasPostgres, NO_POSTGRES, newPostgres } from '../../../../test/testDatabase.js';
import { openPostgres } from '../../../platform/adapters/postgres.js';
import { migrate } from '../../../platform/migrate.js';
import type { Database } from '../../../platform/ports/Database.js';
import { migrations } from '../../migrations.js';
import { databaseMailbox } from './databaseMailbox.js';
import { groupCommit } from './groupCommit.js';
import { memoryMailbox } from './memoryMailbox.js';
import { redisMailbox } from './redisMailbox.js';

const NETWORK = '192.0.2.1';
let time = 1_700_000_000_000;
const fake = {
  now: () => time,
  pass: async (milliseconds: number) => {
    time += milliseconds;
  },
};

mailboxConformance('memoryMailbox', {
  open: async limits => memoryMailbox(limits, fake.now),
  shared: false,
  ...fake,
});

describe('memoryMailbox', () => {
  const mail = (id: number, message: string) => ({
    topic: 'aa',
    id: String(id),
    message,
    tag: 1,
    sender: 'x',
    publishedAt: 0,
    expiresAt: 10,
  });

  it('bounds its messages and remembered ids', async () => {
    const mailbox = memoryMailbox({ bytes: 10_000, remembered: 1 }, () => 0);
    const [first, second] = [mail(1, 'x'.repeat(9_000)), mail(2, 'y'.repeat(9_000))];
    expect(await mailbox.append([first, second], NETWORK)).toEqual(['kept', 'kept']);
    const waiting = await mailbox.list({ topics: ['aa'], except: '', limit: 10 });
    expect(waiting.map(one => one.mail)).toEqual([second]);
    for (const id of [1, 2, 3]) {
      await mailbox.append([mail(id, '')], NETWORK);
      await mailbox.acknowledge('aa', String(id));
    }
    expect(await mailbox.append([mail(1, ''), mail(2, ''), mail(3, '')], NETWORK)).toEqual([
      'kept',
      'acknowledged',
      'acknowledged',
    ]);
  });
});

describe('groupCommit', () => {
  it('groups items that arrive during a write, and refuses items after it is closed', async () => {
    const groups: number[][] = [];
    const written: (() => void)[] = [];
    const commit = groupCommit<number, number>(
      async items => {
        groups.push([...items]);
        await new Promise<void>(resolve => written.push(resolve));
        return items.map(item => item * 2);
      },
      { most: 3 },
    );
    const first = awaitedLater(commit.add(1));
    await expect.poll(() => groups).toEqual([[1]]);
    const later = awaitedLater(Promise.all([2, 3, 4, 5].map(item => commit.add(item))));
    written.shift()?.();
    expect(await first).toBe(2);
    await expect.poll(() => groups).toEqual([[1], [2, 3, 4]]);
    const closed = awaitedLater(commit.close());
    await expect(commit.add(9)).rejects.toMatchObject({ code: 'MAILBOX_CLOSED' });
    written.shift()?.();
    await expect.poll(() => groups).toEqual([[1], [2, 3, 4], [5]]);
    written.shift()?.();
    expect(await later).toEqual([4, 6, 8, 10]);
    await closed;
  });

  it('rejects a group whose write fails, and continues with the next', async () => {
    const reason = new Error('away');
    const commit = groupCommit<number, number>(
      async items => {
        if (items.includes(1)) throw reason;
        return items;
      },
      { most: 2 },
    );
    const results = await Promise.allSettled([1, 2, 3].map(item => commit.add(item)));
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled']);
  });
});

/** A message that a database rejects must not fail the others in its group. */
async function refusesOnlyTheBadOne(database: Database): Promise<void> {
  const mailbox = databaseMailbox(database);
  const topic = randomBytes(32).toString('hex');
  const mails = Array.from({ length: 100 }, (_, index) => ({
    topic,
    id: String(index),
    message: 'x',
    tag: 1,
    sender: 'x',
    publishedAt: 0,
    expiresAt: Date.now() + 60_000,
    ...(index === 50 && { attestation: 'a\0b' }),
    ...(index === 51 && { attestation: '\ud800' }),
  }));
  const results = await Promise.allSettled(mails.map(mail => mailbox.append([mail], NETWORK)));
  const failed = results.flatMap(({ status }, index) => (status === 'rejected' ? index : []));
  expect(failed).toEqual([50, 51]);
  expect(await mailbox.list({ topics: [topic], except: '', limit: 200 })).toHaveLength(98);
}

describe('databaseMailbox', () => {
  let pglite: Database;
  beforeAll(async () => {
    pglite = await pgliteTestDatabase();
  });
  afterAll(() => pglite.close());

  mailboxConformance('on PGlite', {
    open: async limits => databaseMailbox(pglite, limits, fake.now),
    shared: true,
    ...fake,
  });

  it('refuses only the messages that PGlite cannot store, not their group', () =>
    refusesOnlyTheBadOne(pglite));

  describe('on a PostgreSQL server', () => {
    if (!hasPostgres()) {
      it('passes the conformance suite', ({ skip }) => skip(NO_POSTGRES));
      return;
    }
    let databases: Database[];
    let turn = 0;
    beforeAll(async () => {
      const url = await newPostgres();
      databases = await Promise.all([openPostgres(url), openPostgres(url)]);
      await Promise.all(databases.map(database => migrate(database, migrations)));
    });
    afterAll(async () => {
      await Promise.all(databases.map(database => database.close()));
    });

    mailboxConformance('databaseMailbox', {
      async open(limits) {
        turn += 1;
        const database = databases[turn % 2];
        if (!database) throw new Error('No database');
        return databaseMailbox(database, limits, fake.now);
      },
      shared: true,
      ...fake,
    });

    it('refuses only the messages that PostgreSQL cannot store, not their group', () =>
      Promise.all(databases.map(refusesOnlyTheBadOne)));

    it('stores a message once when replicas add it at the same time', async () => {
      const mailboxes = databases.map(database => databaseMailbox(database));
      const expiresAt = Date.now() + 60_000;
      const mails = Array.from({ length: 200 }, (_, index) => ({
        topic: 'ee'.repeat(32),
        id: String(index),
        message: 'x',
        tag: 1,
        sender: 'x',
        publishedAt: 0,
        expiresAt,
      }));
      const [one = [], two = []] = await Promise.all(
        mailboxes.map(mailbox => mailbox.append(mails, NETWORK)),
      );
      const pairs = one.map((outcome, index) => [outcome, two[index]].sort());
      expect(new Set(pairs.map(String))).toEqual(new Set(['kept,waiting']));
    });
  });
});

describe('redisMailbox', () => {
  if (!hasRedis()) {
    it('passes the conformance suite', ({ skip }) => skip(NO_REDIS));
    return;
  }
  let server: Awaited<ReturnType<typeof startRedis>>;
  beforeAll(async () => {
    server = await startRedis();
  });
  afterAll(() => server.stop());

  mailboxConformance('redisMailbox', {
    open: limits => redisMailbox(server.url, limits),
    shared: true,
    now: Date.now,
  });
});
