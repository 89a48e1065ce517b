import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cacheCounters } from '../../src/platform/adapters/cacheCounters.js';
import type { Cache } from '../../src/platform/ports/Cache.js';

/**
 * Tests that every `Cache` must pass.
 *
 * @param open - Opens a cache. If `shared`, each call opens the same cache; otherwise a new one.
 * @param pass - Advances time for the cache by so many milliseconds, with a fake clock if possible.
 */
export function cacheConformance(
  name: string,
  open: () => Promise<Cache>,
  { shared, pass = sleep }: { shared: boolean; pass?: (milliseconds: number) => Promise<unknown> },
): void {
  describe(name, () => {
    let cache: Cache;
    beforeAll(async () => {
      cache = await open();
    });
    afterAll(() => cache.close());

    it('returns a value until it is deleted', async () => {
      expect(await cache.get('none')).toBeUndefined();
      const value = `'"\n\0é☃ ${'x'.repeat(100_000)}`;
      await cache.set('a', value, 60_000);
      await cache.set('', 'empty key', 60_000);
      await cache.set('b', '', 60_000);
      expect([await cache.get('a'), await cache.get(''), await cache.get('b')]).toEqual([
        value,
        'empty key',
        '',
      ]);
      await cache.set('a', 'other', 60_000);
      expect(await cache.get('a')).toBe('other');
      await cache.delete('a');
      await cache.delete('a');
      expect(await cache.get('a')).toBeUndefined();
    });

    it('drops an expired value', async () => {
      await cache.set('short', 'x', 200);
      await cache.set('long', 'x', 60_000);
      expect(await cache.get('short')).toBe('x');
      await pass(250);
      expect([await cache.get('short'), await cache.get('long')]).toEqual([undefined, 'x']);
    });

    it('counts within a window that the first addition starts', async () => {
      expect(await cache.increment('n', 2, 400)).toEqual({ count: 2, resetsIn: 400 });
      await pass(250);
      const second = await cache.increment('n', 1, 400);
      expect(second.count).toBe(3);
      expect(second.resetsIn).toBeGreaterThan(0);
      expect(second.resetsIn).toBeLessThanOrEqual(150);
      await pass(200);
      expect(await cache.increment('n', 5, 400)).toEqual({ count: 5, resetsIn: 400 });
    });

    it('bounds concurrent uses that are reserved in it', async () => {
      const counters = cacheCounters(cache, 'reserved:');
      const found = await Promise.all(
        Array.from({ length: 50 }, () => counters.reserve('tries', 15, 60_000)),
      );
      expect(found.filter(one => one !== undefined)).toHaveLength(15);
      expect(await counters.read('tries')).toBe(15);
    });

    it('loses no concurrent addition', async () => {
      const states = await Promise.all(Array.from({ length: 200 }, () => cache.increment('many', 1, 60_000)));
      expect(states.map(({ count }) => count).sort((a, b) => a - b)).toEqual(
        Array.from({ length: 200 }, (_, index) => index + 1),
      );
    });

    it('rejects calls once closed, and can be closed twice', async () => {
      const other = await open();
      await other.set('across', 'seen', 60_000);
      if (shared) {
        expect(await cache.get('across')).toBe('seen');
        await Promise.all([other.increment('both', 1, 60_000), cache.increment('both', 1, 60_000)]);
        expect((await cache.increment('both', 1, 60_000)).count).toBe(3);
      }
      await Promise.all([other.close(), other.close()]);
      await expect(other.get('across')).rejects.toThrow();
      await expect(other.increment('across', 1, 1_000)).rejects.toThrow();
    });
  });
}
