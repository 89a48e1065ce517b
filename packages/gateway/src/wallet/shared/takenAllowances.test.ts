import { Hono } from 'hono';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { cacheCounters } from '../../platform/adapters/cacheCounters.js';
import { memoryCache } from '../../platform/adapters/memory/memoryCache.js';
import { allowances } from './allowances.js';
import { cooldown } from './cooldown.js';
import { takeOwnMail, takeStrangersMail } from './mailBudgets.js';
import type { Caller } from './proveCaller.js';
import { giveBackTaken, rememberTaken } from './takenAllowances.js';
import { WALLET_ALLOWANCES, WALLET_TIMES } from './walletLimits.js';

const ONE = { count: 1, window: 60_000 };
const { count: RETURNS, window: HOUR } = WALLET_ALLOWANCES.returnsOfLimit;
const CALLER = { jkt: 'key', network: '2001:db8:1:2::/64' } as Caller;

/** Calls that take limits; `ask` returns the answer to one whose email left, or did not. */
function calls() {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const counters = cacheCounters(memoryCache(), 'test:');
  const limits = allowances(counters, 1);
  const ask = async (take: () => Promise<unknown>, has: 'left' | 'failed') => {
    const app = new Hono();
    app.use(rememberTaken);
    app.get('/', async context => {
      await take();
      if (has === 'failed') await giveBackTaken();
      return context.text('ok');
    });
    app.onError((_, context) => context.text('refused'));
    return (await app.request('/')).text();
  };
  return { counters, limits, ask };
}

describe('giveBackTaken', () => {
  it('gives back what its own call has taken for its email, and nothing of another call (GW-05)', async () => {
    const { counters, limits, ask } = calls();
    const take = (kind: string) => async () => {
      await limits.takeForMail(kind, 'a', ONE);
      await cooldown(counters, kind);
    };
    expect(await ask(take('mail'), 'failed')).toBe('ok');
    expect(await ask(take('other'), 'left')).toBe('ok');
    expect(await ask(take('mail'), 'left')).toBe('ok');
    expect(await ask(take('mail'), 'failed')).toBe('refused');
    expect(await ask(take('mail'), 'left')).toBe('refused');
    expect(await ask(take('other'), 'left')).toBe('refused');
  });

  it('keeps the limits that others share (GW-05)', async () => {
    const { limits, ask } = calls();
    const take = () => limits.take('sign-in of network', '203.0.113.0', ONE);
    expect(await ask(take, 'failed')).toBe('ok');
    expect(await ask(take, 'left')).toBe('refused');
  });

  it.each([
    ['cooldown', (counters: ReturnType<typeof calls>['counters']) => cooldown(counters, 'key')],
    [
      'limit',
      (_: unknown, limits: ReturnType<typeof calls>['limits']) => limits.takeForMail('mail', 'index', ONE),
    ],
  ])(
    'gives a %s back a few times in an hour, so that no address is without a limit (GW-05)',
    async (_, take) => {
      const { counters, limits, ask } = calls();
      const fail = () => ask(() => take(counters, limits), 'failed');
      for (let at = 0; at < RETURNS; at++) expect(await fail()).toBe('ok');
      expect([await fail(), await fail()]).toEqual(['ok', 'refused']);
      vi.setSystemTime(Date.now() + WALLET_TIMES.cooldown + ONE.window);
      expect([await fail(), await fail()]).toEqual(['ok', 'refused']);
      vi.setSystemTime(Date.now() + HOUR);
      expect([await fail(), await fail()]).toEqual(['ok', 'ok']);
    },
  );

  it('adds nothing to a window that began while the email was on its way (GW-05)', async () => {
    const { counters, limits, ask } = calls();
    const take = async () => {
      await limits.takeForMail('mail', 'index', ONE);
      await cooldown(counters, 'key');
    };
    const slow = async () => {
      await take();
      vi.setSystemTime(Date.now() + ONE.window + 1);
      expect(await ask(take, 'left')).toBe('ok');
    };
    expect(await ask(slow, 'failed')).toBe('ok');
    expect(await ask(take, 'left')).toBe('refused');
    expect(await ask(() => limits.takeForMail('mail', 'index', ONE), 'left')).toBe('refused');
  });

  it.each([
    ['a new installation', takeStrangersMail, ['index:2001:db8:1::/48']],
    ['an enrolled installation', takeOwnMail, []],
  ])(
    'of an email that %s requests keeps only what its wide network shares (GW-05)',
    async (_, take, kept) => {
      const { counters, ask } = calls();
      const changed = new Map<string, number>();
      const seen = {
        ...counters,
        increment: async (key: string, by: number, window: number) => {
          const state = await counters.increment(key, by, window);
          if (!key.startsWith('returned:')) changed.set(key, state.count);
          return state;
        },
      };
      const parts = { counters: seen, allowances: allowances(seen, 1) };
      expect(await ask(() => take(parts, CALLER, 'index'), 'failed')).toBe('ok');
      const left = [...changed].filter(([, count]) => count !== 0).map(([key]) => key);
      const wide = WALLET_ALLOWANCES.mailsOfWideNetwork.map(({ window }) => window);
      expect(left).toEqual(kept.flatMap(key => wide.map(window => `mail to address:${window}:${key}`)));
      expect(changed.size).toBeGreaterThan(left.length);
    },
  );
});
