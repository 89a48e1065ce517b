import { describe, expect, it } from 'vitest';
import { cacheConformance } from '../../../../test/conformance/cacheConformance.js';
import { memoryCache } from './memoryCache.js';

let time = 1_000;
const now = () => time;

cacheConformance('memoryCache', async () => memoryCache(now), {
  shared: false,
  async pass(milliseconds) {
    time += milliseconds;
  },
});

describe('memoryCache under a flood', () => {
  it('keeps the newest entries only', async () => {
    const cache = memoryCache(now, 3);
    for (const key of ['a', 'b', 'c']) await cache.set(key, key, 60_000);
    await cache.set('a', 'again', 60_000);
    await cache.set('d', 'd', 60_000);
    const values = await Promise.all(['a', 'b', 'c', 'd'].map(key => cache.get(key)));
    expect(values).toEqual(['again', undefined, 'c', 'd']);
  });

  it('evicts expired entries first', async () => {
    const cache = memoryCache(now, 3);
    await cache.set('kept', 'x', 60_000);
    await cache.set('short', 'x', 10);
    await cache.set('other', 'x', 60_000);
    time += 20;
    await cache.set('new', 'x', 60_000);
    expect(await cache.get('kept')).toBe('x');
  });
});
