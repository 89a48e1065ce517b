import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import { cacheCounters } from '../../platform/adapters/cacheCounters.js';
import { memoryCache } from '../../platform/adapters/memory/memoryCache.js';
import { allowances } from './allowances.js';
import { cooldown } from './cooldown.js';
import { giveBackTaken, rememberTaken } from './takenAllowances.js';

const ONE = { count: 1, window: 60_000 };

describe('giveBackTaken', () => {
  it('gives back what its own call has taken, and nothing of another call (GW-05)', async () => {
    const counters = cacheCounters(memoryCache(), 'test:');
    const limits = allowances(counters, 1);
    const app = new Hono();
    app.use(rememberTaken);
    app.get('/:kind/:end', async context => {
      const { kind, end } = context.req.param();
      await limits.take(kind, 'a', ONE);
      await cooldown(counters, kind);
      if (end === 'failed') await giveBackTaken();
      return context.text('ok');
    });
    app.onError((_, context) => context.text('refused'));
    const ask = async (path: string) => (await app.request(path)).text();
    for (let at = 0; at < 5; at++) expect(await ask('/mail/failed')).toBe('ok');
    expect(await ask('/other/sent')).toBe('ok');
    expect([await ask('/mail/sent'), await ask('/mail/failed'), await ask('/mail/sent')]).toEqual([
      'ok',
      'refused',
      'refused',
    ]);
    expect(await ask('/other/sent')).toBe('refused');
  });
});
