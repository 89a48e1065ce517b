import { describe, expect, it } from 'vitest';
import { memoryCache } from './adapters/memory/memoryCache.js';
import { lease } from './lease.js';

describe('lease', () => {
  it('is held by one replica for as long as it renews the lease', async () => {
    let time = 0;
    const cache = memoryCache(() => time);
    const [one, two] = [1, 2].map(() => lease(cache, 'x', 1_000, () => time));
    expect([await one?.hold(), await two?.hold()]).toEqual([true, false]);
    for (let step = 0; step < 30; step += 1) {
      time += 300;
      expect([await one?.hold(), await two?.hold()]).toEqual([true, false]);
    }
  });

  it('passes on when its holder stops renewing or releases it', async () => {
    let time = 0;
    const cache = memoryCache(() => time);
    const [one, two] = [1, 2].map(() => lease(cache, 'x', 1_000, () => time));
    await one?.hold();
    time += 1_001;
    expect([await two?.hold(), await one?.hold()]).toEqual([true, false]);
    await two?.release();
    expect(await one?.hold()).toBe(true);
    // A replica without the lease cannot release it.
    await two?.release();
    expect([await two?.hold(), await one?.hold()]).toEqual([false, true]);
  });

  it('is not trusted shortly before its end, when another replica may already have it', async () => {
    let time = 0;
    const cache = memoryCache(() => time);
    const [one, two] = [1, 2].map(() => lease(cache, 'x', 1_000, () => time));
    await one?.hold();
    time += 900;
    expect([await one?.hold(), await two?.hold()]).toEqual([false, false]);
    time += 101;
    expect(await two?.hold()).toBe(true);
  });

  it('is held by every replica while the cache is unreachable', async () => {
    const cache = memoryCache();
    await cache.close();
    expect(await lease(cache, 'x', 1_000).hold()).toBe(true);
  });
});
