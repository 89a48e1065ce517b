import { BaseError } from 'latchkit/protocol';
import type { Cache } from '../../ports/Cache.js';

interface Entry {
  value: string;
  /** Unix time in milliseconds. */
  readonly expires: number;
}

/** Maximum number of entries; the oldest are evicted, so that a flood of keys cannot fill the memory. */
const MAX_ENTRIES = 100_000;

/**
 * A cache inside this process, for a gateway without replicas.
 *
 * @param now - Clock, in milliseconds.
 */
export function memoryCache(now: () => number = Date.now, maxEntries = MAX_ENTRIES): Cache {
  const entries = new Map<string, Entry>();
  let open = true;

  const read = (key: string): Entry | undefined => {
    if (!open) throw new BaseError('CACHE_CLOSED', 'The cache is closed');
    const entry = entries.get(key);
    if (entry && entry.expires <= now()) {
      entries.delete(key);
      return undefined;
    }
    return entry;
  };
  const write = (key: string, entry: Entry) => {
    // Delete first: a map keeps the position of a key that is set again, and the oldest entries are evicted first.
    entries.delete(key);
    if (entries.size >= maxEntries) makeRoom();
    entries.set(key, entry);
  };
  const makeRoom = () => {
    const time = now();
    for (const [key, { expires }] of entries) if (expires <= time) entries.delete(key);
    for (const key of entries.keys()) {
      if (entries.size < maxEntries) return;
      entries.delete(key);
    }
  };

  return {
    async get(key) {
      return read(key)?.value;
    },
    async set(key, value, ttl) {
      read(key);
      write(key, { value, expires: now() + ttl });
    },
    async delete(key) {
      read(key);
      entries.delete(key);
    },
    async increment(key, by, window) {
      const entry = read(key);
      const count = Number(entry?.value ?? 0) + by;
      if (entry) entry.value = String(count);
      else write(key, { value: String(count), expires: now() + window });
      return { count, resetsIn: entry ? entry.expires - now() : window };
    },
    async close() {
      open = false;
      entries.clear();
    },
  };
}
