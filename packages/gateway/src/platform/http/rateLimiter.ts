import { memoryCache } from '../adapters/memory/memoryCache.js';
import type { Cache } from '../ports/Cache.js';
import { HttpError } from './HttpError.js';
import { networksOf } from './networksOf.js';

/** How often a /64 network's limit fits into its /48: a caller often has all 65,536 of them. */
const NETWORKS = 16;

/** Window of the limits, in milliseconds. */
const WINDOW = 60_000;

export interface RateLimiter {
  /**
   * Counts against a limit. An IPv6 /64 counts for its /48, too.
   *
   * @param kind - Kind of the limit, for metrics and error messages.
   * @param key - Identifies who is counted.
   * @param limit - Per minute; 0: none.
   * @throws HttpError 429 `RATE_LIMITED`, with the seconds to wait as `context.retryAfter`.
   */
  take(kind: string, key: string, limit: number, cost?: number): Promise<void>;
}

/** Receives the limiter's events. */
export interface RateLimiterEvents {
  refused(kind: string): void;
  /** The shared cache is unreachable; until it responds, this replica counts alone. */
  degraded(error: unknown): void;
}

/** Counts in the cache that replicas share. While it is unreachable, each replica counts alone instead of rejecting all. */
export function rateLimiter(cache: Cache, events: RateLimiterEvents): RateLimiter {
  const own = memoryCache();
  const count = async (kind: string, key: string, limit: number, cost: number) => {
    const name = `limit:${kind}:${key}`;
    const state = await cache.increment(name, cost, WINDOW).catch(error => {
      events.degraded(error);
      return own.increment(name, cost, WINDOW);
    });
    if (state.count <= limit) return;
    events.refused(kind);
    const retryAfter = Math.max(1, Math.ceil(state.resetsIn / 1_000));
    throw new HttpError(429, 'RATE_LIMITED', `Too many requests of this ${kind}`, {
      context: { retryAfter },
    });
  };
  return {
    async take(kind, key, limit, cost = 1) {
      if (limit <= 0 || cost <= 0) return;
      await count(kind, key, limit, cost);
      if (key.endsWith('::/64')) await count(kind, networksOf(key).wide, limit * NETWORKS, cost);
    },
  };
}
