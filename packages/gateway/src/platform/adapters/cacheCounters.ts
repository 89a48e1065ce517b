import type { Cache } from '../ports/Cache.js';
import type { Counters } from '../ports/Counters.js';

/** Counters in a cache that replicas share. */
export function cacheCounters(cache: Cache, prefix: string): Counters {
  return {
    increment: (key, by, window) => cache.increment(prefix + key, by, window),
    read: async key => Number((await cache.get(prefix + key)) ?? 0),
  };
}
