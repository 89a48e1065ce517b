import type { Cache } from './ports/Cache.js';

/** Shares of its lifetime after which a lease is renewed, and after which it is no longer trusted. */
const RENEWED = 0.4;
const TRUSTED = 0.8;

/** The right to do work that only one replica should do. */
export interface Lease {
  /** Acquires or renews the lease; false while another replica has it. */
  hold(): Promise<boolean>;
  /** Releases it for the next replica that tries. */
  release(): Promise<void>;
}

/**
 * A lease in the cache that replicas share. While the cache is unreachable, every replica holds it: a lease only saves work,
 * so the work must tolerate several holders.
 *
 * @param life - Milliseconds after which another replica takes over from one that has stopped.
 */
export function lease(cache: Cache, key: string, life: number, now: () => number = Date.now): Lease {
  let taken: number | undefined;
  const age = () => (taken === undefined ? Number.POSITIVE_INFINITY : Math.abs(now() - taken));
  return {
    async hold() {
      if (age() < life * RENEWED) return true;
      const asked = now();
      try {
        if (age() < life * TRUSTED) {
          await cache.set(key, '1', life);
          taken = asked;
          return true;
        }
        const { count } = await cache.increment(key, 1, life);
        taken = count === 1 ? asked : undefined;
        return taken !== undefined;
      } catch {
        return true;
      }
    },
    async release() {
      if (age() >= life * TRUSTED) return;
      taken = undefined;
      await cache.delete(key).catch(() => {});
    },
  };
}
