import type { Cache } from '../ports/Cache.js';
import type { Database } from '../ports/Database.js';
import type { PubSub } from '../ports/PubSub.js';
import { memoryCache } from './memory/memoryCache.js';
import { memoryPubSub } from './memory/memoryPubSub.js';
import { openPglite, type ReportOpening } from './pglite/pglite.js';
import { openPostgres } from './postgres.js';
import { redisCache } from './redis/redisCache.js';
import { redisPubSub } from './redis/redisPubSub.js';

/** Database, cache and message channels of a gateway. */
export interface Adapters {
  readonly database: Database;
  readonly cache: Cache;
  readonly pubSub: PubSub;
  /** Closes all three. Further calls do nothing. */
  close(): Promise<void>;
}

/** Where the servers and the data are. */
export interface AdapterSettings {
  /** PostgreSQL server; undefined: PGlite in `dataDirectory`. */
  readonly databaseUrl: string | undefined;
  readonly dataDirectory: string;
  /** Redis server that replicas share; undefined: each process keeps its own counters and caches. */
  readonly redisUrl: string | undefined;
}

/**
 * Opens the adapters that the settings name. If one fails to open, the others are closed.
 *
 * @param report - Called repeatedly while opening the database's files takes long.
 * @throws the error of the adapter that fails to open.
 */
export async function openAdapters(
  { databaseUrl, dataDirectory, redisUrl }: AdapterSettings,
  report?: ReportOpening,
): Promise<Adapters> {
  const opening = [
    redisUrl ? redisCache(redisUrl) : memoryCache(),
    redisUrl ? redisPubSub(redisUrl) : memoryPubSub(),
    databaseUrl ? openPostgres(databaseUrl) : openPglite(dataDirectory, report),
  ] as const;
  const opened = await Promise.allSettled(opening);
  const failed = opened.find(result => result.status === 'rejected');
  if (failed) {
    await Promise.all(
      opened.map(result => (result.status === 'fulfilled' ? result.value.close() : undefined)),
    );
    throw failed.reason;
  }
  const [cache, pubSub, database] = await Promise.all(opening);
  return {
    database,
    cache,
    pubSub,
    async close() {
      await Promise.all([cache.close(), pubSub.close(), database.close()]);
    },
  };
}
