import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { hasRedis, NO_REDIS, startRedis } from '../../../../test/servers/startRedis.js';
import { hasPostgres, NO_POSTGRES, newPostgres, openTestDatabase } from '../../../../test/testDatabase.js';
import { memoryCache } from '../../../platform/adapters/memory/memoryCache.js';
import { openPostgres } from '../../../platform/adapters/postgres.js';
import { redisCache } from '../../../platform/adapters/redis/redisCache.js';
import { migrate } from '../../../platform/migrate.js';
import { WALLET_SCHEMA, walletMigrations } from '../walletMigrations.js';
import { cacheSealedMessages } from './cacheSealedMessages.js';
import { databaseSealedMessages } from './databaseSealedMessages.js';
import type { SealedMessages } from './SealedMessages.js';

/** The stores of two replicas, and a function that closes them. */
interface Replicas {
  readonly boxes: readonly [SealedMessages, SealedMessages];
  close(): Promise<unknown>;
}

const TABLE = `${WALLET_SCHEMA}.mailbox`;
const MINUTE = 60_000;

function conformance(name: string, open: () => Promise<Replicas>, hasClock: boolean): void {
  describe(name, () => {
    let replicas: Replicas;
    beforeAll(async () => {
      replicas = await open();
    });
    afterAll(() => replicas.close());

    it('returns a sealed message to one caller, across both replicas, and does not reuse its id', async () => {
      const [one, other] = replicas.boxes;
      const letter = 'x'.repeat(262_144);
      expect(await other.take('a')).toBeUndefined();
      expect(await one.put('a', letter, MINUTE)).toBe(true);
      expect(await other.put('a', 'another', MINUTE)).toBe(false);
      const taken = await Promise.all([1, 2, 3, 4].flatMap(() => [one.take('a'), other.take('a')]));
      expect(taken.filter(found => found !== undefined)).toEqual([letter]);
      expect(await one.put('a', 'another', MINUTE)).toBe(false);
      expect(await one.take('a')).toBeUndefined();
    });

    it('stores one of two sealed messages with the same id that arrive at the same time', async () => {
      const [one, other] = replicas.boxes;
      const put = await Promise.all([one.put('b', 'of one', MINUTE), other.put('b', 'of other', MINUTE)]);
      expect(put.filter(isKept => isKept)).toHaveLength(1);
      expect(await one.take('b')).toBe(put[0] ? 'of one' : 'of other');
    });

    // Redis uses its own clock.
    if (!hasClock) return;
    it('does not return an expired sealed message, and deletes it', async () => {
      const [one, other] = replicas.boxes;
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
      try {
        await one.put('c', 'late', MINUTE);
        vi.setSystemTime(Date.now() + MINUTE);
        expect(await other.take('c')).toBeUndefined();
        expect(await other.put('c', 'new', MINUTE)).toBe(true);
        expect(await one.take('c')).toBe('new');
      } finally {
        vi.useRealTimers();
      }
    });
  });
}

conformance(
  'sealed messages in the memory of one process',
  async () => {
    // Reads the clock at call time, because the tests replace it.
    const cache = memoryCache(() => Date.now());
    const box = cacheSealedMessages(cache, 'test:');
    return { boxes: [box, box], close: () => cache.close() };
  },
  true,
);

conformance(
  'letters in PGlite',
  async () => {
    const database = await openTestDatabase();
    await migrate(database, walletMigrations, WALLET_SCHEMA);
    const box = databaseSealedMessages(database, TABLE);
    return { boxes: [box, box], close: () => database.close() };
  },
  true,
);

if (!hasPostgres()) {
  it('sealed messages in PostgreSQL', ({ skip }) => skip(NO_POSTGRES));
} else {
  conformance(
    'sealed messages of two replicas in PostgreSQL',
    async () => {
      const url = await newPostgres();
      const [a, b] = [await openPostgres(url), await openPostgres(url)];
      await migrate(a, walletMigrations, WALLET_SCHEMA);
      const close = async () => {
        await Promise.all([a.close(), b.close()]);
      };
      return { boxes: [databaseSealedMessages(a, TABLE), databaseSealedMessages(b, TABLE)], close };
    },
    true,
  );
}

if (!hasRedis()) {
  it('sealed messages in Redis', ({ skip }) => skip(NO_REDIS));
} else {
  conformance(
    'sealed messages of two replicas in Redis',
    async () => {
      const server = await startRedis();
      const [a, b] = [await redisCache(server.url), await redisCache(server.url)];
      const close = async () => {
        await Promise.all([a.close(), b.close()]);
        await server.stop();
      };
      return { boxes: [cacheSealedMessages(a, 'test:'), cacheSealedMessages(b, 'test:')], close };
    },
    // Redis has its own clock; the cache's tests check that keys expire.
    false,
  );
}
