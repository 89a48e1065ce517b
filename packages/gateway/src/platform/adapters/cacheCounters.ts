import type { Cache } from '../ports/Cache.js';
import type { Counters } from '../ports/Counters.js';

/** Counters in a cache that replicas share. */
export function cacheCounters(cache: Cache, prefix: string): Counters {
  const increment: Counters['increment'] = (key, by, window) => cache.increment(prefix + key, by, window);
  const giveBack = async (key: string, window: number, ends: number) => {
    // A use of a window that has ended would be a further one of the next.
    if (Date.now() < ends && (await increment(key, -1, window)).count < 0) await increment(key, 1, window);
  };
  return {
    increment,
    async reserve(key, most, window) {
      const { count, resetsIn } = await increment(key, 1, window);
      const ends = Date.now() + resetsIn;
      if (count <= most) return { count, giveBack: () => giveBack(key, window, ends) };
      await giveBack(key, window, ends);
      return undefined;
    },
    read: async key => Number((await cache.get(prefix + key)) ?? 0),
  };
}
